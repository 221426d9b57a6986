import { displayWidth } from './display-width';
import { printable, shortened } from './printable';

/** Default of the maximum width of a table in characters, unless a single word is longer. */
const MAX_WIDTH = 100;

const GAP = '  ';

/** Maximum length of a cell that is not in the last column: the other rows are as wide. Longer than any name of Kubernetes or of an image. */
const MAX_CELL = 512;

/** Space at which lines are not wrapped. */
export const NO_BREAK_SPACE = '\u00a0';

/**
 * Returns rows as lines of aligned columns. The last column is wrapped at the width, between words only, so that a long word can be
 * copied. A no-break space keeps words together, and is returned as a space.
 *
 * @param rows rows with the same number of cells
 * @param indent number of spaces before each line
 * @param width maximum width of a line in columns of a terminal
 */
export function tableLines(rows: readonly (readonly string[])[], indent = 0, width = MAX_WIDTH): string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length - 1), 0);
  const cells = rows.map((row) => row.map((cell, column) => column < columns ? tableCell(cell) : printable(cell)));
  const widths = Array.from({ length: columns }, (_, column) => cells.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? '')), 0));
  const margin = ' '.repeat(indent);
  return cells.flatMap((row) => {
    const head = widths.map((width, column) => padded(row[column] ?? '', width) + GAP).join('');
    const blank = ' '.repeat(displayWidth(head));
    return wrapped(row[columns] ?? '', width - indent - blank.length)
      .map((line, index) => `${margin}${index === 0 ? head : blank}${line}`.trimEnd());
  });
}

/** Returns an untrusted string for a cell that is not in the last column. */
export function tableCell(value: string): string {
  return printable(shortened(value, MAX_CELL));
}

/**
 * Returns a line wrapped at the width, between words only. Continuation lines are indented like the text of the first line, after its spaces and its
 * `- `.
 */
export function wrappedLine(line: string, width: number): string[] {
  const [, indent = '', dash = '', rest = ''] = /^( *)(- )?(.*)$/s.exec(printable(line)) ?? [];
  const margin = indent + ' '.repeat(dash.length);
  return wrapped(rest, width - margin.length).map((part, index) => `${index === 0 ? indent + dash : margin}${part}`);
}

/** Wraps a string between words; returns at least one line. */
function wrapped(value: string, width: number): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const word of value.split(' ')) {
    const wordWidth = displayWidth(word);
    if (line !== '' && used + 1 + wordWidth > width) {
      lines.push(line);
      [line, used] = [word, wordWidth];
    } else {
      [line, used] = line === '' ? [word, wordWidth] : [`${line} ${word}`, used + 1 + wordWidth];
    }
  }
  return [...lines, line].map((found) => found.replaceAll(NO_BREAK_SPACE, ' '));
}

function padded(value: string, width: number): string {
  return value + ' '.repeat(Math.max(0, width - displayWidth(value)));
}

/** Returns the first items of a list, and the number of others. */
export function abridgedList(items: readonly string[], shown: number): string {
  const first = items.slice(0, shown).join(', ');
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
