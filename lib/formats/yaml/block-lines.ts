/** A scalar in block style. */
export interface BlockStyleScalar {
  readonly value: string;

  /** Offset after the scalar: of the next line for a literal or folded one, of the character after the quote or of the line break for others. */
  readonly end: number;
}

/** Thrown at YAML that BlockReader leaves to js-yaml; it may be valid or not. Always the same, because a new error would take a stack trace. */
export const OTHER_YAML = new Error('YAML that only js-yaml reads');

const LINE_FEED = 0x0a;
const SPACE = 0x20;

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
export interface NextLine {
  /** Offset of its first character that is not a space. */
  readonly first: number;

  /** Column of that character, from 0, or -1 at the end of the source. */
  readonly column: number;

  /** Number of line breaks before the line. */
  readonly breaks: number;
}

/** Returns the first line with content after a line break. */
export function nextLine(text: string, lineBreak: number): NextLine {
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
export function fold(breaks: number): string {
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

/** Returns the characters that the line breaks in white space between two lines of a scalar stand for. */
export function folded(space: string): string {
  return fold(space.split('\n').length - 1);
}
