import type { SourcePosition } from '../json/source-position';
import { printableText } from '../../text/printable';

/** Thrown if Go's readers would refuse a file as YAML. The message does not contain the position. */
export class YamlSyntaxError extends Error {
  /** Position of the error. */
  public readonly position: SourcePosition;

  /** Whether a limit was exceeded; the YAML itself may be valid. */
  public readonly limit: boolean;

  /**
   * @param message what is wrong, and the remedy unless it is obvious
   * @param position position of the error
   * @param limit whether a limit was exceeded
   */
  public constructor(message: string, position: SourcePosition, limit = false) {
    super(printableText(message));
    this.name = 'YamlSyntaxError';
    this.position = position;
    this.limit = limit;
  }
}

/** Maximum number of lines to indent, and of spaces before each: they must not fill the memory. */
const MAX_PADS = 50_000;
const MAX_PAD = 1000;

/** Longest prefix of a line after which a list or map in block style can begin. */
const ENTRY_PREFIXES = /^[ \t]*(?:[-?:][ \t]+)*/gm;

/** A line that ends a document, even in quotes and brackets. */
const DOCUMENT_MARKER = /^(?:---|\.\.\.)(?:\s|$)/;

/** Changes after which js-yaml accepts what Go's readers accept; offsets are those of the file. */
interface Edits {
  /** Starts of the lines to indent, ascending. */
  readonly pads: readonly number[];

  /** Tabs to replace by spaces, ascending. */
  readonly tabs: readonly number[];
}

/**
 * Source of a file as passed to js-yaml, with a mapping from its offsets to positions in the file.
 *
 * Go's readers accept a line inside brackets or quotes that is indented less than its key, and a tab between brackets; js-yaml does not.
 * White space means nothing there, so such lines are indented, and such tabs replaced.
 */
export class SourceText {
  readonly #original: string;
  readonly #edits: Edits;
  /** Number of spaces before a line that is indented: more than the indentation of any list or map in block style. */
  readonly #pad: number;

  /** Source for js-yaml. */
  public readonly text: string;

  /**
   * @param original content of the file
   * @param edits changes to make
   */
  public constructor(original: string, edits: Edits = { pads: [], tabs: [] }) {
    this.#original = original;
    this.#edits = edits;
    this.#pad = edits.pads.length === 0 ? 0 : padFor(original);
    const bounds = [0, ...edits.pads];
    const spaced = withSpacesAt(original, edits.tabs);
    this.text = bounds.map((from, index) => spaced.slice(from, bounds[index + 1])).join(' '.repeat(this.#pad));
  }

  /**
   * Returns the same source with the line of an offset, and every further line up to another offset, indented. Returns undefined if the line is
   * already indented, or the offset is not that of its first character: otherwise the line may begin outside brackets and quotes.
   */
  public withLinesIndented(offset: number, end: number = offset): SourceText | undefined {
    const [from, to] = [this.#originalOffset(offset), this.#originalOffset(end)];
    const start = lineStart(this.#original, from);
    if (this.#original.slice(start, from).trim() !== '' || this.#edits.pads.includes(start)) {
      return undefined;
    }
    const pads = new Set([...this.#edits.pads, start]);
    for (const { index, 0: lineBreaks } of this.#original.slice(from, to).matchAll(/[\r\n]+/g)) {
      pads.add(from + index + lineBreaks.length);
    }
    const isMarker = [...pads].some((pad) => DOCUMENT_MARKER.test(this.#original.slice(pad, pad + 4)));
    return pads.size > MAX_PADS || isMarker ? undefined : new SourceText(this.#original, { ...this.#edits, pads: ascending(pads) });
  }

  /** Returns the same source with the tabs between the start of a line and an offset in it replaced by spaces, or undefined. */
  public withTabsReplaced(offset: number): SourceText | undefined {
    const to = this.#originalOffset(offset);
    const start = lineStart(this.#original, to);
    const found = [...this.#original.slice(start, to).matchAll(/\t/g)].map(({ index }) => start + index);
    const tabs = new Set([...this.#edits.tabs, ...found]);
    return tabs.size === this.#edits.tabs.length ? undefined : new SourceText(this.#original, { ...this.#edits, tabs: ascending(tabs) });
  }

  /** Offsets of the file's tabs in `text`. */
  public *tabs(): Generator<number> {
    let pads = 0;
    for (let tab = this.#original.indexOf('\t'); tab >= 0; tab = this.#original.indexOf('\t', tab + 1)) {
      while (pads < this.#edits.pads.length && this.#edits.pads[pads]! <= tab) {
        pads++;
      }
      yield tab + pads * this.#pad;
    }
  }

  /** Offsets of the replaced tabs in `text`. */
  public get replacedTabs(): number[] {
    return this.#edits.tabs.map((tab) => tab + this.#pad * this.#edits.pads.filter((pad) => pad <= tab).length);
  }

  /** Returns the position in the file of an offset in `text`. */
  public positionAt(offset: number): SourcePosition {
    return positionAt(this.#original, this.#originalOffset(offset));
  }

  /** Returns the column in the file, from 1, of an offset in `text`. */
  public columnAt(offset: number): number {
    const at = this.#originalOffset(offset);
    const start = lineStart(this.#original, at);
    return at - start + (start === 0 && this.#original.startsWith('\ufeff') ? 0 : 1);
  }

  #originalOffset(offset: number): number {
    const { pads } = this.#edits;
    let [count, end] = [0, pads.length];
    while (count < end) {
      const middle = (count + end) >> 1;
      if (pads[middle]! + middle * this.#pad < offset) {
        count = middle + 1;
      } else {
        end = middle;
      }
    }
    return count === 0 ? offset : Math.max(pads[count - 1]!, offset - count * this.#pad);
  }
}

/** Returns the number of spaces to indent with. */
function padFor(text: string): number {
  let longest = 0;
  for (const [prefix] of text.matchAll(ENTRY_PREFIXES)) {
    longest = Math.max(longest, prefix.length);
  }
  return Math.min(MAX_PAD, longest + 1);
}

function ascending(offsets: Iterable<number>): number[] {
  return [...offsets].sort((left, right) => left - right);
}

function withSpacesAt(text: string, offsets: readonly number[]): string {
  return offsets.length === 0 ? text : [...offsets, text.length].map((to, index) => text.slice(index === 0 ? 0 : offsets[index - 1]! + 1, to)).join(' ');
}

/** Returns the offset of the start of the line that contains an offset. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const carriageReturn = text.slice(start, offset).lastIndexOf('\r');
  return carriageReturn < 0 ? start : start + carriageReturn + 1;
}

/** Returns the line and column of an offset, both from 1. Line breaks are those of YAML 1.2: LF, CR, and CR LF. */
export function positionAt(text: string, offset: number): SourcePosition {
  let line = 1;
  let start = text.startsWith('\ufeff') ? 1 : 0;
  const breaks = /\r\n|\n|\r/g;
  for (let found = breaks.exec(text); found !== null && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    start = breaks.lastIndex;
  }
  return { line, column: Math.max(1, offset - start + 1) };
}
