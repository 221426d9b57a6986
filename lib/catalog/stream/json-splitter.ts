import { checkSize, StreamFault } from './raw-document';
import type { DocumentSplitter, RawDocument, RawMeta } from './raw-document';
import { folded } from '../read/folded-keys';

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

/** Objects with more keys are read to know what they are. */
const MOST_KEYS = 50;

/** A string in the document that is being cut out: where it begins and ends, quotes included. */
type Token = readonly [start: number, end: number];

/**
 * Cuts JSON objects that stand in a row out of a file, by their brackets. Lines of `---` may stand between them.
 *
 * Most bytes of a catalog are base64 in strings, and these are passed over with one search for the next quote.
 */
export class JsonSplitter implements DocumentSplitter {
  #line = 1;
  #startLine = 1;
  #depth = 0;
  #isInString = false;
  #isInSeparator = false;
  /** So many backslashes stand right before the place where the search for the end of a string goes on. */
  #backslashes = 0;
  #parts: Buffer[] = [];
  #partBytes = 0;
  #expectsKey = false;
  #token = 0;
  #key: Token | undefined;
  #fields: (readonly [Token, Token])[] = [];
  #keys = 0;

  /**
   * @param maxBytes the largest document
   */
  public constructor(private readonly maxBytes: number) {}

  public *push(piece: Buffer): Generator<RawDocument> {
    let start = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#isInString) {
        at = this.#passString(piece, at, start);
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
          yield this.#document(piece.subarray(start, at + 1));
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

  public *end(): Generator<RawDocument> {
    if (this.#depth > 0) {
      // What is not closed is no JSON; whoever reads it says where.
      yield { ...this.#document(Buffer.alloc(0)), meta: undefined };
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
      throw new StreamFault('here should be a JSON object like those before it, but this is none', this.#line, false);
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

  /** Goes on to the end of a string, or of the piece. */
  #passString(piece: Buffer, from: number, start: number): number {
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
    } else if (this.#key !== undefined && this.#keys <= MOST_KEYS) {
      this.#fields.push([this.#key, token]);
      this.#key = undefined;
    }
  }

  #document(last: Buffer): RawDocument {
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    checkSize(bytes.length, this.maxBytes, this.#startLine);
    const document = { bytes, isJson: true, line: this.#startLine, meta: this.#keys > MOST_KEYS ? undefined : metaOf(bytes, this.#fields) };
    this.#parts = [];
    this.#partBytes = 0;
    this.#depth = 0;
    this.#fields = [];
    this.#key = undefined;
    this.#keys = 0;
    return document;
  }
}

/** The meta fields among strings at the top of an object; undefined where keys repeat, which whoever reads it has to judge. */
function metaOf(bytes: Buffer, fields: readonly (readonly [Token, Token])[]): RawMeta | undefined {
  const meta = new Map<string, string>();
  for (const [key, value] of fields) {
    const [name, text] = [stringAt(bytes, key), stringAt(bytes, value)];
    if (name === undefined || text === undefined || meta.has(folded(name))) {
      return undefined;
    }
    meta.set(folded(name), text);
  }
  return Object.fromEntries(['schema', 'package', 'name'].filter((name) => meta.has(name)).map((name) => [name, meta.get(name)!]));
}

/** Longer strings are no names. */
const LONGEST_NAME = 4096;

function stringAt(bytes: Buffer, [start, end]: Token): string | undefined {
  if (end - start > LONGEST_NAME) {
    return '';
  }
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as string;
  } catch {
    return undefined;
  }
}
