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
  const snippets: Snippet[] = [];
  const problems: string[] = [];
  let open: { readonly fence: string; readonly indent: string; readonly info: string; readonly line: number; readonly code: string[] } | undefined;
  markdown.split(/\r?\n/).forEach((line, index) => {
    if (open === undefined) {
      const [, indent = '', fence, info = ''] = /^(\s*)(`{3,}|~{3,})\s*([^`]*?)\s*$/.exec(line) ?? [];
      if (fence !== undefined) {
        open = { fence, indent, info, line: index + 2, code: [] };
      }
      return;
    }
    if (line.trim() !== open.fence) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
      return;
    }
    if (open.info === 'ts') {
      snippets.push({ file, line: open.line, code: open.code.join('\n') });
    } else if (TYPESCRIPT.test(open.info)) {
      problems.push(`${file}:${open.line - 1}: mark TypeScript as 'ts' only, got '${open.info}'`);
    }
    open = undefined;
  });
  if (open !== undefined) {
    problems.push(`${file}:${(open as { line: number }).line - 1}: the code block is not closed; add a closing fence`);
  }
  return { snippets, problems };
}
