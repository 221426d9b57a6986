/** Maximum number of lines of output that is written into a document as a whole. */
const WHOLE = 30;

/** Number of lines that are written of longer output. */
const BEGINNING = 14;

const LONG_LINE = 150;

/** Whether a document shows what a program prints. A line `…` is any number of lines, and `…` at the end of a line is its rest. */
export function showsOutput(shown: string, printed: string): boolean {
  const pattern = shown.trimEnd().split('\n').map((line) => (
    line.trim() === '…' ? '(?:.*\\n)*?' : `${line.endsWith(' …') ? `${escaped(line.slice(0, -1))}.*` : escaped(line)}\\n`
  ));
  return new RegExp(`^${pattern.join('')}$`).test(`${printed.trimEnd()}\n`);
}

/**
 * Returns what a document shows of what a program prints.
 *
 * @param longest length of the longest line that is shown as a whole; a longer one is cut between two words, if it has two
 */
export function shownOutput(printed: string, longest = LONG_LINE): string {
  const cut = (line: string): string => {
    const end = line.lastIndexOf(' ', longest - 2);
    const beginning = line.slice(0, Math.max(end, 0));
    return beginning.trim() === '' ? line : `${beginning} …`;
  };
  const lines = printed.trimEnd().split('\n').map((line) => (line.length <= longest ? line : cut(line)));
  return (lines.length <= WHOLE ? lines : [...lines.slice(0, BEGINNING), '…']).join('\n');
}

function escaped(line: string): string {
  return line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
