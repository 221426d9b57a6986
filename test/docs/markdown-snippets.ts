/** A fenced code block in a Markdown file. */
export interface Block {
  /** Path of the Markdown file. */
  readonly file: string;
  /** Line number of the first line of code, starting at 1. */
  readonly line: number;
  /** Info string after the opening fence: the language. */
  readonly info: string;
  readonly code: string;
}

/** A TypeScript code block in a Markdown file. */
export interface Snippet {
  /** Path of the Markdown file. */
  readonly file: string;
  /** Line number of the first line of code, starting at 1. */
  readonly line: number;
  readonly code: string;
}

/** The TypeScript code blocks of a Markdown file, and problems with their fences. */
export interface Snippets {
  readonly snippets: readonly Snippet[];
  readonly problems: readonly string[];
}

/** Info strings that mean TypeScript. Only `ts` is allowed. */
const TYPESCRIPT = /^(ts|typescript|tsx)\b/i;

/** Returns the fenced TypeScript blocks of a Markdown file. None can be excluded. */
export function markdownSnippets(file: string, markdown: string): Snippets {
  const { blocks, problems } = markdownBlocks(file, markdown);
  return {
    snippets: blocks.filter(({ info }) => info === 'ts').map(({ info: _info, ...snippet }) => snippet),
    problems: [
      ...blocks.filter(({ info }) => info !== 'ts' && TYPESCRIPT.test(info)).map(({ line, info }) => `${file}:${line - 1}: mark TypeScript as 'ts' only, got '${info}'`),
      ...problems,
    ],
  };
}

/** Returns all fenced blocks of a Markdown file in their order, and a problem if one is not closed. */
export function markdownBlocks(file: string, markdown: string): { readonly blocks: readonly Block[]; readonly problems: readonly string[] } {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly indent: string; readonly info: string; readonly line: number; readonly code: string[] } | undefined;
  markdown.split(/\r?\n/).forEach((line, index) => {
    if (open === undefined) {
      const [, indent = '', fence, info = ''] = /^(\s*)(`{3,}|~{3,})\s*([^`]*?)\s*$/.exec(line) ?? [];
      if (fence !== undefined) {
        open = { fence, indent, info, line: index + 2, code: [] };
      }
    } else if (line.trim() === open.fence) {
      blocks.push({ file, line: open.line, info: open.info, code: open.code.join('\n') });
      open = undefined;
    } else {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    }
  });
  const unclosed = open as { readonly line: number } | undefined;
  return { blocks, problems: unclosed === undefined ? [] : [`${file}:${unclosed.line - 1}: the code block is not closed; add a closing fence`] };
}
