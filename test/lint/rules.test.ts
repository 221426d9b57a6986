import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Linter } from './linter';

const LIB = join(__dirname, '../../lib');

const linter = new Linter();
afterAll(() => linter.close());

// The first request loads the rules and the imported files, which is slow on a busy machine.
jest.setTimeout(60_000);

/** Returns the messages that reject the import of a module in a file of the library. */
async function rejections(file: string, from: string): Promise<string[]> {
  const messages = await linter.lint(file, `import { thing } from '${from}';\n\nexport const made = thing;\n`);
  return messages.filter(message => /^(no-restricted-imports|import-x\/no-(restricted-paths|useless-path-segments))/.test(message));
}

/** Returns the messages that reject the import of any file of a folder of lib/ in a file of another one. */
function rejectionsOf(importing: string, imported: string): Promise<string[]> {
  const [file] = filesOf(imported);
  const specifier = relative(join(LIB, importing), join(LIB, imported, file!.replace(/\.ts$/, ''))).replaceAll(sep, '/');
  return rejections(`lib/${importing}/any.ts`, specifier.startsWith('.') ? specifier : `./${specifier}`);
}

/** Returns the files of a folder of lib/ that others of lib/ may import: not the entry of a module. */
const filesOf = (folder: string): string[] => readdirSync(join(LIB, folder)).filter(name => name.endsWith('.ts') && name !== 'index.ts').sort();

