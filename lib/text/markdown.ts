import { printable } from './printable';

/** Characters that mean something in a line of Markdown. */
const SYNTAX = /[\\`*_~[\]<>|#&$]/g;

/** An `@` or `#` with which GitHub and GitLab would notify a user or a team, or link an issue. That of a digest follows a name. */
const REFERENCE = /(?<!\w)@(?=\w)|\\#(?=\d)/g;

/** Returns an untrusted string as one line of Markdown, which shows it as it is: without markup, HTML, and mentions of users. */
export function markdownText(value: string): string {
  // A character without a width separates the sign from the name: no escape does, because references are found in the text of the page.
  return printable(value).replace(SYNTAX, '\\$&').replace(REFERENCE, '$&&#8203;');
}

/** Returns a sentence of this library as Markdown: its commands, which are in backticks, as code, and all else as text. */
export function markdownProse(value: string): string {
  return printable(value).split(/(`[^`]+`)/).map((part, index) => index % 2 === 1 ? part : markdownText(part)).join('');
}

/** Returns a table of Markdown; its cells are untrusted. */
export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map((cells) => line(cells.map(markdownText)))].join('\n');
}

/** Returns untrusted lines as a code block of Markdown, whose fence is longer than any in the lines, so that none of them ends the block. */
export function markdownCode(lines: readonly string[], language = ''): string {
  const content = lines.map(printable).join('\n');
  const longest = [...content.matchAll(/`+/g)].reduce((length, [ticks]) => Math.max(length, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}
