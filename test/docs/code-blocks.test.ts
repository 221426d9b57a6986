import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { NOT_RUN, PATHS } from '../../e2e/paths/path-settings';
import { runCommandLine } from '../builders/command-line';
import { COVERED_BLOCKS, type CoveredBlock } from './covered-blocks';
import { documentBlocks, documents, exampleDocuments, readDocument } from './documents';
import { Block, markdownBlocks } from './markdown-snippets';
import { isAbout, PROGRAMS_NOT_RUN } from './programs-not-run';
import { shownOutput, showsOutput } from './shown-output';
import { enterSnippetFolder } from './snippet-folder';

/**
 * Every block of every page is run, compiled or compared by a test, or is listed with the reason why not. TypeScript and what it prints:
 * run-snippets.test.ts. Pages of docs/start: e2e/paths.e2e.ts. Commands that need no cluster: here. All others are in covered-blocks.ts.
 */

const ROOT = resolve(__dirname, '../..');

/** Pages that e2e/paths.e2e.ts follows. */
const FOLLOWED = new Set(PATHS.flatMap(({ pages }) => pages));

const blocks = [...documentBlocks(), ...exampleDocuments().flatMap((file) => [...markdownBlocks(file, readDocument(file)).blocks])];

const above = (block: Block): Block | undefined => blocks.slice(0, blocks.indexOf(block)).findLast(({ file }) => file === block.file);

