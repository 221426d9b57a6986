import * as path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import ts from 'typescript';
import { PROP_CALLS } from './prop-calls';
import { PropRuns } from './prop-runs';
import { pathOf, type PropSite, propSites } from './prop-sites';
import { sampleOf } from './prop-values';

const ROOT = path.resolve(__dirname, '../../..');
const FILE = path.join(ROOT, 'test/pulumi/outputs/assigned-outputs.ts');

/** Props whose types take any value, so that the compiler cannot refuse an Output in them. */
const ANY = /^PlainBundleDeploymentArgs\.values\.\*$/;

interface TypedSite {
  readonly name: string;
  readonly line: string;

  /** Line that the compiler refuses if it does not find the prop. */
  readonly found: string;
  readonly isRefused: boolean;
}

/** Returns the type of a prop. */
function typeOf(args: string, { steps }: PropSite): string {
  return steps.reduce((owner, step) => `At<${owner}, ${step === '[]' || step === '*' ? `'${step}'` : JSON.stringify(step)}>`, args);
}

const SITES: readonly TypedSite[] = PROP_CALLS.flatMap(({ args, call }) => {
  const runs = new PropRuns(args, call);
  return propSites(args).map((site) => {
    const type = typeOf(args, site);
    return {
      name: `${args}.${pathOf(site)}`, line: `take<${type}>(late<Plain<${type}>>());`, found: `found<${type}>();`,
      isRefused: runs.refusal(site, pulumi.output(sampleOf(site, 0))) !== undefined,
    };
  });
}).filter(({ name }) => !ANY.test(name));

const HEAD = `
import type * as pulumi from '@pulumi/pulumi';
import type { ${[...new Set(PROP_CALLS.map(({ args }) => args))].join(', ')} } from '../../../lib/pulumi';
type Known<T> = T extends pulumi.OutputInstance<unknown> | Promise<unknown> ? never : T;
type Objects<T> = T extends string | number | boolean | undefined | null ? never : T;
type Step<T, Key> = T extends unknown
  ? Key extends '[]' ? (T extends readonly (infer Item)[] ? Item : never)
    : Key extends '*' ? (string extends keyof T ? T[keyof T] : never)
      : Key extends keyof T ? T[Key] : never
  : never;
type At<T, Key> = Exclude<Step<Objects<Known<NonNullable<T>>>, Key>, undefined>;
type Plain<T> = pulumi.Unwrap<Known<T>>;
declare function late<T>(): pulumi.Output<T>;
declare function take<T>(value: T): void;
declare function found<T>(...nothing: [T] extends [never] ? [never] : []): void;
`;

/** Returns the lines that the compiler refuses. */
function refusedLines(source: string): Set<number> {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(path.join(ROOT, 'tsconfig.dev.json'), (file) => ts.sys.readFile(file)).config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const isThere = host.fileExists.bind(host);
  const fileOf = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === FILE || isThere(name);
  host.getSourceFile = (name, ...others) => (name === FILE ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : fileOf(name, ...others));
  const program = ts.createProgram([FILE], { ...options, incremental: false, noUnusedLocals: false }, host);
  const file = program.getSourceFile(FILE)!;
  return new Set(program.getSemanticDiagnostics(file).map(({ start = 0 }) => file.getLineAndCharacterOfPosition(start).line));
}

test('the compiler refuses an Output in the props in which it is refused when the program runs, and in no others', () => {
  const offset = HEAD.split('\n').length - 1;
  const refused = refusedLines(`${HEAD}${[...SITES.map(({ line }) => line), ...SITES.map(({ found }) => found)].join('\n')}\n`);
  expect([...refused].filter((line) => line < offset)).toEqual([]);
  expect(SITES.filter((_, index) => refused.has(offset + SITES.length + index)).map(({ name }) => name)).toEqual([]);
  expect(SITES.filter(({ isRefused }, index) => isRefused !== refused.has(offset + index)).map(({ name, isRefused }) => (
    `${name} is ${isRefused ? 'refused' : 'taken'} when the program runs, and ${isRefused ? 'taken' : 'refused'} by the compiler`
  ))).toEqual([]);
});
