import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { load, loadAll } from 'js-yaml';
import { InClusterProgram } from 'olm-constructs/gitops';
import { PATHS } from '../../e2e/paths/path-settings';
import { documentBlocks, readDocument } from './documents';
import { Block } from './markdown-snippets';
import { isAbout, PROGRAMS_NOT_RUN } from './programs-not-run';
import { shownOutput, showsOutput } from './shown-output';
import { enterSnippetFolder } from './snippet-folder';
import { runSnippet } from './snippet-runner';

const ROOT = resolve(__dirname, '../..');

/** Set to write what programs print below those that lack it, instead of comparing it. */
const UPDATES = process.env['UPDATE_SNIPPET_OUTPUT'] === '1';

/** Its program is a function; test/docs/catalog-images.test.ts calls it. */
const WITHOUT_MANIFESTS = 'docs/guides/catalog-images.md';

/** Pages whose programs e2e/paths.e2e.ts runs, as processes with the packed package. */
const FOLLOWED = new Set(PATHS.flatMap(({ pages }) => pages));

const isRun = (block: Block): boolean => !FOLLOWED.has(block.file) && !PROGRAMS_NOT_RUN.some((entry) => isAbout(entry, block));

/** Returns a block if it is an object, and not a setting of another program. */
function shownObject(yaml: string | undefined): string | undefined {
  return yaml !== undefined && /^kind: /m.test(yaml) ? yaml : undefined;
}

const blocks = documentBlocks();
const programs = blocks.flatMap((block, index) => {
  if (block.info !== 'ts') {
    return [];
  }
  const next = blocks[index + 1];
  const shown = (info: string): string | undefined => (next?.file === block.file && next.info === info ? next.code : undefined);
  return [{ name: `${block.file}:${block.line}`, block, output: shown('text'), object: shownObject(shown('yaml')) }];
});

/** Returns the objects of the manifests in a folder. */
function objectsIn(folder: string): unknown[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.k8s.yaml')) : [];
  return files.flatMap((name) => loadAll(readFileSync(join(folder, name), 'utf8')));
}

describe('a program in the documents', () => {
  const running = programs.filter(({ block }) => isRun(block));
  /** Output of each program, or the error that it threw. */
  const printed = new Map<Block, string>();
  const failed = new Map<Block, unknown>();
  /** Objects that programs wrote into dist/. */
  const written = new Map<Block, readonly unknown[]>();
  // All programs in their order, whatever the order of the tests: later ones of a document use what earlier ones write.
  beforeAll(async () => {
    const leave = enterSnippetFolder();
    // Only the build makes the program that Jobs run in the cluster.
    writeFileSync('program.js', 'console.log("waits")');
    jest.spyOn(InClusterProgram, 'bundled').mockImplementation(() => InClusterProgram.fromFile('program.js'));
    try {
      for (const { block } of running) {
        rmSync('dist', { recursive: true, force: true });
        await runSnippet(block).then((output) => printed.set(block, output), (error: unknown) => failed.set(block, error));
        written.set(block, objectsIn('dist'));
      }
    } finally {
      leave();
    }
    if (UPDATES) {
      writeOutputs();
    }
  }, 120_000);

  /** Writes from the end of a document to its beginning, so that lines stay where they are. */
  function writeOutputs(): void {
    for (const { block } of running.filter(({ block: each, output = '' }) => (printed.get(each) ?? '') !== '' && !showsOutput(output, printed.get(each)!)).reverse()) {
      const shown = shownOutput(printed.get(block) ?? '');
      const fence = shown.includes('```') ? '````' : '```';
      const lines = readDocument(block.file).split('\n');
      lines.splice(block.line + block.code.split('\n').length, 0, '', `${fence}text`, shown, fence);
      writeFileSync(join(ROOT, block.file), lines.join('\n'));
    }
  }

  it.each(running)('runs, and prints what is below it; UPDATE_SNIPPET_OUTPUT=1 writes that: $name', ({ block, output = '' }) => {
    expect(failed.get(block)).toBeUndefined();
    const content = printed.get(block)!;
    if (content !== '' && !showsOutput(output, content)) {
      expect(output).toBe(shownOutput(content));
    }
  });

  it.each(running.filter(({ block, object }) => object !== undefined && block.file !== WITHOUT_MANIFESTS))('writes the object below it: $name', ({ block, object }) => {
    expect(written.get(block)).toContainEqual(load(object!));
  });

  it('is left out for a reason that still applies', () => {
    expect(PROGRAMS_NOT_RUN.filter((entry) => !programs.some(({ block }) => isAbout(entry, block)))).toEqual([]);
  });
});

describe('output below a program', () => {
  it.each([
    ['a\nb', 'a\nb\n'],
    ['a\n…', 'a\nb\nc\n'],
    ['a\n…\nd', 'a\nb\nc\nd\n\n'],
    ['first …', 'first and more\n'],
  ])('shows: %j of %j', (shown, printed) => { expect(showsOutput(shown, printed)).toBe(true); });

  it.each([['a', 'a\nb\n'], ['', 'a\n'], ['b\n…', 'a\nb\n'], ['a\n…\nx', 'a\nb\n']])('does not show: %j of %j', (shown, printed) => {
    expect(showsOutput(shown, printed)).toBe(false);
  });

  it('is short enough to be read', () => {
    const shown = shownOutput(Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(index * 10)}`).join('\n'));
    expect(shown.split('\n')).toHaveLength(15);
    expect(shown.endsWith('…')).toBe(true);
  });

  it('shows what it was made of, whatever was printed', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '…'), maxLength: 30 });
    fc.assert(fc.property(fc.array(line, { maxLength: 40 }), fc.integer({ min: 2, max: 20 }), (lines, longest) => {
      const printed = lines.join('\n');
      expect(showsOutput(shownOutput(printed, longest), printed)).toBe(true);
    }));
  });
});
