import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../../text/display-width';
import { largest } from '../../text/lists';
import { rowParts, tableCell, tableLines } from '../../text/text-table';
import type { Style, Terminal } from './terminal';

/** Maximum width of a table on a terminal: longer lines are hard to read. */
export const MAX_TABLE_WIDTH = 200;

/** Space between two columns. */
const GAP = 2;

/** A cell with a style, which does not affect the width of the column. */
export type Cell = string | { readonly text: string; readonly style: Style };

/**
 * Writes a table with aligned columns. Only the last column is wrapped, at the width of the terminal; the others are moved to a next line if they do
 * not fit.
 *
 * @param head headings, in capitals as in kubectl
 * @param rows rows with a cell for each heading
 */
export function writeTable(terminal: Terminal, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  for (const line of tableText(terminal, head, rows)) {
    terminal.line(line);
  }
}

/** Returns the lines of a table. */
export function tableText(terminal: Terminal, head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return tableRows(terminal, head, rows).flat();
}

/**
 * Returns the lines of each row of a table, those of its headings first. On a terminal that is too narrow, a row has several lines, each with some of
 * the columns, so that no cell is broken.
 */
export function tableRows(terminal: Terminal, head: readonly string[], rows: readonly (readonly Cell[])[]): string[][] {
  const content = [head, ...rows.map((row) => row.map(textOf))];
  const found = rowParts(content, Math.min(MAX_TABLE_WIDTH, terminal.width), terminal.isTTY);
  return found.map((parts, index) => parts.flatMap(({ columns, lines: [first = '', ...others] }) => [
    index === 0 ? terminal.styled('bold', first) : withStyles(terminal, first, columns.map((column) => rows[index - 1]![column]!)), ...others,
  ]));
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** Styles the cells of a line from left to right, each at its first occurrence after the previous one. */
function withStyles(terminal: Terminal, line: string, row: readonly Cell[]): string {
  let [written, rest] = ['', line];
  for (const cell of row) {
    const content = tableCell(textOf(cell));
    const at = rest.indexOf(content);
    if (at >= 0 && content !== '') {
      written += rest.slice(0, at) + (typeof cell === 'string' ? content : terminal.styled(cell.style, content));
      rest = rest.slice(at + content.length);
    }
  }
  return written + rest;
}

/** Minimum width of a column of messages, in characters. */
const MIN_MESSAGE_WIDTH = 40;

/**
 * Adds messages to a table: as its last column if that is wide enough, otherwise each one below its row.
 *
 * @param table lines of the headings, then those of each row
 * @param heading heading of the column, in capitals
 * @param messages message of each row; an empty string for a row without one
 */
export function tableWithMessages(terminal: Terminal, table: readonly (readonly string[])[], heading: string, messages: readonly string[]): string[] {
  const [head = [], ...rows] = table;
  if (messages.every((message) => message === '')) {
    return table.flat();
  }
  const widest = largest(table.flat().map(visibleLength));
  const left = Math.min(MAX_TABLE_WIDTH, terminal.width) - widest - GAP;
  const longest = largest(messages.map(visibleLength));
  if (left < Math.min(MIN_MESSAGE_WIDTH, longest) || table.some((lines) => lines.length > 1)) {
    return [...head, ...rows.flatMap((lines, index) => [...lines, ...(messages[index] === '' ? [] : tableLines([[messages[index]!]], 4, terminal.width))])];
  }
  const gap = (line: string): string => ' '.repeat(widest - visibleLength(line) + GAP);
  const indent = ' '.repeat(widest + GAP);
  return [...head.map((line) => `${line}${gap(line)}${terminal.styled('bold', heading)}`), ...rows.flatMap(([row = ''], index) => {
    const [first = '', ...others] = tableLines([[messages[index]!]], 0, left);
    return [`${row}${gap(row)}${first}`.trimEnd(), ...others.map((line) => `${indent}${line}`)];
  })];
}

/** Returns the width of a line without its color codes. */
function visibleLength(line: string): number {
  return displayWidth(stripVTControlCharacters(line));
}
