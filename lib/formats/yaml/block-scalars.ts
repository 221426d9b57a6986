/** A scalar in block style. */
export interface BlockStyleScalar {
  readonly value: string;

  /** Offset after the scalar: of the next line for a literal or folded one, of the character after the quote or of the line break for others. */
  readonly end: number;
}

/** Thrown at YAML that BlockReader leaves to js-yaml; it may be valid or not. Always the same, because a new error would take a stack trace. */
export const OTHER_YAML = new Error('YAML that only js-yaml reads');

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const PLUS = 0x2b;
const MINUS = 0x2d;
const COLON = 0x3a;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;

/** Characters that Go's readers or js-yaml treat specially, and half of a surrogate pair. */
const SPECIAL = /[^\t\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns the offset of the first character from an offset that is not a space. */
export function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) {
    at++;
  }
  return at;
}

/** Whether a part of the source has characters that only js-yaml reads. */
export function hasSpecialCharacters(part: string): boolean {
  return SPECIAL.test(part);
}

/** First line with content after a line break. */
interface NextLine {
  /** Offset of its first character that is not a space. */
  readonly first: number;

  /** Column of that character, from 0, or -1 at the end of the source. */
  readonly column: number;

  /** Number of line breaks before the line. */
  readonly breaks: number;
}

/** Returns the first line with content after a line break. */
function nextLine(text: string, lineBreak: number): NextLine {
  let lineStart = lineBreak + 1;
  for (let breaks = 1; ; breaks++) {
    const first = afterSpaces(text, lineStart);
    if (text.charCodeAt(first) !== LINE_FEED) {
      return { first, column: first < text.length ? first - lineStart : -1, breaks };
    }
    lineStart = first + 1;
  }
}

/** Returns the characters that line breaks between two lines of a scalar stand for. */
function fold(breaks: number): string {
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

/** Returns the characters that the line breaks in white space between two lines of a scalar stand for. */
function folded(space: string): string {
  return fold(space.split('\n').length - 1);
}

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

/** Characters for escapes other than those by code. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\0', '\0'], ['\\a', '\x07'], ['\\b', '\b'], ['\\t', '\t'], ['\\n', '\n'], ['\\v', '\v'], ['\\f', '\f'], ['\\r', '\r'], ['\\e', '\x1b'],
  ['\\ ', ' '], ['\\"', '"'], ['\\\\', '\\'],
]);

/** Two spaces or more match as a whole, with a line break or not: matching them from each of them would take quadratic time. */
const ESCAPE_OR_BREAK = /\\\n *|\\x([0-9a-fA-F]{2})|\\u((?![dD][89a-fA-F])[0-9a-fA-F]{4})|\\[^]| {2,}(?:\n[ \n]*)?| ?\n[ \n]*/g;
const BREAK = /(?<! ) *\n[ \n]*/g;

/**
 * Reads a quoted scalar.
 *
 * @param text source
 * @param start offset of the quote
 * @param mayBreak whether it may have several lines. As in Go, they may be indented less than the key that the scalar belongs to.
 * @throws OTHER_YAML if js-yaml must read it
 */
export function quotedScalar(text: string, start: number, mayBreak: boolean): BlockStyleScalar {
  const quote = text.charCodeAt(start);
  let isOneLine = true;
  let hasEscapes = false;
  let at = start + 1;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === DOUBLE_QUOTE || text.charCodeAt(at + 1) !== quote) {
        break;
      }
      hasEscapes = true;
      at++;
    } else if (code === LINE_FEED) {
      isOneLine = false;
      const { first, column } = nextLine(text, at);
      if (column < 0 || !mayBreak || (column === 0 && text.startsWith('...', first))) {
        throw OTHER_YAML;
      }
      at = first - 1;
    } else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      hasEscapes = true;
      at += text.charCodeAt(at + 1) === LINE_FEED ? 0 : 1;
    } else if (!(code >= SPACE) || (code > TILDE && hasSpecialCharacters(text[at]!))) {
      throw OTHER_YAML;
    }
  }
  const source = text.slice(start + 1, at);
  if (!hasEscapes || quote !== DOUBLE_QUOTE) {
    const value = isOneLine ? source : source.replace(BREAK, folded);
    return { value: hasEscapes ? value.replaceAll("''", "'") : value, end: at + 1 };
  }
  return { value: source.replace(ESCAPE_OR_BREAK, unescaped), end: at + 1 };
}

/** Returns the characters that an escape, or the white space around a line break, stands for. */
function unescaped(found: string, short: string | undefined, long: string | undefined, offset: number, source: string): string {
  const digits = short ?? long;
  if (digits !== undefined) {
    return String.fromCharCode(parseInt(digits, 16));
  }
  if (!found.startsWith('\\')) {
    return found.includes('\n') ? folded(found) : found;
  }
  const isBreak = found[1] === '\n';
  const character = isBreak ? '' : ESCAPES.get(found);
  // js-yaml loses empty lines after an escaped line break.
  if (character === undefined || (isBreak && source[offset + found.length] === '\n')) {
    throw OTHER_YAML;
  }
  return character;
}
