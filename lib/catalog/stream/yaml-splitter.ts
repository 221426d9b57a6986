import { type BlobSplitter, checkSize, type RawBlob, type RawMeta } from './raw-blob';

const SEPARATOR = '\n---';
const LINE_FEED = 0x0a;

/** Top-level fields with values that are strings in every version of YAML. */
const META = /^(schema|package|name)[ \t]*:(.*)$/gm;
const PLAIN_STRING = /^[ \t]+(?:"([a-z][\w.-]*)"|'([a-z][\w.-]*)'|([a-z][\w.-]*))[ \t]*\r?$/;

/** Words that YAML does not parse as strings. */
const NOT_STRINGS = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null']);

/** Splits a YAML file at the lines that begin with `---`, as Go does. Each blob begins with its `---` line. */
export class YamlSplitter implements BlobSplitter {
  #line = 1;
  #parts: Buffer[] = [];
  #partBytes = 0;

  /**
   * @param maxBytes maximum size of a blob
   */
  public constructor(private readonly maxBytes: number) {}

  public *push(piece: Buffer): Generator<RawBlob> {
    // A --- line may begin in one piece and end in the next.
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

  public *end(): Generator<RawBlob> {
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

  /** Removes and returns the last bytes, which may be the beginning of a separator. */
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

/** Returns the meta fields of a blob, or undefined if one is repeated, or not a simple string. */
function metaOf(bytes: Buffer): RawMeta | undefined {
  const meta = new Map<string, string>();
  for (const [, name, rest] of bytes.toString('latin1').matchAll(META)) {
    const match = PLAIN_STRING.exec(rest!);
    const value = match?.[1] ?? match?.[2] ?? match?.[3];
    if (value === undefined || NOT_STRINGS.has(value) || meta.has(name!)) {
      return undefined;
    }
    meta.set(name!, value);
  }
  return Object.fromEntries(meta);
}
