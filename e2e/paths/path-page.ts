import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Block, markdownBlocks } from '../../test/docs/markdown-snippets';

const ROOT = resolve(__dirname, '../..');

/** A file that a reader writes: a block whose first line is a comment with nothing but its path. */
export interface FileStep {
  readonly block: Block;
  readonly file: string;
}

/** Commands that a reader runs, and the output that the page shows below them. */
export interface CommandStep {
  readonly block: Block;
  readonly output?: Block | undefined;
}

/** What a reader of a page does, in order. */
export type PathStep = FileStep | CommandStep;

/** Comment with the path of a file, in the languages of the pages. */
const PATH_COMMENT = /^(?:\/\/|#) ([\w.-]+(?:\/[\w.-]+)*\.\w+)$/;

/** Returns what a reader of a page does, with the blocks of the page that are neither files nor commands nor output of commands. */
export function pathPage(page: string): { readonly steps: readonly PathStep[]; readonly others: readonly Block[] } {
  const { blocks } = markdownBlocks(page, readFileSync(resolve(ROOT, page), 'utf8'));
  const steps: PathStep[] = [];
  const others: Block[] = [];
  const shown = new Set<Block>();
  blocks.forEach((block, index) => {
    const file = PATH_COMMENT.exec(block.code.split('\n')[0]!)?.[1];
    const next = blocks[index + 1];
    if (block.info === 'sh') {
      const output = next?.info === 'text' ? next : undefined;
      steps.push({ block, output });
      if (output !== undefined) {
        shown.add(output);
      }
    } else if (file !== undefined) {
      steps.push({ block, file });
    } else if (!shown.has(block)) {
      others.push(block);
    }
  });
  return { steps, others };
}
