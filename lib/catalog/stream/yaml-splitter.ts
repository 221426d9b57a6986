import { checkSize } from './raw-document';
import type { DocumentSplitter, RawDocument, RawMeta } from './raw-document';

const SEPARATOR = '\n---';
const LINE_FEED = 0x0a;

/** Fields at the top of a document, with values that are text in every reading of YAML. */
const META = /^(schema|package|name)[ \t]*:(.*)$/gm;
const PLAIN_TEXT = /^[ \t]+(?:"([a-z][\w.-]*)"|'([a-z][\w.-]*)'|([a-z][\w.-]*))[ \t]*\r?$/;

/** Words that YAML does not take for text. */
const NO_TEXT = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null']);

/** Cuts a YAML file at the lines that begin with `---`, where Go cuts it. Each piece begins with its line of `---`. */
export class YamlSplitter implements DocumentSplitter {
  #line = 1;
  #parts: Buffer[] = [];
  #partBytes = 0;

  /**
   * @param maxBytes the largest document
   */
  public constructor(private readonly maxBytes: number) {}

  public *push(piece: Buffer): Generator<RawDocument> {
    // A line of --- may begin in one piece and end in the next.
    const tail = this.#takeTail();
    const bytes = tail.length === 0 ? piece : Buffer.concat([tail, piece]);
    let start = 0;
    for (let found = bytes.indexOf(SEPARATOR); found >= 0; found = bytes.indexOf(SEPARATOR, found + 1)) {
      this.#add(bytes.subarray(start, found + 1));
      yield* this.end();
      start = found + 1;
    }
    this.#add(bytes.subarray(start));
  }

  public *end(): Generator<RawDocument> {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const line = this.#line;
    this.#parts = [];
    this.#partBytes = 0;
    for (let feed = bytes.indexOf(LINE_FEED); feed >= 0; feed = bytes.indexOf(LINE_FEED, feed + 1)) {
      this.#line++;
    }
    if (bytes.length > 0) {
      yield { bytes, isJson: false, line, meta: metaOf(bytes) };
    }
  }

  #add(bytes: Buffer): void {
    if (bytes.length > 0) {
      this.#parts.push(bytes);
      this.#partBytes += bytes.length;
      checkSize(this.#partBytes, this.maxBytes, this.#line);
    }
  }

  /** Takes the last letters of what has no end yet. */
  #takeTail(): Buffer {
    const last = this.#parts.pop();
    if (last === undefined) {
      return Buffer.alloc(0);
    }
    const kept = Math.max(0, last.length - (SEPARATOR.length - 1));
    this.#partBytes -= last.length - kept;
    if (kept > 0) {
      this.#parts.push(last.subarray(0, kept));
    }
    return last.subarray(kept);
  }
}

/** The meta fields of a document that says each of them once, in a simple form. */
function metaOf(bytes: Buffer): RawMeta | undefined {
  const meta = new Map<string, string>();
  for (const [, name, rest] of bytes.toString('latin1').matchAll(META)) {
    const match = PLAIN_TEXT.exec(rest!);
    const text = match?.[1] ?? match?.[2] ?? match?.[3];
    if (text === undefined || NO_TEXT.has(text) || meta.has(name!)) {
      return undefined;
    }
    meta.set(name!, text);
  }
  return Object.fromEntries(meta);
}
