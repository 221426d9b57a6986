import { setOwn } from '../json/json-value';
import { BlockCursor } from './block-cursor';
import { afterSpaces, OTHER_YAML } from './block-lines';
import { quotedScalar } from './block-quotes';
import { indentedScalar, plainLine, plainLineEnd, plainLines } from './block-scalars';
import type { ConstructOptions } from './construct';
import { isCertainlyString, resolvePlain } from './go-scalar';
import { mayExceedNodes, type ParseLimits } from './parse';
import { scalarValue } from './scalar-value';

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
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
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
        const { value, end } = quotedScalar(text, at, parent);
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
