import { displayWidth } from './display-width';
import { printable, shortened } from './printable';

/** Default of the maximum width of a table in characters, unless a single word is longer. */
const MAX_WIDTH = 100;

/** Maximum widths of the lines of a text, in columns of a terminal. */
export interface TextWidths {
  /** Width of tables. */
  readonly width: number;

  /** Width of prose. */
  readonly proseWidth: number;
}

/** Widths of a text that is not written for a terminal. */
export const DEFAULT_WIDTHS: TextWidths = { width: MAX_WIDTH, proseWidth: MAX_WIDTH };

/** The same for a text in which a program may search for sentences. */
export const UNWRAPPED_PROSE: TextWidths = { width: MAX_WIDTH, proseWidth: Infinity };

const GAP = '  ';

/** Maximum length of a cell that is not in the last column: the other rows are as wide. Longer than any name of Kubernetes or of an image. */
const MAX_CELL = 512;

/** Number of spaces before the columns of a row that are in its second and later lines. */
const FOLDED_INDENT = 2;

/** Width for which the last column of a table is not wrapped more than needed, in columns of the terminal. */
const MIN_WRAPPED_WIDTH = 16;

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

/** Cells of a row that are in the same line, and the lines in which they are: more than one if the last column is wrapped. */
export interface RowPart {
  /** Indices of the columns. */
  readonly columns: readonly number[];
  readonly lines: readonly string[];
}

/**
 * Returns rows as the same lines as `tableLines` does, unless they do not fit: a row then has several parts, each with some of the columns, so that
 * no cell is broken.
 *
 * @param isFolding whether rows may have several parts
 */
export function rowParts(rows: readonly (readonly string[])[], width: number, isFolding = true): RowPart[][] {
  const last = rows.reduce((most, row) => Math.max(most, row.length - 1), 0);
  const cells = rows.map((row) => Array.from({ length: last + 1 }, (_, column) => column < last ? tableCell(row[column] ?? '') : printable(row[column] ?? '')));
  const widths = Array.from({ length: last + 1 }, (_, column) => cells.reduce((most, row) => Math.max(most, displayWidth(row[column]!)), 0));
  const groups = isFolding ? columnGroups(widths, cells, width) : [widths.map((_, column) => column)];
  return cells.map((row) => groups.map((columns, group): RowPart => {
    const aligned = columns.map((column, at) => at === columns.length - 1 ? row[column]! : padded(row[column]!, widths[column]!));
    return { columns, lines: tableLines([aligned], group === 0 ? 0 : FOLDED_INDENT, width) };
  }));
}

/** Returns rows as lines, as `rowParts` does. */
export function foldedLines(rows: readonly (readonly string[])[], indent: number, width: number): string[] {
  return rowParts(rows, width - indent).flat().flatMap(({ lines }) => lines.map((line) => `${' '.repeat(indent)}${line}`));
}

/** Returns the columns of each line of a row: as many as fit. The last column of a table fits if its longest word does, because it is wrapped. */
function columnGroups(widths: readonly number[], rows: readonly (readonly string[])[], width: number): number[][] {
  const last = widths.length - 1;
  const longestWord = rows.flatMap((row) => row[last]!.split(' ')).reduce((most, word) => Math.max(most, displayWidth(word)), 0);
  const groups: number[][] = [];
  let used = Infinity;
  for (const [column, widest] of widths.entries()) {
    const needed = column === last ? Math.min(widest, Math.max(longestWord, MIN_WRAPPED_WIDTH)) : widest;
    const isFitting = used + GAP.length + needed <= width;
    used = isFitting ? used + GAP.length + needed : needed + (groups.length === 0 ? 0 : FOLDED_INDENT);
    if (isFitting) {
      groups.at(-1)!.push(column);
    } else {
      groups.push([column]);
    }
  }
  return groups;
}

/** Returns an untrusted string for a cell that is not in the last column. */
export function tableCell(value: string): string {
  return printable(shortened(value, MAX_CELL));
}

/**
 * Returns a line wrapped at the width, between words only. Continuation lines are indented like the text of the first line, after its spaces and its
 * `- ` or number.
 */
export function wrappedLine(line: string, width: number): string[] {
  const [, indent = '', dash = '', rest = ''] = /^( *)(- |\d+\. )?(.*)$/s.exec(printable(line)) ?? [];
  const margin = indent + ' '.repeat(dash.length);
  return wrapped(rest, width - margin.length).map((part, index) => `${index === 0 ? indent + dash : margin}${part}`);
}

/**
 * Wraps an untrusted string between words; returns at least one line. What a workflow log obeys at the start of a line is made printable here, where
 * the lines begin.
 */
export function wrapped(value: string, width: number): string[] {
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
  return [...lines, line].map((found) => printable(found.replaceAll(NO_BREAK_SPACE, ' ')));
}

function padded(value: string, width: number): string {
  return value + ' '.repeat(Math.max(0, width - displayWidth(value)));
}

/** Returns the first items of a list, and the number of others. */
export function abridgedList(items: readonly string[], shown: number): string {
  const first = items.slice(0, shown).join(', ');
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