describe('the import order', () => {
  it('contains each folder of lib', async () => {
    const { folders } = await linter.importOrder;
    const all = readdirSync(LIB, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
      .map(({ parentPath, name }) => relative(LIB, join(parentPath, name)).replaceAll(sep, '/'));
    expect([...folders].sort()).toEqual(all.filter(folder => filesOf(folder).length > 0).sort());
  });

  it('has at most fifteen modules', async () => {
    const { folders } = await linter.importOrder;
    expect(new Set(folders.map(folder => folder.split('/')[0])).size).toBeLessThanOrEqual(15);
  });

  it('rejects in each folder an import of the next one', async () => {
    const { folders } = await linter.importOrder;
    for (const [index, folder] of folders.slice(0, -1).entries()) {
      expect([folder, await rejectionsOf(folder, folders[index + 1]!)]).toEqual([folder, [expect.stringContaining(`comes after lib/${folder}`)]]);
    }
  });

  it('allows in each folder an import of the first one', async () => {
    const { folders: [first, ...others] } = await linter.importOrder;
    for (const folder of others) {
      expect([folder, await rejectionsOf(folder, first!)]).toEqual([folder, []]);
    }
  });

  it('rejects what a part of lib does without', async () => {
    const { folders, without } = await linter.importOrder;
    const isIn = (part: string, folder: string): boolean => folder === part || folder.startsWith(`${part}/`);
    for (const { part, folders: avoided } of without) {
      for (const importing of folders.filter(folder => isIn(part, folder))) {
        const imported = folders.find(folder => avoided.some(one => isIn(one, folder)))!;
        expect([importing, await rejectionsOf(importing, imported)]).toEqual([importing, [expect.stringContaining(`lib/${part} does without it`)]]);
      }
    }
  });

  it.each(['test/lint/linter', 'scripts/generate', 'examples/validation/main'])('rejects %s everywhere', async file => {
    const { folders } = await linter.importOrder;
    for (const folder of folders) {
      const up = folder.replace(/[^/]+/g, '..');
      expect([folder, await rejections(`lib/${folder}/any.ts`, `${up}/../${file}`)])
        .toEqual([folder, [expect.stringContaining('does not import its tests, examples or scripts')]]);
    }
  });

  it.each([
    ['lib/cluster/waiting/operator/any.ts', '../../waiting/run/run-waiter'],
    ['lib/bundle/any.ts', './../text/text-table'],
    ['lib/bundle/any.ts', '../../lib/text/text-table'],
  ])('rejects in %s the import of %s, which is not the shortest path', async (file, from) => {
    expect(await rejections(file, from)).toContainEqual(expect.stringContaining('Useless path segments'));
  });
});

describe('code of dynamic providers', () => {
  it.each([
    ['lib/pulumi/provider/clusters.ts', '@pulumi/pulumi'],
    ['lib/pulumi/waiters/operator-ready-provider.ts', '@pulumi/pulumi'],
    ['lib/pulumi/waiters/operator-ready-provider.ts', '../resources/wait-args'],
    ['lib/pulumi/waiters/index.ts', 'cdk8s'],
    ['lib/pulumi/provider/clusters.ts', '../../constructs/olm-installation'],
  ])('%s must not import %s', async (file, from) => {
    const messages = await linter.lint(file, `import { thing } from '${from}';\n\nexport const made = thing;\n`);
    expect(messages).toContainEqual(expect.stringContaining('providers run without the SDK of Pulumi'));
  });
});

describe('the entries', () => {
  it.each([
    ['lib/constructs/any.ts', '../index'],
    ['lib/constructs/any.ts', '../../lib/index'],
    ['lib/constructs/any.ts', '..'],
    ['lib/cli/any.ts', '../cluster'],
    ['lib/cli/any.ts', '../pulumi/index'],
  ])('are not imported by the library itself (%s: %s)', async (file, from) => {
    expect(await rejections(file, from)).toContainEqual(expect.stringContaining('The entries are the public API'));
  });

  it('are not imported by name in the library', async () => {
    expect(await rejections('lib/constructs/any.ts', 'olm-constructs')).toContainEqual(expect.stringContaining('import the file that defines what you need'));
  });

  it('are what the examples import', async () => {
    expect(await rejections('examples/validation/main.ts', 'olm-constructs')).toEqual([]);
  });
});

describe('files', () => {
  const WRITING = ['writeFileSync', 'appendFileSync', 'mkdirSync', 'mkdtempSync', 'renameSync', 'rmSync', 'unlinkSync', 'cpSync', 'copyFileSync', 'symlinkSync', 'linkSync',
    'createWriteStream', 'writeSync', 'writeFile', 'promises', 'default'];
  const lint = async (file: string, statement: string): Promise<string[]> => (
    (await linter.lint(file, `${statement}\n\nexport const made = thing;\n`)).filter((message) => message.startsWith('no-restricted-imports'))
  );

  it('are written by one folder', async () => {
    const { folders } = await linter.importOrder;
    const chosen = ['bundle', 'catalog', 'cli', 'cluster', 'constructs', 'gitops', 'olm', 'pulumi'].flatMap(part => folders.filter(folder => folder.split('/')[0] === part).slice(0, 1));
    for (const folder of ['formats/output', ...chosen]) {
      const expected = folder === 'formats/output' ? [] : [expect.stringContaining('files are written by lib/formats/output only')];
      expect([folder, await lint(`lib/${folder}/any.ts`, "import { writeFileSync as thing } from 'node:fs';")]).toEqual([folder, expected]);
    }
  });

  it.each([
    ...WRITING.map((name) => `import { ${name} as thing } from 'node:fs';`), "import thing from 'node:fs';", "import * as thing from 'node:fs';",
    "import { readFile as thing } from 'node:fs/promises';", "import { readFileSync as thing } from 'fs';",
  ])('are not written elsewhere by: %s', async (statement) => {
    expect(await lint('lib/cli/offline/any.ts', statement)).toContainEqual(expect.stringContaining('files are written by lib/formats/output only'));
  });

  it('are read everywhere', async () => {
    expect(await lint('lib/cli/offline/any.ts', "import { readFileSync as thing } from 'node:fs';")).toEqual([]);
  });
});

describe('packages', () => {
  it.each([
    ['lib/bundle/bundle.ts', 'cdk8s'],
    ['lib/bundle/bundle.ts', 'constructs'],
    ['lib/olm/v0/release/release.ts', 'cdk8s'],
    ['lib/olm/v0/release/release.ts', 'cdk8s-plus-33'],
    ['lib/olm/v0/release/release.ts', 'constructs'],
    ['lib/olm/v0/release/any.ts', '../../../../imports/operators.coreos.com'],
    ['lib/bundle/bundle.ts', '@pulumi/pulumi'],
    ['lib/constructs/olm-installation.ts', '@pulumi/kubernetes/core/v1'],
    ['lib/gitops/argocd/waves.ts', '@pulumi/pulumi'],
  ])('%s must not import %s', async (file, from) => {
    expect(await rejections(file, from)).toHaveLength(1);
  });

  it.each([
    ['lib/constructs/olm-installation.ts', 'cdk8s'],
    ['lib/constructs/olm-installation.ts', 'constructs'],
    ['lib/gitops/waves.ts', 'cdk8s'],
    ['lib/pulumi/components/olm-installation.ts', '@pulumi/pulumi'],
    ['lib/formats/yaml/read-yaml.ts', 'js-yaml'],
  ])('%s may import %s', async (file, from) => {
    expect(await rejections(file, from)).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['lib/olm/v0/settings/olm-settings.ts', 'Duration', 0], ['lib/catalog/catalog.ts', 'Duration', 1], ['lib/bundle/bundle.ts', 'Chart', 0], ['lib/formats/yaml/write.ts', 'Chart', 1],
  ])(
    '%s may import the type %s of cdk8s, or has a fault', async (file, type, faults) => {
      const messages = await linter.lint(file, `import type { ${type} } from 'cdk8s';\n\nexport type Imported = ${type};\n`);
      expect(messages).toHaveLength(faults);
      expect(await linter.lint(file, "import type { ApiObject } from 'cdk8s';\n\nexport type Thing = ApiObject;\n")).toHaveLength(1);
    },
  );

  it('are rejected in every form of import', async () => {
    const source = [
      "import type { ApiObject } from 'cdk8s';",
      "export { ApiObject as Other } from 'cdk8s';",
      "export * from 'cdk8s';",
      "export const late = import('cdk8s');",
      'export type Object = ApiObject;',
    ].join('\n');
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual(
      ['no-restricted-imports', 'no-restricted-imports', 'no-restricted-imports', 'no-restricted-syntax']);
  });

  it.each(['cdk8s', '@pulumi/kubernetes/core/v1', 'tar', './model/manifest', '../constructs/cluster'])("are not the type import('%s')", async from => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `export type Thing = typeof import('${from}');\n`);
    expect(messages).toEqual([expect.stringMatching(/^no-restricted-syntax: import at the top of the file/)]);
  });
});

