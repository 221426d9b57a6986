import { afterSpaces, type BlockStyleScalar, fold, folded, hasSpecialCharacters, nextLine, OTHER_YAML } from './block-lines';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const PLUS = 0x2b;
const MINUS = 0x2d;
const COLON = 0x3a;
const GREATER = 0x3e;
const TILDE = 0x7e;

const LINE_BREAKS = /\n+/g;

/**
 * Returns the offset of the line break after a line of a plain scalar.
 *
 * @throws OTHER_YAML if the line contains a tab, a comment or the colon of a key
 */
export function plainLineEnd(text: string, start: number): number {
  const { length } = text;
  let at = start;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > COLON && code <= TILDE) {
      continue;
    }
    if (code === LINE_FEED) {
      break;
    }
    const isOther = code === COLON ? !(text.charCodeAt(at + 1) > SPACE)
      : code === HASH ? text.charCodeAt(at - 1) === SPACE
        : code < SPACE || (code > TILDE && hasSpecialCharacters(text[at]!));
    if (isOther) {
      throw OTHER_YAML;
    }
  }
  return at;
}

/** Returns a line of a plain scalar without the spaces at its end. */
export function plainLine(text: string, start: number, lineEnd: number): string {
  let end = lineEnd;
  while (text.charCodeAt(end - 1) === SPACE) {
    end--;
  }
  return text.slice(start, end);
}

/**
 * Reads a plain scalar of several lines.
 *
 * @param text source
 * @param start offset of the scalar
 * @param parent column of the key or dash that it belongs to
 * @throws OTHER_YAML if js-yaml must read it
 */
export function plainLines(text: string, start: number, parent: number): BlockStyleScalar {
  let end = plainLineEnd(text, start);
  let value = plainLine(text, start, end);
  for (;;) {
    const { first, column, breaks } = nextLine(text, end);
    if (column <= parent || text.charCodeAt(first) === HASH) {
      return { value, end };
    }
    end = plainLineEnd(text, first);
    value += fold(breaks) + plainLine(text, first, end);
  }
}

/**
 * Reads a literal or folded scalar.
 *
 * @param text source
 * @param start offset of `|` or `>`
 * @param parent column of the key or dash that it belongs to
 * @throws OTHER_YAML if js-yaml must read it
 */
export function indentedScalar(text: string, start: number, parent: number): BlockStyleScalar {
  const isFolded = text.charCodeAt(start) === GREATER;
  const chomping = text.charCodeAt(start + 1);
  const headerEnd = afterSpaces(text, chomping === PLUS || chomping === MINUS ? start + 2 : start + 1);
  if (text.charCodeAt(headerEnd) !== LINE_FEED) {
    throw OTHER_YAML;
  }
  const { first, column, breaks } = nextLine(text, headerEnd);
  if (column <= parent || first - column - headerEnd !== breaks) {
    throw OTHER_YAML;
  }
  const { contentEnd, end } = indentedLines(text, first - column, column, isFolded);
  const lines = text.slice(first, contentEnd);
  if (hasSpecialCharacters(lines)) {
    throw OTHER_YAML;
  }
  const content = lines.replaceAll(`\n${' '.repeat(column)}`, '\n');
  const last = chomping === MINUS ? '' : '\n'.repeat(chomping === PLUS ? end - contentEnd : 1);
  return { value: '\n'.repeat(breaks - 1) + (isFolded ? content.replace(LINE_BREAKS, folded) : content) + last, end };
}

/** Returns the offsets at which the content of the indented lines ends and the first line after them begins. */
function indentedLines(text: string, start: number, indent: number, isFolded: boolean): { readonly contentEnd: number; readonly end: number } {
  let contentEnd = start;
  let line = start;
  for (;;) {
    const first = afterSpaces(text, line);
    const code = text.charCodeAt(first);
    if (code === LINE_FEED && first === line) {
      line++;
      continue;
    }
    if (code !== LINE_FEED && first - line < indent && (first < text.length || first === line)) {
      return { contentEnd, end: line };
    }
    contentEnd = text.indexOf('\n', first);
    if (code === LINE_FEED || code === TAB || contentEnd < 0 || (isFolded && first - line > indent)) {
      throw OTHER_YAML;
    }
    line = contentEnd + 1;
  }
}
