/** A block of TypeScript in a Markdown file. */
export interface Snippet {
  /** The Markdown file. */
  readonly file: string;
  /** The line of the first line of code, from 1. */
  readonly line: number;
  readonly code: string;
}

/** The TypeScript in a Markdown text, and what is wrong with how it is marked. */
export interface Snippets {
  readonly snippets: readonly Snippet[];
  readonly problems: readonly string[];
}

/** Words after the opening fence that mean TypeScript; only the first is written here. */
const TYPESCRIPT = /^(ts|typescript|tsx)\b/i;

/** Finds the fenced blocks of TypeScript in a Markdown text. Every one counts: there is no mark that leaves one out. */
export function markdownSnippets(file: string, markdown: string): Snippets {
  const snippets: Snippet[] = [];
  const problems: string[] = [];
  let open: { readonly fence: string; readonly indent: string; readonly info: string; readonly line: number; readonly code: string[] } | undefined;
  markdown.split(/\r?\n/).forEach((text, index) => {
    if (open === undefined) {
      const [, indent = '', fence, info = ''] = /^(\s*)(`{3,}|~{3,})\s*([^`]*?)\s*$/.exec(text) ?? [];
      if (fence !== undefined) {
        open = { fence, indent, info, line: index + 2, code: [] };
      }
      return;
    }
    if (text.trim() !== open.fence) {
      open.code.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text);
      return;
    }
    if (open.info === 'ts') {
      snippets.push({ file, line: open.line, code: open.code.join('\n') });
    } else if (TYPESCRIPT.test(open.info)) {
      problems.push(`${file}:${open.line - 1}: mark TypeScript as 'ts' and nothing else, got '${open.info}'`);
    }
    open = undefined;
  });
  if (open !== undefined) {
    problems.push(`${file}:${(open as { line: number }).line - 1}: the block is never closed`);
  }
  return { snippets, problems };
}
