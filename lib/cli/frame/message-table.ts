import { stripVTControlCharacters } from 'node:util';
import { MAX_TABLE_WIDTH } from './table';
import type { Terminal } from './terminal';
import { tableLines } from '../../text/text-table';

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
