import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../text/phrases';
import { tableLines } from '../../text/text-table';
import type { Style, Terminal } from './terminal';

/** Maximum width of a table on a terminal: longer lines are hard to read. */
export const MAX_TABLE_WIDTH = 200;

/** A cell with a style, which does not affect the width of the column. */
export type Cell = string | { readonly text: string; readonly style: Style };

/**
 * Writes a table with aligned columns. Only the last column is wrapped, at the width of the terminal.
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
  const content = [head, ...rows].map((row) => row.map((cell) => printable(textOf(cell))));
  const widths = head.map((_, column) => content.reduce((most, row) => Math.max(most, [...row[column] ?? ''].length), 0));
  const width = Math.min(MAX_TABLE_WIDTH, terminal.width);
  return content.flatMap((row, index) => {
    const aligned = row.map((cell, column) => column === row.length - 1 ? cell : cell + ' '.repeat(widths[column]! - [...cell].length));
    const [first = '', ...others] = tableLines([aligned], 0, width);
    return [index === 0 ? terminal.styled('bold', first) : withStyles(terminal, first, rows[index - 1]!), ...others];
  });
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** Styles the cells of a line from left to right, each at its first occurrence after the previous one. */
function withStyles(terminal: Terminal, line: string, row: readonly Cell[]): string {
  let [written, rest] = ['', line];
  for (const cell of row) {
    const content = printable(textOf(cell));
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
 * Adds messages to the lines of a table: as its last column if that is wide enough, otherwise each one below its row.
 *
 * @param table lines of the table: the heading, then one line for each row
 * @param heading heading of the column, in capitals
 * @param messages message of each row; an empty string for a row without one
 */
export function tableWithMessages(terminal: Terminal, table: readonly string[], heading: string, messages: readonly string[]): string[] {
  const [head = '', ...rows] = table;
  if (messages.every((message) => message === '')) {
    return [...table];
  }
  const widest = Math.max(...table.map(visibleLength));
  const left = Math.min(MAX_TABLE_WIDTH, terminal.width) - widest - 2;
  const longest = Math.max(...messages.map(visibleLength));
  if (left < Math.min(MIN_MESSAGE_WIDTH, longest)) {
    return [head, ...rows.flatMap((row, index) => [row, ...(messages[index] === '' ? [] : tableLines([[messages[index]!]], 4, terminal.width))])];
  }
  const gap = (line: string): string => ' '.repeat(widest - visibleLength(line) + 2);
  const indent = ' '.repeat(widest + 2);
  return [`${head}${gap(head)}${terminal.styled('bold', heading)}`, ...rows.flatMap((row, index) => {
    const [first = '', ...others] = tableLines([[messages[index]!]], 0, left);
    return [`${row}${gap(row)}${first}`.trimEnd(), ...others.map((line) => `${indent}${line}`)];
  })];
}

/** Returns the length of a line without its color codes. */
function visibleLength(line: string): number {
  return [...stripVTControlCharacters(line)].length;
}
