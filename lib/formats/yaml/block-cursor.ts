import { afterSpaces, hasSpecialCharacters, OTHER_YAML } from './block-lines';
import { quotedScalar } from './block-quotes';
import { isCertainlyString, resolvePlain } from './go-scalar';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const MINUS = 0x2d;
const COLON = 0x3a;

const BEGINS_PLAIN = 1;
const INSIDE_KEY = 2;

/** Possible positions of each ASCII character in a plain scalar. */
const CHARACTERS = new Uint8Array(128);
for (let code = 0x21; code < 0x7f; code++) {
  const character = String.fromCharCode(code);
  CHARACTERS[code] = (/[-?:,[\]{}#&*!|>'"%@`]/.test(character) ? 0 : BEGINS_PLAIN) | (/[\w$./-]/.test(character) ? INSIDE_KEY : 0);
}

/** Go's readers refuse longer keys, from 1,024 characters on. */
const MAX_KEY_LENGTH = 500;

/** Position in a source in block style. */
export class BlockCursor {
  /** Offset of the first character of the line that is not a space, or of that after the dash of a list item. */
  public at = 0;

  /** Column of the line's first character that is not a space, from 0, or -1 at the end of the source. */
  public column = 0;

  /** Offset after the colon of the last key. */
  public keyEnd = 0;

  public constructor(private readonly text: string) {}

  /** Moves to the first line with content from the start of a line. */
  public goToLine(start: number): void {
    const { text } = this;
    const { length } = text;
    let lineStart = start;
    while (lineStart < length) {
      const first = afterSpaces(text, lineStart);
      const code = text.charCodeAt(first);
      if (code === LINE_FEED) {
        lineStart = first + 1;
      } else if (code === HASH) {
        lineStart = this.#afterComment(first);
      } else if (first < length) {
        this.at = first;
        this.column = first - lineStart;
        return;
      } else {
        break;
      }
    }
    this.column = -1;
  }

  #afterComment(start: number): number {
    const end = this.text.indexOf('\n', start);
    if (hasSpecialCharacters(this.text.slice(start, end < 0 ? undefined : end))) {
      throw OTHER_YAML;
    }
    return end < 0 ? this.text.length : end + 1;
  }

  /** Whether an offset is that of the dash of a list item. */
  public isDash(at: number): boolean {
    return this.text.charCodeAt(at) === MINUS && !(this.text.charCodeAt(at + 1) > SPACE);
  }

  /** Whether a quoted scalar begins at an offset. */
  public isQuote(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
  }

  /** Whether a plain scalar begins at an offset. */
  public isPlain(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code > 127 || (CHARACTERS[code]! & BEGINS_PLAIN) !== 0 || (code === MINUS && !this.isDash(at));
  }

  /** Returns the key at the current position, or undefined. */
  public key(): string | undefined {
    const { text } = this;
    const start = this.at;
    if (this.isQuote(start)) {
      const { value, end } = quotedScalar(text, start, Infinity);
      return this.#isKeyEnd(start, end) ? value : undefined;
    }
    let end = start;
    if ((CHARACTERS[text.charCodeAt(start)]! & BEGINS_PLAIN) !== 0) {
      do {
        end++;
      } while ((CHARACTERS[text.charCodeAt(end)]! & INSIDE_KEY) !== 0);
    }
    return end > start && this.#isKeyEnd(start, end) ? this.#plainKey(text.slice(start, end)) : undefined;
  }

  #isKeyEnd(start: number, end: number): boolean {
    const { text } = this;
    const after = text.charCodeAt(end + 1);
    if (text.charCodeAt(end) !== COLON || (after !== SPACE && after !== LINE_FEED)) {
      return false;
    }
    if (end - start > MAX_KEY_LENGTH) {
      throw OTHER_YAML;
    }
    this.keyEnd = end + 1;
    return true;
  }

  #plainKey(key: string): string {
    if (!isCertainlyString(key) && resolvePlain(key).kind !== 'string') {
      throw OTHER_YAML;
    }
    return key;
  }

  /** Ends a line after its value. */
  public endLine(from: number): void {
    const end = afterSpaces(this.text, from);
    if (end < this.text.length && this.text.charCodeAt(end) !== LINE_FEED) {
      throw OTHER_YAML;
    }
    this.goToLine(end + 1);
  }
}
