import { setOwn } from '../json/json-value';
import { afterSpaces, hasSpecialCharacters, indentedScalar, OTHER_YAML, plainLine, plainLineEnd, plainLines, quotedScalar } from './block-scalars';
import type { ConstructOptions } from './construct';
import { isCertainlyString, resolvePlain } from './go-scalar';
import { mayExceedNodes, type ParseLimits } from './parse';
import { scalarValue } from './scalar-reader';

/** The value of a document. */
export interface BlockStyleDocument {
  /** Value, in which lists and maps are frozen. */
  readonly value: unknown;

  /** Number of values. */
  readonly nodes: number;
}

/**
 * Reads the YAML that tools write: lists and maps in block style, with scalars of every style, comments between lines, and the empty `[]` and `{}`.
 * The result is the same as from js-yaml's events, several times as fast; everything else, including errors, is left to js-yaml.
 *
 * @returns the value, or undefined if js-yaml must read the document
 */
export function readBlockStyle(text: string, options: ConstructOptions & ParseLimits): BlockStyleDocument | undefined {
  if (mayExceedNodes(text, options)) {
    return undefined;
  }
  try {
    return new BlockReader(text, options).document();
  } catch (error) {
    if (error === OTHER_YAML) {
      return undefined;
    }
    throw error;
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const MINUS = 0x2d;
const COLON = 0x3a;
const GREATER = 0x3e;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const BAR = 0x7c;

/** Maximum depth; manifests are not nested deeper. */
const MAX_DEPTH = 100;

class BlockReader {
  readonly #cursor: BlockCursor;
  #nodes = 0;
  #depth = 0;

  public constructor(
    private readonly text: string,
    private readonly options: ConstructOptions & ParseLimits,
  ) {
    this.#cursor = new BlockCursor(text);
  }

  public document(): BlockStyleDocument {
    this.#cursor.goToLine(this.text.startsWith('---\n') ? '---\n'.length : 0);
    this.#nodes++;
    const value = this.#collection();
    if (this.#cursor.column >= 0 || this.#nodes > this.options.maxNodes) {
      throw OTHER_YAML;
    }
    return { value, nodes: this.#nodes };
  }

  #collection(): unknown {
    const { at, column } = this.#cursor;
    return this.#cursor.isDash(at) ? this.#list(column) : this.#map(column, this.#cursor.key());
  }

  #list(column: number): readonly unknown[] {
    this.#enter();
    const list: unknown[] = [];
    do {
      list.push(this.#item(column));
    } while (this.#cursor.column === column && this.#cursor.isDash(this.#cursor.at));
    this.#leave(column);
    return Object.freeze(list);
  }

  #item(column: number): unknown {
    const cursor = this.#cursor;
    const dash = cursor.at;
    const first = afterSpaces(this.text, dash + 1);
    if (cursor.isDash(first)) {
      cursor.at = first;
      this.#nodes++;
      return this.#list(column + first - dash);
    }
    // A quoted key in a list item is rare.
    cursor.at = first;
    const key = cursor.isQuote(first) ? undefined : cursor.key();
    if (key !== undefined) {
      this.#nodes++;
      return this.#map(column + first - dash, key);
    }
    return this.#value(first, column, false);
  }

  #map(column: number, firstKey: string | undefined): { readonly [key: string]: unknown } {
    this.#enter();
    const map: { [key: string]: unknown } = {};
    for (let key = firstKey; ; key = this.#cursor.key()) {
      if (key === undefined) {
        throw OTHER_YAML;
      }
      this.#nodes++;
      setOwn(map, key, this.#value(afterSpaces(this.text, this.#cursor.keyEnd), column, true));
      if (this.#cursor.column !== column) {
        break;
      }
    }
    this.#leave(column);
    return Object.freeze(map);
  }

  #enter(): void {
    if (++this.#depth > Math.min(MAX_DEPTH, this.options.maxDepth)) {
      throw OTHER_YAML;
    }
  }

  /** Leaves a list or map, after which no line may be indented more. */
  #leave(column: number): void {
    this.#depth--;
    if (this.#cursor.column > column) {
      throw OTHER_YAML;
    }
  }

  /**
   * Reads a value.
   *
   * @param at offset after the spaces that follow the colon or dash
   * @param parent column of the key or dash
   * @param isInMap whether a list may begin at the column of the key
   */
  #value(at: number, parent: number, isInMap: boolean): unknown {
    this.#nodes++;
    const { text } = this;
    switch (text.charCodeAt(at)) {
      case LINE_FEED:
        return this.#valueBelow(at + 1, parent, isInMap);
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE: {
        const { value, end } = quotedScalar(text, at, true);
        this.#cursor.endLine(end);
        return value;
      }
      case BAR:
      case GREATER: {
        const { value, end } = indentedScalar(text, at, parent);
        this.#cursor.goToLine(end);
        return value;
      }
      case OPEN_BRACKET:
      case OPEN_BRACE:
        return this.#empty(at);
      default:
        return this.#plain(at, parent);
    }
  }

  #valueBelow(lineStart: number, parent: number, isInMap: boolean): unknown {
    this.#cursor.goToLine(lineStart);
    if (this.#cursor.column > parent) {
      return this.#collection();
    }
    return isInMap && this.#cursor.column === parent && this.#cursor.isDash(this.#cursor.at) ? this.#list(parent) : null;
  }

  #empty(at: number): unknown {
    const isMap = this.text.startsWith('{}', at);
    if (!isMap && !this.text.startsWith('[]', at)) {
      throw OTHER_YAML;
    }
    this.#cursor.endLine(at + 2);
    return Object.freeze(isMap ? {} : []);
  }

  #plain(start: number, parent: number): unknown {
    const { text } = this;
    if (!this.#cursor.isPlain(start)) {
      throw OTHER_YAML;
    }
    let end = plainLineEnd(text, start);
    let value: string;
    this.#cursor.goToLine(end + 1);
    if (this.#cursor.column <= parent) {
      value = plainLine(text, start, end);
    } else {
      ({ value, end } = plainLines(text, start, parent));
      this.#cursor.goToLine(end + 1);
    }
    return isCertainlyString(value) ? value : this.#resolved(value);
  }

  #resolved(plain: string): unknown {
    const value = scalarValue(resolvePlain(plain), this.options.target);
    if (value === undefined) {
      throw OTHER_YAML;
    }
    return value;
  }
}

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
class BlockCursor {
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
      const { value, end } = quotedScalar(text, start, false);
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
