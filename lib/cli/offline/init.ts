import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { writeFiles } from '../../formats/output/write-files';
import { CliError, ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { choice, text } from '../frame/option';
import { packageVersion } from '../frame/program-text';
import { isFolder } from './inputs';
import { shell } from '../../text/shell';
import { stringLiteral } from '../../text/source-code';
import { printableJson } from '../../formats/json/printable-json';

/** `olm-constructs init` */
export const initCommand = defineCommand({
  description: 'Creates a project in TypeScript that installs OLM and, with --bundle, an operator: a cdk8s app, or a Pulumi program.',
  operands: [{ name: 'DIR', description: 'folder of the project, which must be empty or missing' }],
  options: {
    with: choice('TOOL', ['cdk8s', 'pulumi'], 'cdk8s', 'tool of the project'),
    bundle: text('PATH', 'folder or archive of a bundle to install; the project refers to it by its relative path'),
  },
  examples: [
    { description: 'A cdk8s app for an operator', command: 'olm-constructs init project --bundle bundle' },
    { description: 'A Pulumi program', command: 'olm-constructs init program --with pulumi' },
  ],
  run: ({ stdout }, { operands: [folder = ''], options: { with: tool, bundle } }) => {
    if (existsSync(folder) && (!isFolder(folder) || readdirSync(folder).length > 0)) {
      throw new CliError(`${folder}: the folder is not empty; choose another one`);
    }
    const request: ProjectRequest = {
      name: basename(resolve(folder)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'operators',
      version: packageVersion(),
      bundle: bundle === undefined ? undefined : { package: Bundle.fromPath(bundle).packageName, path: pathFrom(folder, bundle) },
    };
    const files = tool === 'cdk8s' ? cdk8sProject(request) : pulumiProject(request);
    writeFiles(folder, new Map(Object.entries(files)));
    Object.keys(files).forEach((name) => stdout.line(join(folder, name)));
    const commands = tool === 'cdk8s' ? 'npm install && npm run synth' : 'npm install && pulumi stack init dev && pulumi up';
    stdout.line(`\nNext:\n\n  ${shell`cd ${folder}`} && ${commands}`);
    return ExitCode.SUCCESS;
  },
});

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).replaceAll('\\', '/');
}

/** Parameters of a project. */
export interface ProjectRequest {
  /** Name of the project. */
  readonly name: string;

  /** Version of olm-constructs. */
  readonly version: string;

  /** Bundle to install, with its path relative to the project. */
  readonly bundle: { readonly package: string; readonly path: string } | undefined;
}

/** Files of a project by path. */
export interface ProjectFiles {
  readonly [path: string]: string;
}

/** Versions of the dependencies of projects, as in the package.json of the library; a test compares them. */
export const VERSIONS = {
  'cdk8s': '^2.68.0',
  'constructs': '^10.3.0',
  '@pulumi/pulumi': '^3.248.0',
  '@pulumi/kubernetes': '^4.34.2',
  'typescript': '~6.0',
  '@types/node': '^20',
} as const;

const TSCONFIG = json({ compilerOptions: { strict: true, target: 'ES2022', module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], skipLibCheck: true } });

const IMPORT_OF_BUNDLE = "import { Bundle } from 'olm-constructs/bundle';\n";

/** Returns a cdk8s app. */
export function cdk8sProject({ name, version, bundle }: ProjectRequest): ProjectFiles {
  const operator = bundle === undefined ? '' : `
new BundleDeployment(new Chart(app, 'operator'), ${stringLiteral(bundle.package)}, {
  bundle: Bundle.fromPath(join(__dirname, ${stringLiteral(bundle.path)})),
});
`;
  const imports = [...(bundle === undefined ? [] : ['BundleDeployment']), 'DefaultCatalog', 'OlmInstallation'].join(', ');
  return {
    'package.json': packageJson(name, { build: 'tsc', synth: 'tsc && node main.js' }, version, ['cdk8s', 'constructs']),
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules/\ndist/\n*.js\n',
    'main.ts': `${bundle === undefined ? '' : "import { join } from 'node:path';\n"}import { App, Chart } from 'cdk8s';
import { ${imports} } from 'olm-constructs';
${bundle === undefined ? '' : IMPORT_OF_BUNDLE}
const app = new App();

// The CRDs are in a separate file: kubectl needs them in the cluster before it accepts objects of their kinds.
const crdScope = new Chart(app, 'olm-crds');

// Without the catalog of OperatorHub.io the cluster needs no access to it.
new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope, defaultCatalog: DefaultCatalog.none() });
${operator}
app.synth();
`,
  };
}

/** Returns a Pulumi program. */
export function pulumiProject({ name, version, bundle }: ProjectRequest): ProjectFiles {
  const operator = bundle === undefined ? '' : `
const operator = new BundleDeployment(${stringLiteral(bundle.package)}, {
  bundle: Bundle.fromPath(join(__dirname, ${stringLiteral(bundle.path)})),
}, { dependsOn: olm });

/** Namespace of the operator. */
export const namespace = operator.namespace;
`;
  const imports = [...(bundle === undefined ? [] : ['BundleDeployment']), 'DefaultCatalog', 'OlmInstallation'].join(', ');
  return {
    'package.json': packageJson(name, { build: 'tsc --noEmit' }, version, ['cdk8s', 'constructs', '@pulumi/pulumi', '@pulumi/kubernetes']),
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules/\n',
    'Pulumi.yaml': `name: ${name}\ndescription: Operators with the Operator Lifecycle Manager\nruntime: nodejs\nmain: index.ts\n`,
    'index.ts': `${bundle === undefined ? '' : `import { join } from 'node:path';\n${IMPORT_OF_BUNDLE}`}import { ${imports} } from 'olm-constructs/pulumi';

// Without the catalog of OperatorHub.io the cluster needs no access to it.
${bundle === undefined ? 'export ' : ''}const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
${operator}`,
  };
}

function packageJson(name: string, scripts: object, version: string, needed: readonly (keyof typeof VERSIONS)[]): string {
  const versions = (names: readonly (keyof typeof VERSIONS)[]): object => Object.fromEntries(names.map((one) => [one, VERSIONS[one]]));
  return json({
    name, version: '0.1.0', private: true, scripts,
    dependencies: { ...versions(needed), 'olm-constructs': `^${version}` },
    devDependencies: versions(['@types/node', 'typescript']),
  });
}

function json(value: object): string {
  return `${printableJson(value)}\n`;
}
