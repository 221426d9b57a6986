import { inspect, types } from 'node:util';

/**
 * Characters that a terminal obeys, or that hide, reverse or imitate text: control and format characters, line breaks, unpaired surrogates, and the
 * letters of Hangul that have no glyph.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\u115f\u1160\u3164\uffa0]/gu;

/** The same without line breaks and tabs, of which a text has its form. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\u115f\u1160\u3164\uffa0]/gu;

/** Commands that the logs of GitHub Actions, Azure Pipelines and TeamCity obey: `::error::` at the start of a line, and `##[error]` anywhere. */
const COLON_COMMAND = /^([^\S\n\r\u2028\u2029]*)(?=::[A-Za-z])/gm;
const HASH_COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/**
 * Returns an untrusted string for one line of text: each character that a terminal would obey, also a line break, is replaced, and a backslash is
 * added to what a workflow log would obey.
 */
export function printable(value: string): string {
  return withoutCommands(value.replace(UNPRINTABLE, '\ufffd'));
}

/** Whether a string has only characters that a reader sees as they are: none that a terminal obeys, or that hide or reverse text. */
export function isVisible(value: string): boolean {
  return value.search(UNPRINTABLE) < 0;
}

/** Returns an untrusted string with several lines on one line. */
export function printableLine(value: string): string {
  return printable(value.trim().replace(/\s+/g, ' '));
}

/** Returns the message of what was thrown. Programs of others throw anything, also what has no text of its own. */
export function thrownMessage(thrown: unknown): string {
  return isError(thrown) ? thrown.message : typeof thrown === 'string' ? thrown : inspect(thrown, { breakLength: Infinity });
}

/** Whether a value is an error, also one of another realm, such as those of Node.js in a test of jest. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** Returns a string truncated to a maximum number of UTF-16 code units, of which the last is then `…`. */
export function shortened(value: string, maxLength: number): string {
  return value.length <= maxLength ? value : `${value.slice(0, maxLength - 1)}…`;
}

/** Maximum length of a problem in an error, in UTF-16 code units. */
const MAX_PROBLEM = 4000;

/** Returns a problem of an error on one line of bounded length, whatever the names and values in it are. */
export function problemLine(value: string): string {
  return printable(shortened(value, MAX_PROBLEM));
}

/** Returns a string on one line, printable, and truncated to a maximum number of characters. */
export function oneLine(value: string, maxLength: number): string {
  // More code units than that are truncated in any case: a long string is not split into its characters.
  const characters = [...printable(value.slice(0, 4 * maxLength + 4).replace(/\s+/g, ' '))];
  return value.length <= 4 * maxLength + 4 && characters.length <= maxLength ? characters.join('') : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/**
 * Returns a text of several lines with no effect on a terminal or a workflow log: its line breaks and tabs stay, other control characters are
 * replaced, and a backslash is added to commands.
 */
export function printableText(content: string): string {
  return withoutCommands(content.replace(OBEYED, '\ufffd'));
}

/** Returns untrusted strings as the lines of a text, one for each. */
export function printableLines(lines: readonly string[]): string {
  return lines.map(printable).join('\n');
}

/** Indent of the lines of a message after the first one. */
const MESSAGE_INDENT = '  ';

/**
 * Returns a message of one sentence or of several lines with no effect on a terminal or a workflow log. Lines after the first one are indented,
 * unless they are already, so that no line break in a name or a value of others begins what reads as a message of its own.
 */
export function printableMessage(message: string, indent: string = MESSAGE_INDENT): string {
  return printableLines(message.split('\n').map((line, index) => index === 0 || line === '' || line.startsWith(indent) ? line : `${indent}${line.trimStart()}`));
}

function withoutCommands(content: string): string {
  return content.replace(COLON_COMMAND, '$1\\').replace(HASH_COMMAND, '#\\#');
}

/** Returns an untrusted string in double quotes, as JSON: all that a terminal or a workflow log would obey is escaped. */
export function quotedString(value: string): string {
  return printableJsonText(JSON.stringify(value));
}

/** Returns JSON with no effect on a terminal or a workflow log: the same values, with more characters escaped. */
export function printableJsonText(json: string): string {
  return json.replace(OBEYED, escapedCharacter).replace(HASH_COMMAND, `#${escapedCharacter('#')}`);
}

/** Returns a character as escapes of JSON and TypeScript, such as `\\u001b`. */
export function escapedCharacter(character: string): string {
  return character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
