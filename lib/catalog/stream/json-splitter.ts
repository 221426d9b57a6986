import { folded } from '../../formats/json/folded-keys';
import { goText } from '../../formats/json/utf8-text';
import { type BlobSplitter, checkSize, type RawBlob, type RawMeta, StreamError } from './raw-blob';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const DASH = 0x2d;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = new Set([0x20, 0x09, 0x0d, LINE_FEED]);

/** Maximum number of keys: an object with more is parsed for its meta fields. */
const MAX_KEYS = 50;

/** Start and end of a string in the current blob, including quotes. */
type Token = readonly [start: number, end: number];

/**
 * Splits a file into consecutive JSON objects by their brackets. `---` lines may separate them.
 *
 * Most bytes of a catalog are base64 strings, which are skipped with one search for the next quote.
 */
export class JsonSplitter implements BlobSplitter {
  #line = 1;
  #startLine = 1;
  #depth = 0;
  #isInString = false;
  #isInSeparator = false;
  /** Number of backslashes immediately before the scan position in a string. */
  #backslashes = 0;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #expectsKey = false;
  #token = 0;
  #key: Token | undefined;
  #fields: (readonly [Token, Token])[] = [];
  #keys = 0;

  /**
   * @param maxBytes maximum size of a blob
   */
  public constructor(private readonly maxBytes: number) {}

  public *push(piece: Buffer): Generator<RawBlob> {
    let start = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#isInString) {
        at = this.#skipString(piece, at, start);
        continue;
      }
      const byte = piece[at]!;
      if (byte === LINE_FEED) {
        this.#line++;
        this.#isInSeparator = false;
      }
      if (this.#depth === 0) {
        start = at;
        this.#between(byte);
      } else {
        this.#within(byte, this.#partBytes + at - start);
        if (this.#depth === 0) {
          yield this.#blob(piece.subarray(start, at + 1));
        }
      }
      at++;
    }
    if (this.#depth > 0) {
      this.#parts.push(piece.subarray(start));
      this.#partBytes += piece.length - start;
      checkSize(this.#partBytes, this.maxBytes, this.#startLine);
    }
  }

  public *end(): Generator<RawBlob> {
    if (this.#depth > 0) {
      // An unclosed object is not JSON; the parser reports where.
      yield { ...this.#blob(Buffer.alloc(0)), meta: undefined };
    }
  }

  #between(byte: number): void {
    if (byte === OPEN_BRACE) {
      this.#depth = 1;
      this.#startLine = this.#line;
      this.#expectsKey = true;
    } else if (byte === DASH) {
      this.#isInSeparator = true;
    } else if (!SPACE.has(byte) && !this.#isInSeparator) {
      throw new StreamError('expected a JSON object, as before in this file', this.#line, false);
    }
  }

  #within(byte: number, offset: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.#backslashes = 0;
        this.#token = offset;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth--;
        break;
      case COMMA:
        this.#expectsKey = this.#depth === 1;
        break;
      case COLON:
        this.#expectsKey &&= this.#depth !== 1;
        break;
    }
  }

  /** Returns the position after the end of the current string, or the end of the piece. */
  #skipString(piece: Buffer, from: number, start: number): number {
    const quote = piece.indexOf(QUOTE, from);
    const end = quote < 0 ? piece.length : quote;
    let run = 0;
    while (end - 1 - run >= from && piece[end - 1 - run] === BACKSLASH) {
      run++;
    }
    const backslashes = run === end - from ? this.#backslashes + run : run;
    this.#backslashes = quote < 0 ? backslashes : 0;
    if (quote < 0) {
      return end;
    }
    if (backslashes % 2 === 0) {
      this.#isInString = false;
      if (this.#depth === 1) {
        this.#topString([this.#token, this.#partBytes + quote + 1 - start]);
      }
    }
    return quote + 1;
  }

  #topString(token: Token): void {
    if (this.#expectsKey) {
      this.#key = token;
      this.#keys++;
    } else if (this.#key !== undefined && this.#keys <= MAX_KEYS) {
      this.#fields.push([this.#key, token]);
      this.#key = undefined;
    }
  }

  #blob(last: Buffer): RawBlob {
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    checkSize(bytes.length, this.maxBytes, this.#startLine);
    const blob = { bytes, isJson: true, line: this.#startLine, meta: this.#keys > MAX_KEYS ? undefined : metaOf(bytes, this.#fields) };
    this.#parts = [];
    this.#partBytes = 0;
    this.#depth = 0;
    this.#fields = [];
    this.#key = undefined;
    this.#keys = 0;
    return blob;
  }
}

/** Returns the meta fields among top-level strings of an object, or undefined if keys repeat, which the parser has to handle. */
function metaOf(bytes: Buffer, fields: readonly (readonly [Token, Token])[]): RawMeta | undefined {
  const meta = new Map<string, string>();
  for (const [key, value] of fields) {
    const [name, content] = [stringAt(bytes, key), stringAt(bytes, value)];
    if (name === undefined || content === undefined || meta.has(folded(name))) {
      return undefined;
    }
    meta.set(folded(name), content);
  }
  return Object.fromEntries(['schema', 'package', 'name'].filter((name) => meta.has(name)).map((name) => [name, meta.get(name)!]));
}

/** Maximum length of a string that may be a name. */
const MAX_NAME_LENGTH = 4096;

function stringAt(bytes: Buffer, [start, end]: Token): string | undefined {
  if (end - start > MAX_NAME_LENGTH) {
    return '';
  }
  try {
    return JSON.parse(goText(bytes.subarray(start, end))) as string;
  } catch {
    return undefined;
  }
}
