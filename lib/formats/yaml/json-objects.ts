import { type IntegerSize, parseJson } from '../json/exact-json';
import { stringEnd } from '../json/json-syntax';
import type { ParseLimits } from './parse';
import { YamlSyntaxError } from './source-text';

/** A JSON object in a stream. */
export interface JsonObject {
  /** Parsed value. */
  readonly value: unknown;
  /** Offset of its start. */
  readonly start: number;
  /** Offset of its end. */
  readonly end: number;
  /** Line of its start, from 1. */
  readonly line: number;
  /** Column of its start, from 1. */
  readonly column: number;
}

/** Error at a position where a JSON object is expected. */
export interface JsonFault {
  /** Error message. */
  readonly fault: string;
  readonly line: number;
  readonly column: number;
}

const SPACE = new Set([' ', '\t', '\r', '\n'].map((character) => character.charCodeAt(0)));
const JSON_START = /^[ \t\r\n]*\{/;

/** Reads a sequence of JSON objects, as Go's `json.Decoder` does. */
export class JsonObjects {
  readonly #text: string;
  readonly #limits: ParseLimits;
  readonly #size: IntegerSize | undefined;
  #lineStart = 0;

  /** Offset of the next object, or of whatever follows the last one. */
  public offset = 0;

  /** Line of `offset`, from 1. */
  public line = 1;

  /** Upper bound of the number of values so far. */
  public nodes = 0;

  /**
   * @param text content of the stream
   * @param limits limits; `maxNodes` applies to all objects together
   * @param size which integers beyond 2^53 are kept; by default none, as in JSON that Go decodes without a type
   */
  public constructor(text: string, limits: ParseLimits, size?: IntegerSize) {
    this.#text = text;
    this.#limits = limits;
    this.#size = size;
  }

  /** Whether the stream begins like a JSON object. */
  public get isJson(): boolean {
    return JSON_START.test(this.#text);
  }

  /** Whether the whole stream was read. */
  public get atEnd(): boolean {
    return this.offset >= this.#text.length;
  }

  /**
   * Returns the next object, or undefined at the end of the stream. After a fault, `offset` is where the next object should begin or, as in Go, at
   * the first line after the last object.
   *
   * @throws YamlSyntaxError if a limit is exceeded
   */
  public next(): JsonObject | JsonFault | undefined {
    const before = { offset: this.offset, line: this.line, lineStart: this.#lineStart };
    this.#skipSpace();
    if (this.atEnd) {
      return undefined;
    }
    const [start, line, column] = [this.offset, this.line, this.offset - this.#lineStart + 1];
    const end = this.#objectEnd(start);
    const value = end === undefined ? undefined : this.#parsed(this.#text.slice(start, end));
    if (value === undefined) {
      this.#rewind(before);
      return { fault: 'a JSON object is expected here, as before, but this is not JSON', line, column };
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

  /** Returns the end of the object that begins at an offset, by its brackets, or undefined if there is none, or it does not end. */
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

  /** Parses JSON, or returns undefined if it is invalid, or has a number that is too large. */
  #parsed(json: string): unknown {
    try {
      if (this.#size !== undefined) {
        return parseJson(json, this.#size);
      }
      const value: unknown = JSON.parse(json);
      return hasFiniteNumbersOnly(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #countDepth(depth: number, at: number): void {
    if (depth > this.#limits.maxDepth) {
      throw this.#exceeded(`lists and maps are nested more than ${this.#limits.maxDepth} deep (limit maxYamlDepth)`, at);
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
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function hasFiniteNumbersOnly(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).every(hasFiniteNumbersOnly);
  }
  return typeof value !== 'number' || Number.isFinite(value);
}
