import type { ParseLimits } from './parse';
import { YamlSyntaxError } from './yaml-syntax-error';

/** A JSON object of a text. */
export interface JsonObject {
  readonly value: unknown;
  /** Where it begins in the text. */
  readonly start: number;
  /** Where it ends in the text. */
  readonly end: number;
  /** The line where it begins, from 1. */
  readonly line: number;
  /** The column where it begins, from 1. */
  readonly column: number;
}

/** A place where there is no JSON object. */
export interface JsonFault {
  readonly fault: string;
  readonly line: number;
  readonly column: number;
}

const SPACE = new Set([' ', '\t', '\r', '\n'].map((letter) => letter.charCodeAt(0)));
const JSON_START = /^[ \t\r\n]*\{/;

/** JSON objects that stand in a row in a text, as `json.Decoder` of Go reads them. */
export class JsonObjects {
  readonly #text: string;
  readonly #limits: ParseLimits;
  #lineStart = 0;

  /** Where the next object begins, or what is none. */
  public offset = 0;

  /** The line of the offset, from 1. */
  public line = 1;

  /** No fewer than the values in the objects so far. */
  public nodes = 0;

  /**
   * @param text the text
   * @param limits limits; the number of values is about all objects together
   */
  public constructor(text: string, limits: ParseLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Whether the text looks like JSON objects. */
  public get isJson(): boolean {
    return JSON_START.test(this.#text);
  }

  /** Whether everything was read. */
  public get atEnd(): boolean {
    return this.offset >= this.#text.length;
  }

  /**
   * The next object; undefined at the end of the text. After a fault the offset stays at the object that is none, or, as Go does it, at
   * the beginning of the first line behind the last object.
   *
   * @throws YamlSyntaxError when a limit is exceeded
   */
  public next(): JsonObject | JsonFault | undefined {
    const before = { offset: this.offset, line: this.line, lineStart: this.#lineStart };
    this.#skipSpace();
    if (this.atEnd) {
      return undefined;
    }
    const [start, line, column] = [this.offset, this.line, this.offset - this.#lineStart + 1];
    const end = this.#objectEnd(start);
    const value = end === undefined ? undefined : parsed(this.#text.slice(start, end));
    if (value === undefined) {
      this.#rewind(before);
      return { fault: 'here should be a JSON object like those before it, but this is not JSON', line, column };
    }
    this.offset = end!;
    return { value, start, end: end!, line, column };
  }

  #skipSpace(): void {
    for (let code = this.#text.charCodeAt(this.offset); SPACE.has(code); code = this.#text.charCodeAt(this.offset)) {
      this.#passed(code);
      this.offset++;
    }
  }

  #rewind(to: { readonly offset: number; readonly line: number; readonly lineStart: number }): void {
    this.offset = to.offset;
    this.line = to.line;
    this.#lineStart = to.lineStart;
    for (let code = this.#text.charCodeAt(this.offset); SPACE.has(code); code = this.#text.charCodeAt(this.offset)) {
      this.#passed(code);
      this.offset++;
      if (code === LINE_FEED) {
        break;
      }
    }
  }

  #passed(code: number): void {
    if (code === LINE_FEED) {
      this.line++;
      this.#lineStart = this.offset + 1;
    }
  }

  /** The end of the object that begins at an offset, by its brackets; undefined when there is none, or it does not end. */
  #objectEnd(start: number): number | undefined {
    const text = this.#text;
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      switch (code) {
        case QUOTE:
          at = stringEnd(text, at);
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          depth++;
          this.#countDepth(depth, at);
          this.#countNode(at);
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          depth--;
          break;
        case COMMA:
        case COLON:
          this.#countNode(at);
          break;
        case LINE_FEED:
          this.line++;
          this.#lineStart = at + 1;
          break;
      }
      if (depth === 0) {
        return code === CLOSE_BRACE ? at + 1 : undefined;
      }
    }
    return undefined;
  }

  #countDepth(depth: number, at: number): void {
    if (depth > this.#limits.maxDepth) {
      throw this.#exceeded(`lists and maps stand more than ${this.#limits.maxDepth} deep in one another (limit maxYamlDepth)`, at);
    }
  }

  #countNode(at: number): void {
    if (++this.nodes > this.#limits.maxNodes) {
      throw this.#exceeded(`there are more than ${this.#limits.maxNodes} values up to here (limit maxYamlNodes)`, at);
    }
  }

  #exceeded(message: string, at: number): YamlSyntaxError {
    return new YamlSyntaxError(message, { line: this.line, column: at - this.#lineStart + 1 }, true);
  }
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The offset of the quote that ends a string, or of the end of the text. */
function stringEnd(text: string, start: number): number {
  let end = start;
  let escaped = true;
  while (escaped) {
    end = text.indexOf('"', end + 1);
    if (end < 0) {
      return text.length;
    }
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) {
      backslashes++;
    }
    escaped = backslashes % 2 === 1;
  }
  return end;
}

/** The value of a JSON text; undefined when it is none, or holds a number that is too large. */
function parsed(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  return holdsFiniteNumbers(value) ? value : undefined;
}

function holdsFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).every(holdsFiniteNumbers);
  }
  return typeof value !== 'number' || Number.isFinite(value);
}
