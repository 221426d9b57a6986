import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommandLine } from '../builders/command-line';
import { documentBlocks } from './documents';
import { Block } from './markdown-snippets';

/** Every block of the documents is run, compiled or compared by a test. This one runs command lines, and knows the tests of the others. */

const ROOT = resolve(__dirname, '../..');

/** Tests of blocks that are neither TypeScript, nor below a program, nor command lines. */
const TESTS: { readonly [document: string]: string } = {
  'docs/guides/command-line.md': 'test/docs/command-line.test.ts',
  'docs/troubleshooting/failures.md': 'test/docs/failures.test.ts',
  'docs/guides/languages.md': 'test/docs/languages.test.ts',
  'docs/guides/operator-metrics.md': 'test/docs/operator-metrics.test.ts',
  'docs/guides/pulumi-languages.md': 'test/docs/pulumi-languages.test.ts',
  'docs/guides/pulumi-rights.md': 'e2e/waiters-permissions.e2e.ts',
  'docs/start/quickstart.md': 'test/docs/readme.test.ts',
  'docs/guides/rights.md': 'test/docs/rights.test.ts',
  'docs/guides/terminal.md': 'test/docs/terminal.test.ts',
  'docs/guides/up-and-destroy.md': 'test/docs/up-and-destroy.test.ts',
  'docs/guides/upgrading-a-bundle.md': 'test/examples/bundle-upgrade.test.ts',
  'docs/guides/waiting.md': 'test/docs/waiting.test.ts',
};

/** Documents with blocks that no test compares as a whole. */
const NOT_COMPARED: { readonly [document: string]: string } = {
  'docs/guides/command-line-waiting.md': 'durations and generated names of a wait with real controllers; e2e/command-line-act.e2e.ts has the same lines with its own',
  'docs/guides/custom-resources.md': 'a program that imports what a command has generated; e2e/custom-resource-classes.e2e.ts compiles such programs',
  'docs/guides/one-step.md': 'durations of waits with real controllers; e2e/command-line-walk.e2e.ts runs the same commands',
  'docs/guides/locking.md': 'a lock and reports about made-up operators; examples/lock and test/resolve compare real ones',
};

/** Third-party programs in command lines. They need a cluster, a registry or a server, which unit tests do not have. */
const OTHER_PROGRAMS = ['argocd', 'crane', 'for', 'git', 'kubectl', 'npm', 'oc', 'pulumi'];

/** The last test below compares its blocks with what tests expect. */
const INSPECTING = 'docs/guides/inspecting-a-cluster.md';

const blocks = documentBlocks();

/** Whether a block shows what the program above it prints or writes: run-snippets.test.ts compares them. */
function isOutput(block: Block): boolean {
  const above = blocks[blocks.indexOf(block) - 1];
  return above?.file === block.file && above.info === 'ts' && (block.info === 'text' || block.info === 'yaml' && /^kind: /m.test(block.code));
}

/** Command lines of all documents, without comments. */
const lines = blocks.filter(({ info }) => info === 'sh')
  .flatMap(({ file, code }) => code.replace(/\\\n\s*/g, '').split('\n').map((line) => ({ file, line: line.replace(/\s+# .*$/, '').replace(/^npx /, '').trim() })));

describe('a block of a document', () => {
  const others = blocks.filter((block) => !['ts', 'sh', 'mermaid'].includes(block.info) && !isOutput(block));

  it('names its language', () => {
    expect(blocks.filter(({ info }) => !/^(?:ts|sh|text|yaml|json|python|java|go|csharp|console|mermaid)$/.test(info)).map(({ file, line, info }) => `${file}:${line} ${info}`)).toEqual([]);
  });

  it.each([...new Set(others.map(({ file }) => file))])('is compared by a test, or has a reason why not: %s', (file) => {
    expect(file === INSPECTING || (TESTS[file] ?? NOT_COMPARED[file]) !== undefined).toBe(true);
  });

  it.each(Object.entries(TESTS))('of %s is read by %s', (file, test) => {
    expect(existsSync(join(ROOT, test))).toBe(true);
    expect(readFileSync(join(ROOT, test), 'utf8')).toContain(file.split('/').at(-1));
  });

  it.each(Object.keys(NOT_COMPARED))('of %s still exists', (file) => {
    expect(others.some((block) => block.file === file)).toBe(true);
  });
});

describe('a command line', () => {
  const own = lines.filter(({ line }) => line.startsWith('olm-constructs '));

  it.each(own)('of $file is one of the program: $line', async ({ line }) => {
    const [, ...words] = [...line.split(' > ')[0]!.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const { exitCode, stdout, stderr } = await runCommandLine([...words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2), '--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(words.filter((word) => word.startsWith('-')).filter((option) => !stdout.includes(`${option},`) && !stdout.includes(`${option} `) && !stdout.includes(`${option}\n`))).toEqual([]);
  });

  it('of another program is one that readers have', () => {
    expect([...new Set(lines.map(({ line }) => line.split(' ')[0]!))].filter((program) => !['', 'olm-constructs', ...OTHER_PROGRAMS].includes(program))).toEqual(['cdk8s']);
  });
});

test('the guide to inspecting a cluster shows what tests of the commands expect', () => {
  const tests = ['status', 'explain', 'packages'].map((name) => readFileSync(join(ROOT, `test/cli/inspect/${name}.test.ts`), 'utf8')).join('\n');
  const shown = blocks.filter(({ file, info }) => file === INSPECTING && info === 'text').flatMap(({ code }) => code.split('\n'));
  expect(shown.filter((line) => line.trim() !== '' && !line.startsWith('$ ') && !tests.includes(line.trim()))).toEqual([]);
});
