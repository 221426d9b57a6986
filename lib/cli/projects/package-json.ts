import { printableJson } from '../../formats/json/printable-json';
import { shell } from '../../text/shell';
import { OPERATOR_HUB, type ProjectRequest } from './project-request';

/** Versions of the dependencies of projects, as in the package.json of the library; a test compares them. */
export const VERSIONS = {
  'cdk8s': '^2.68.0',
  'constructs': '^10.3.0',
  '@pulumi/pulumi': '^3.248.0',
  '@pulumi/kubernetes': '^4.34.2',
  'typescript': '~6.0',
  '@types/jest': '^30',
  '@types/node': '^20',
  'jest': '^30',
} as const;

/** Compiler options of projects, which are compiled in place: jest and Node.js run the JavaScript. */
export const TSCONFIG = json({
  compilerOptions: { strict: true, target: 'ES2022', module: 'nodenext', moduleResolution: 'nodenext', types: ['node', 'jest'], skipLibCheck: true },
});

/** Returns package.json, with scripts besides `test`. */
export function packageJson(
  { name, library, operator }: ProjectRequest, scripts: { readonly [name: string]: string }, needed: readonly (keyof typeof VERSIONS)[],
): string {
  const versions = (names: readonly (keyof typeof VERSIONS)[]): object => Object.fromEntries(names.map((one) => [one, VERSIONS[one]]));
  return json({
    name, version: '0.1.0', private: true,
    scripts: { ...scripts, test: 'tsc && jest', ...(operator.kind === 'package' ? { update: updateScript(operator.package) } : {}) },
    // The cleanup of jest 30 warns about the caches of libraries.
    jest: { testMatch: ['<rootDir>/*.test.js'], testTimeout: 60_000, testEnvironmentOptions: { globalsCleanup: 'off' } },
    dependencies: { ...versions(needed), 'olm-constructs': library },
    devDependencies: versions(['@types/jest', '@types/node', 'jest', 'typescript']),
  });
}

/** Returns the script that reads the current catalog of OperatorHub.io, and moves the lock. */
function updateScript(packageName: string): string {
  return `${shell`olm-constructs catalog filter ${OPERATOR_HUB} --package ${packageName} --dependencies --out catalog`} && olm-constructs lock --update-all`;
}

function json(value: object): string {
  return `${printableJson(value)}\n`;
}
