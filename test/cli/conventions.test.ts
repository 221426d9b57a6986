import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COMMANDS } from '../../lib/cli/commands';
import { programText } from '../../lib/cli/frame/program-text';
import { displayWidth } from '../../lib/text/display-width';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { resultProblems, resultSchema } from '../builders/result-schema';

const commands = COMMANDS.map(({ name, heading, load }) => ({ name, heading, ...load() }));
const withJson = commands.filter(({ options }) => options['output']?.choices?.includes('json') === true);

/** Commands whose JSON is a catalog, for opm and OLM. */
const CATALOGS = ['catalog render', 'catalog filter', 'catalog merge', 'catalog template'];

describe('every command', () => {
  test.each(commands)('names the format of its output -o, --output, and a folder --out: $name', ({ options }) => {
    expect(Object.entries(options).filter(([, { short }]) => short === 'o').map(([key]) => key)).toEqual(options['output'] === undefined ? [] : ['output']);
    expect(options['output']?.choices ?? ['text', 'table', 'yaml']).toEqual(expect.arrayContaining([expect.stringMatching(/^(text|table|yaml|mermaid)$/)]));
    expect([options['format'], options['out']?.short]).toEqual([undefined, undefined]);
  });

  test('is in the help with a summary, and so is every group', async () => {
    const { stdout } = await runCommandLine(['--help']);
    const groups = [...new Set(COMMANDS.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]!))];
    expect(Object.keys(programText().groups).sort()).toEqual(groups.sort());
    for (const name of groups) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +[a-z]`, 'm'));
      expect((await runCommandLine([name, '--help'])).stdout).toMatch(/^[A-Z][a-z]+,? .+\.$/m);
    }
  });
});

describe('JSON', () => {
  let leave: () => void;
  beforeAll(() => leave = enterCommandFolder());
  afterAll(() => leave());

  const examples = withJson.filter(({ name, heading }) => heading === 'Without a cluster:' && !CATALOGS.includes(name)).map(({ name, examples: [example] }) => ({
    name, args: [...example!.command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1),
  }));

  test.each(examples)('of $name has an apiVersion, a kind, and lists that are always lists', async ({ args }) => {
    const at = args.indexOf('-o');
    const { stdout } = await runCommandLine([...at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)], '-o', 'json']);
    const result = JSON.parse(stdout) as { readonly apiVersion: string; readonly kind: string; readonly items?: unknown };
    expect(result.apiVersion).toBe('olm-constructs/v1');
    expect(resultProblems(result)).toBe('');
    expect(result.kind.endsWith('List') && result.kind !== 'ImageList').toBe(Array.isArray(result.items));
  });

  test('that the schema does not describe is refused', () => {
    const version = { apiVersion: 'olm-constructs/v1', kind: 'Version', version: '1', node: '1', olm: '1', olmV1: '1' };
    expect(resultProblems(version)).toBe('');
    expect(resultProblems({ ...version, more: 1 } as { kind: string })).toContain('additional properties');
    expect(resultProblems({ ...version, olm: 1 } as { kind: string })).toContain('must be string');
  });

  test('escapes what a terminal or a workflow log obeys, and has the same strings', async () => {
    const subscription = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription' };
    const hostile = 'a\u001b[31m\u009b\u202e\u2028\u{e0001} ##[error]';
    const { stdout } = await runCommandLine(['explain', 'subscription/x', 'subscription/y', '--from', '-', '-o', 'json'], { stdin: JSON.stringify({
      apiVersion: 'v1', kind: 'List', items: [
        { ...subscription, metadata: { name: 'x', namespace: 'demo' }, spec: { name: 'x' }, status: { state: hostile } },
        { ...subscription, metadata: { name: hostile, namespace: 'demo' }, spec: {} },
      ],
    }) });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028]|##\[/u);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ object: 'Subscription demo/x' }], errors: [{ input: 'subscription/y' }] });
  });
});

/** Returns the values that a field of a schema may have. */
function valuesOf(definition: string, field: string): readonly string[] {
  const { properties } = resultSchema().definitions[definition] as {
    readonly properties: { readonly [name: string]: { readonly enum?: readonly string[] } };
  };
  return properties[field]?.enum ?? [];
}

describe('the states in the schema', () => {
  const CLUSTER = resolve(__dirname, '../../lib/cluster');
  const files = readdirSync(CLUSTER, { recursive: true, encoding: 'utf8' }).filter((file) => /^(waiting|inspection)\/.*\.ts$/.test(file) && !/removal|inspection\.ts/.test(file));

  test('are a closed set', () => {
    ['SubscriptionStatus', 'CatalogStatus', 'ClusterCatalogStatus', 'ClusterExtensionStatus', 'OlmStatus'].forEach((definition) => {
      expect(valuesOf(definition, 'verdict')).toEqual(['degraded', 'failed', 'healthy', 'progressing']);
      expect(valuesOf(definition, 'state').length).toBeGreaterThan(5);
    });
    expect(valuesOf('WaitedSubject', 'state')).toEqual(['failed', 'interrupted', 'ready', 'skipped', 'waiting']);
    expect(valuesOf('RemovedSubject', 'state')).toEqual(['failed', 'interrupted', 'removable', 'removed', 'skipped', 'waiting']);
  });

  test('have every phase that a waiter or a judge can be in', () => {
    const phases = files.flatMap((file) => [...readFileSync(join(CLUSTER, file), 'utf8').matchAll(/\bphase: (?:[\w.?]+ \?\? )?'([a-z ]+)'/g)].map(([, phase]) => phase!));
    expect(new Set(phases).size).toBeGreaterThan(10);
    expect([...new Set(phases)].filter((phase) => !valuesOf('ObjectExplanation', 'phase').includes(phase))).toEqual([]);
    expect(valuesOf('SubscriptionStatus', 'state')).toEqual([...valuesOf('ObjectExplanation', 'phase'), 'degraded', 'failed'].sort());
  });
});

describe('several names', () => {
  let leave: () => void;
  beforeAll(() => leave = enterCommandFolder());
  afterAll(() => leave());

  test.each<[string, string, number]>([
    ['explain subscription/hello-operator subscription/none -n hello --from dump.yaml', 'Subscription hello/hello-operator', 1],
    ['packages hello-operator none --from catalog', 'hello-operator', 1],
    ['report bundle none', 'hello-operator.v0.1.0', 4],
    ['validate bundle none', 'bundle', 4],
    ['rights bundle none', 'hello-operator.v0.1.0', 4],
    ['images bundle none', 'docker.io/library/node:22.19.0-alpine3.22', 4],
    ['catalog validate catalog none', 'catalog', 4],
    ['migrate bundle none', 'hello-operator.v0.1.0', 4],
  ])('are each reported, and the exit code is the worst: %s', async (args, shown, worst) => {
    const { exitCode, stdout, stderr } = await runCommandLine(args.split(' '));
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining(shown) as string, stderr: expect.stringMatching(/^error: .*none/m) as string });
    expect(exitCode).toBe(worst);
  });
});

describe('progress', () => {
  let leave: () => void;
  beforeAll(() => leave = enterCommandFolder());
  afterAll(() => leave());

  const reading = '\r\u001b[Kreading catalog …\r\u001b[K';

  test.each<[string, readonly string[], NodeJS.ProcessEnv, number | undefined, string]>([
    ['is shown on a terminal, and removed', [], {}, 80, reading],
    ['is omitted in a pipe', [], {}, undefined, ''],
    ['is omitted in CI', [], { CI: 'true' }, 80, ''],
    ['is omitted with -q', ['-q'], {}, 80, ''],
  ])('of long work %s', async (_, args, env, columns, expected) => {
    const { stderr } = await runCommandLine(['catalog', 'validate', 'catalog', ...args], { env, ...(columns === undefined ? {} : { columns }) });
    expect(stderr).toBe(expected);
  });
});

/** Words that a line may be too long for: it contains nothing else. */
const ONE_WORD = /^\W*\S+$/;

/** Commands whose tables have a row in a line in a pipe, however wide it is. */
const TABLES = [
  'status -A --from dump.yaml', 'status -A -o wide --from dump.yaml', 'explain subscription/hello-operator -n hello --from dump.yaml', 'packages --from catalog-next',
  'catalog validate catalog', 'resolve hello-operator --catalog catalog-next', 'synth bundle --out out', 'catalog diff catalog catalog-next', 'report bundle bundle-next',
];

/** Commands that print a text. */
const TEXTS = [
  'packages hello-operator --from catalog-next', 'validate bundle bundle-next', 'lock --from dump.yaml --file wide.lock.yaml', 'report bundle', 'diff bundle bundle-next', 'rights bundle',
  'rights bundle --engine plain', 'migrate bundle', 'migrate --from dump.yaml', 'tree diff bundle bundle-next',
];

describe.each<[string, number | undefined]>([
  ['on a terminal of 60 columns', 60], ['on a terminal of 80 columns', 80], ['on a terminal of 200 columns', 200], ['in a pipe', undefined],
])('%s', (_, columns) => {
  let leave: () => void;
  beforeAll(() => {
    leave = enterCommandFolder();
    const name = `operator-with-a-${'very-'.repeat(3)}long-name`;
    writeFileSync('wide.lock.yaml', readFileSync('olm.lock.yaml', 'utf8').replaceAll('hello-operator', name));
  });
  afterAll(() => leave());

  test.each([...TEXTS, ...columns === undefined ? [] : TABLES])('every line of %s fits, and no word is broken', async (args) => {
    const env = { NO_COLOR: '1', CI: '1' };
    const narrow = await runCommandLine(args.split(' '), columns === undefined ? { env } : { columns, env });
    const wide = await runCommandLine(args.split(' '), { columns: 2000, env });
    const lines = narrow.stdout.split('\n');
    expect(lines.filter((line) => displayWidth(line) > (columns ?? 80) && !ONE_WORD.test(line) && !/^ +kubectl /.test(line))).toEqual([]);
    const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== 'MESSAGE').sort();
    expect(words(narrow.stdout)).toEqual(words(wide.stdout));
  });
});