/** Whether a block shows what the program above it prints or writes, so that run-snippets.test.ts compares it. */
function isOutputOfProgram(block: Block): boolean {
  const program = above(block);
  const isRun = program?.info === 'ts' && !PROGRAMS_NOT_RUN.some((entry) => isAbout(entry, program));
  return isRun && (block.info === 'text' ? /\bconsole\.\w+\(/.test(program.code) : block.info === 'yaml' && /^kind: /m.test(block.code));
}

const covers = ({ page, contains }: CoveredBlock, { file, code }: Block): boolean => page === file && (contains === '*' || `\n${code}\n`.includes(contains));

/** Blocks that neither the tests of programs nor those of the path pages cover. */
const others = blocks.filter((block) => !['ts', 'mermaid'].includes(block.info) && !FOLLOWED.has(block.file) && !isOutputOfProgram(block));
const unlisted = others.filter((block) => !COVERED_BLOCKS.some((entry) => covers(entry, block)));

/** Commands that run here, each with the output that the page shows below its block. */
const commands = unlisted.filter(({ info }) => info === 'sh').map((block) => {
  const next = blocks[blocks.indexOf(block) + 1];
  return { name: `${block.file}:${block.line}`, block, output: next?.file === block.file && next.info === 'text' && unlisted.includes(next) ? next : undefined };
});

/** Returns the arguments of a command line, without a redirection of its output. */
function argumentsOf(line: string): string[] {
  return [...line.replace(/ (?:\||>) .*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1);
}

/** Command lines of a block, without comments. */
function linesOf({ code }: Block): string[] {
  return code.replace(/\\\n\s*/g, '').split('\n').map((line) => line.replace(/\s+# .*$/, '').replace(/^npx /, '').trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

describe('a code block', () => {
  it('names its language', () => {
    expect(blocks.filter(({ info }) => !/^(?:ts|sh|text|yaml|json|python|java|go|csharp|console|mermaid)$/.test(info)).map(({ file, line, info }) => `${file}:${line} ${info}`)).toEqual([]);
  });

  it('is run or compared by a test, or listed with the reason why not', () => {
    const shown = new Set(commands.map(({ output }) => output));
    expect(unlisted.filter((block) => block.info !== 'sh' && !shown.has(block)).map(({ file, line, info, code }) => (
      `${file}:${line} (${info}) '${code.split('\n')[0]!}': no test runs or compares this block; add it to test/docs/covered-blocks.ts with its test, or the reason why there is none`
    ))).toEqual([]);
  });

  it('that no test knows is noticed, also on a page with entries', () => {
    const added: Block = { file: 'docs/guides/argocd.md', line: 1, info: 'text', code: 'what nothing prints' };
    expect(COVERED_BLOCKS.filter((entry) => covers(entry, added))).toEqual([]);
    expect(isOutputOfProgram(added)).toBe(false);
  });

  it('of a page of docs/start is a step of a reader, except for the quick start', () => {
    const pages = documents().filter((file) => file.startsWith('docs/start/'));
    expect(pages.filter((file) => !FOLLOWED.has(file))).toEqual(['docs/start/quickstart.md']);
    expect([...FOLLOWED].filter((file) => !pages.includes(file))).toEqual([]);
    expect(NOT_RUN.filter(({ page }) => !FOLLOWED.has(page))).toEqual([]);
  });

  it('of a followed page is listed only there', () => {
    expect(COVERED_BLOCKS.filter(({ page }) => FOLLOWED.has(page)).map(({ page, contains }) => `${page} ${contains}: list it in e2e/paths/path-settings.ts instead`)).toEqual([]);
  });
});

describe('an entry of the lists', () => {
  it.each(COVERED_BLOCKS)('is about one block, and its test shows it: $page $contains', (entry) => {
    const { page, contains, test, evidence, why } = entry;
    const found = others.filter((block) => covers(entry, block)).length;
    expect(contains === '*' ? found > 0 : found).toBe(contains === '*' ? true : 1);
    if (test === undefined) {
      expect(why?.length).toBeGreaterThan(20);
    } else {
      expect(existsSync(join(ROOT, test))).toBe(true);
      const content = readFileSync(join(ROOT, test), 'utf8');
      const names = evidence === undefined ? [contains, page.startsWith('examples/') ? page.split('/')[1]! : basename(page)] : [evidence];
      expect({ test, names, shown: names.some((name) => content.includes(name)) }).toEqual({ test, names, shown: true });
    }
  });

  it('names tests and pages that exist', () => {
    const named = [...COVERED_BLOCKS, ...NOT_RUN].flatMap(({ why = '' }) => why.match(/\b(?:e2e|test|docs|scripts)\/[\w./-]+\.(?:ts|md)\b/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('does not hide that nothing was tested', () => {
    expect([...COVERED_BLOCKS, ...NOT_RUN].filter(({ why }) => /not tested|untested|no test yet/i.test(why ?? ''))).toEqual([]);
  });
});

describe('a command line', () => {
  const lines = blocks.filter(({ info }) => info === 'sh').flatMap((block) => linesOf(block).map((line) => ({ file: block.file, line })));

  it.each(lines.filter(({ line }) => line.startsWith('olm-constructs ')))('of $file has options that exist: $line', async ({ line }) => {
    const words = argumentsOf(line);
    const { exitCode, stdout, stderr } = await runCommandLine([...words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2), '--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const options = words.filter((word) => word.startsWith('-')).map((word) => word.split('=')[0]!);
    expect(options.filter((option) => !['-', '--help', '--version'].includes(option) && !stdout.includes(`${option},`) && !stdout.includes(`${option} `) && !stdout.includes(`${option}\n`))).toEqual([]);
  });

  describe('without a cluster', () => {
    const printed = new Map<Block, string>();
    const failed: string[] = [];
    // All lines in their order, whatever the order of the tests: later lines use what earlier ones write.
    beforeAll(async () => {
      const leave = enterSnippetFolder();
      try {
        for (const { name, block } of commands) {
          let output = '';
          for (const line of linesOf(block)) {
            const { exitCode, stdout, stderr } = line.startsWith('olm-constructs ')
              ? await runCommandLine(argumentsOf(line)) : { exitCode: 2, stdout: '', stderr: 'this test runs olm-constructs only' };
            if (exitCode > 1 || /^error: /m.test(stderr)) {
              failed.push(`${name}: '${line}' does not run without a cluster; fix it, or add its block to test/docs/covered-blocks.ts with the test that runs it, or `
                + `the reason why there is none:\n${stderr}`);
            }
            output += stdout;
          }
          printed.set(block, output);
        }
      } finally {
        leave();
      }
    }, 60_000);

    it('runs', () => {
      expect(failed).toEqual([]);
    });

    it('prints what is below it', () => {
      const shown = commands.filter(({ block, output }) => output !== undefined && !showsOutput(output.code, printed.get(block)!));
      expect(shown.map(({ name, block, output }) => ({ name, shown: output!.code, printed: shownOutput(printed.get(block)!) }))).toEqual([]);
    });
  });
});

/** Its blocks are what tests of the commands expect. */
const INSPECTING = 'docs/guides/inspecting-a-cluster.md';

test('the guide to inspecting a cluster shows what tests of the commands expect', () => {
  const tests = ['status', 'explain', 'packages'].map((name) => readFileSync(join(ROOT, `test/cli/inspect/${name}.test.ts`), 'utf8')).join('\n');
  const shown = blocks.filter(({ file, info }) => file === INSPECTING && info === 'text').flatMap(({ code }) => code.split('\n'));
  expect(shown.filter((line) => line.trim() !== '' && !line.startsWith('$ ') && !tests.includes(line.trim()))).toEqual([]);
});
