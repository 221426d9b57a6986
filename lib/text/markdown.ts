import { printable } from './printable';

/** Characters that mean something in a line of Markdown. */
const SYNTAX = /[\\`*_~[\]<>|#&$]/g;

/**
 * What GitHub and GitLab would make a link of, or a notification of a user or a team, in text that is escaped already: `@user` (that of a digest
 * follows a name), issues (`#1`, `GH-1`), merge requests, labels, milestones, epics, snippets, and web addresses.
 */
const REFERENCE = /(?<!\w)@(?=\w)|\\[#&$](?=\d)|\\~(?=[\w"])|!(?=\d)|%(?=[\w"])|\bGH(?=-\d)|\b(?:https?|ftp):(?=\/\/)|\bwww(?=\.)/gi;

/** Returns an untrusted string as one line of Markdown, which shows it as it is: without markup, HTML, links, and mentions of users. */
export function markdownText(value: string): string {
  // A character without a width separates the sign from what follows: no escape does, because references are found in the text of the page.
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
  const fence = ticksAround(content, 3);
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Returns an untrusted string as code in a line of Markdown, which nothing in it ends. */
export function markdownCodeSpan(value: string): string {
  const content = printable(value);
  const ticks = ticksAround(content, 1);
  // Markdown removes a space on both sides, which separates backticks in the string from those around it.
  const space = /^[` ]|[` ]$|^$/.test(content) ? ' ' : '';
  return `${ticks}${space}${content}${space}${ticks}`;
}

/** Returns more backticks than are anywhere in a row in some content. */
function ticksAround(content: string, least: number): string {
  return '`'.repeat([...content.matchAll(/`+/g)].reduce((length, [ticks]) => Math.max(length, ticks.length + 1), least));
}
