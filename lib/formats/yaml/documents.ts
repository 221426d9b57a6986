import { positionAt } from './source-text';
import { YamlSyntaxError } from './yaml-syntax-error';

/**
 * First document of a YAML file, and the content around it that Go's readers lose.
 *
 * OLM's tools split a file at every line that begins with `---` before they parse any YAML, and use the first part. So a comment or an empty line
 * before the first `---` is a separate, empty document.
 */
export interface FirstDocument {
  /** Source up to the end of the first document that has content. */
  readonly text: string;

  /** Line, from 1, of the `---` because of which Go takes the comments or empty lines before it as the first document. */
  readonly hiddenBy?: number;

  /** Line, from 1, at which a second document with content begins. */
  readonly secondAt?: number;
}

const SEPARATOR = '---';
const NO_CONTENT = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?(?:\n|$))*$/;

/**
 * Finds the first document with content.
 *
 * @throws YamlSyntaxError if something other than a comment follows `---` on its line, which Go refuses
 */
export function firstDocument(text: string): FirstDocument {
  if (!text.includes(SEPARATOR)) {
    return { text };
  }
  let hiddenBy: number | undefined;
  let start = 0;
  for (let separator = nextSeparator(text, 0); separator >= 0; separator = nextSeparator(text, separator + 1)) {
    checkSeparator(text, separator);
    if (separator === 0) {
      start = text.indexOf('\n') + 1 || text.length;
    } else if (NO_CONTENT.test(text.slice(start, separator))) {
      hiddenBy ??= positionAt(text, separator).line;
      start = separator + SEPARATOR.length;
    } else {
      return { text: text.slice(0, separator), ...optional('hiddenBy', hiddenBy), ...optional('secondAt', contentLine(text, separator)) };
    }
  }
  return { text, ...optional('hiddenBy', NO_CONTENT.test(text.slice(start)) ? undefined : hiddenBy) };
}

function nextSeparator(text: string, from: number): number {
  if (from === 0 && text.startsWith(SEPARATOR)) {
    return 0;
  }
  const found = text.indexOf(`\n${SEPARATOR}`, Math.max(0, from - 1));
  return found < 0 ? -1 : found + 1;
}

function checkSeparator(text: string, separator: number): void {
  const end = text.indexOf('\n', separator);
  const rest = text.slice(separator + SEPARATOR.length, end < 0 ? undefined : end).trim();
  if (rest !== '' && !rest.startsWith('#')) {
    const message = `only a comment may follow --- on its line, where Go's readers split files, got ${JSON.stringify(rest.slice(0, 40))}; move it to the next line`;
    throw new YamlSyntaxError(message, positionAt(text, separator));
  }
}

/** Returns the first line with content after a separator, or undefined. */
function contentLine(text: string, separator: number): number | undefined {
  const after = text.slice(separator).split('\n');
  const index = after.findIndex((line) => !line.startsWith(SEPARATOR) && !NO_CONTENT.test(line));
  return index < 0 ? undefined : positionAt(text, separator).line + index;
}

function optional<Key extends string>(key: Key, value: number | undefined): { [K in Key]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: number });
}