describe('an import cycle', () => {
  it('is rejected in each of its files', async () => {
    expect(await linter.lintFile('test/lint/cycle/one.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
    expect(await linter.lintFile('test/lint/cycle/two.ts')).toEqual([expect.stringMatching(/^import-x\/no-cycle: Dependency cycle detected/)]);
  });
});

describe('the library', () => {
  it.each([
    ['any', 'export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a default export', 'export default 1;', 'import-x/no-default-export'],
    ['a comparison by locale', "export const order = 'a'.localeCompare('b');", 'no-restricted-properties'],
    ['formatting by locale', 'export const formatted = (1000).toLocaleString();', 'no-restricted-properties'],
    ['Intl', 'export const collator = new Intl.Collator();', 'no-restricted-globals'],
    ['random numbers', 'export const number = Math.random();', 'no-restricted-properties'],
    ['the current time', 'export const now = Date.now();', 'no-restricted-properties'],
    ['the current date', 'export const today = new Date();', 'no-restricted-syntax'],
    ['environment variables', 'export const home = process.env;', 'no-restricted-properties'],
    ['output on the console', "console.log('made');", 'no-console'],
    ['a list as arguments of push', 'export const add = (one: string[], other: string[]): void => void one.push(...other);', 'no-restricted-syntax'],
    ['a list among the arguments of Math.max', 'export const most = (all: readonly number[]): number => Math.max(0, ...all);', 'no-restricted-syntax'],
    ['a computed list as arguments of Math.min', 'export const least = (all: readonly string[]): number => Math.min(...all.map(Number));', 'no-restricted-syntax'],
    ['AbortSignal.any', 'export const signal = (all: AbortSignal[]): AbortSignal => AbortSignal.any(all);', 'no-restricted-syntax'],
    // Lint refuses this directive, which silences nothing in this file.
    ['a silenced type check', '// @ts-ignore\nexport const value: string = 1;', '@typescript-eslint/ban-ts-comment'],
  ])('must not use %s', async (_, source, rule) => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual([rule]);
  });

  it('may use a list that is written out as arguments', async () => {
    expect(await linter.lint('lib/bundle/bundle.ts', 'export const most = (one: number): number => Math.max(...[one, 2]);\n')).toEqual([]);
  });

  it('must not have unused lint directives', async () => {
    // A directive of the linted source, not of this file.
    const messages = await linter.lint('lib/bundle/bundle.ts', '// eslint-disable-next-line no-console\nexport const value = 1;\n');
    expect(messages).toEqual([expect.stringContaining('Unused eslint-disable directive')]);
  });
});

describe('output of the library', () => {
  it.each([
    ['an error with the message as it is', 'export class Failure extends Error {\n  public constructor(message: string) {\n    super(message);\n  }\n}', 1],
    ['an error with a printable message', 'export class Failure extends Error {\n  public constructor(message: string) {\n    super(printableMessage(message));\n  }\n}', 0],
    ['a plain error with the message as it is', 'export const failure = (path: string): Error => new Error(`${path}: not found`);', 1],
    ['a plain error with a printable message', 'export const failure = (path: string): Error => new Error(printableMessage(`${path}: not found`));', 0],
    ['an error with lines of others', 'export class Failure extends Error {\n  public constructor(message: string) {\n    super(printableText(message));\n  }\n}', 1],
    ['a validation with problems as they are', 'export const add = (node: Node): void => node.addValidation({ validate: () => [] });', 1],
    ['a validation with printable problems', 'export const add = (node: Node): void => node.addValidation(printableValidation(() => []));', 0],
    ['a command with a name as it is', 'export const remedy = (name: string): string => `run \\`kubectl delete csv ${name}\\``;', 1],
    ['a command with a name as a word', 'export const remedy = (name: string): string => shell`kubectl delete csv ${name}`;', 0],
    ['indented JSON', 'export const json = JSON.stringify({}, undefined, 2);', 1],
    ['an escape of its own for XML', "export const xml = 'a'.replace(/[&<>\"]/g, '');", 1],
    ['an escape of its own for Markdown', "export const markdown = 'a'.replace(/[\\\\`*_]/g, '\\\\$&');", 1],
    ['standard output', 'process.stdout.write(String(1));', 1],
  ])('%s', async (_, source, findings) => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.filter(message => message.startsWith('no-restricted-syntax'))).toHaveLength(findings);
  });

  it('has its functions in lib/text', async () => {
    expect(await linter.lint('lib/text/xml.ts', "export const xml = 'a'.replace(/[&<>\"]/g, '');\n")).toEqual([]);
  });
});

describe('resource classes', () => {
  it.each([
    ['must not assert that an output is assigned', 'found!: string', ['no-restricted-syntax']],
    ['may declare an output', 'declare public readonly found: string', []],
    ['must not read the clock', 'readonly made = new Date()', ['no-restricted-syntax']],
  ])('%s', async (_, property, rules) => {
    const messages = await linter.lint('lib/pulumi/resources/operator-ready.ts', `export class Resource {\n  ${property};\n}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual(rules);
  });
});

describe('scripts and tests', () => {
  it('may print, and read the environment', async () => {
    expect(await linter.lint('scripts/generate.ts', 'console.log(process.env);\n')).toEqual([]);
  });
});
