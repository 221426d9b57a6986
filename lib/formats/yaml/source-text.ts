import type { SourcePosition } from '../json/source-position';
import { printableMessage } from '../../text/printable';
import type { WhiteSpaceEdits } from './flow-lines';

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
    super(printableMessage(message));
    this.name = 'YamlSyntaxError';
    this.position = position;
    this.limit = limit;
  }
}

/** No changes, for a file that js-yaml may read as it is. */
const NO_EDITS: WhiteSpaceEdits = { pads: [], tabs: [] };

/**
 * Source of a file as passed to js-yaml, with a mapping from its offsets to positions in the file.
 *
 * Go's readers accept a line inside brackets or quotes that is indented less than its key, and a tab between brackets; js-yaml does not.
 * White space means nothing there, so such lines are indented, and such tabs replaced.
 */
export class SourceText {
  readonly #original: string;
  readonly #edits: WhiteSpaceEdits;

  /** Offsets in `text` of the spaces before each line that is indented. */
  readonly #padOffsets: readonly number[];

  /** Offsets in the file at which its lines begin, once a position was asked for. */
  #lineStarts: readonly number[] | undefined;

  /** Source for js-yaml. */
  public readonly text: string;

  /**
   * @param original content of the file
   * @param edits changes to make
   */
  public constructor(original: string, edits: WhiteSpaceEdits = NO_EDITS) {
    this.#original = original;
    this.#edits = edits;
    const spaced = withSpacesAt(original, edits.tabs);
    const offsets: number[] = [];
    const parts: string[] = [];
    let [from, length] = [0, 0];
    for (const { offset, spaces } of edits.pads) {
      parts.push(spaced.slice(from, offset), ' '.repeat(spaces));
      offsets.push(length + offset - from);
      length += offset - from + spaces;
      from = offset;
    }
    this.#padOffsets = offsets;
    this.text = edits.pads.length === 0 ? spaced : [...parts, spaced.slice(from)].join('');
  }

  /** Offsets in `text` of the lines that are indented. */
  public get indentedLines(): readonly number[] {
    return this.#padOffsets;
  }

  /** Offsets of the file's tabs in `text`. */
  public *tabs(): Generator<number> {
    const text = this.#original;
    const tabs = function* tabsOf(): Generator<number> {
      for (let tab = text.indexOf('\t'); tab >= 0; tab = text.indexOf('\t', tab + 1)) {
        yield tab;
      }
    };
    yield* this.#shifted(tabs());
  }

  /** Offsets of the replaced tabs in `text`. */
  public get replacedTabs(): number[] {
    return [...this.#shifted(this.#edits.tabs)];
  }

  /** Returns offsets in the file, which must be ascending, as offsets in `text`. */
  *#shifted(offsets: Iterable<number>): Generator<number> {
    const { pads } = this.#edits;
    let [next, added] = [0, 0];
    for (const offset of offsets) {
      for (; next < pads.length && pads[next]!.offset <= offset; next++) {
        added += pads[next]!.spaces;
      }
      yield offset + added;
    }
  }

  /** Returns the position in the file of an offset in `text`. */
  public positionAt(offset: number): SourcePosition {
    this.#lineStarts ??= lineStarts(this.#original);
    const at = this.#originalOffset(offset);
    // A file that begins with a byte order mark has its first line after it.
    const line = Math.max(1, countUntil(this.#lineStarts, at + 1));
    return { line, column: Math.max(1, at - this.#lineStarts[line - 1]! + 1) };
  }

  /** Returns the column in the file, from 1, of an offset in `text`. */
  public columnAt(offset: number): number {
    const at = this.#originalOffset(offset);
    const start = lineStart(this.#original, at);
    return at - start + (start === 0 && this.#original.startsWith('\ufeff') ? 0 : 1);
  }

  #originalOffset(offset: number): number {
    const count = countUntil(this.#padOffsets, offset);
    if (count === 0) {
      return offset;
    }
    const pad = this.#edits.pads[count - 1]!;
    return pad.offset + Math.max(0, offset - this.#padOffsets[count - 1]! - pad.spaces);
  }
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

/** Returns how many of the offsets, which are ascending, are less than one. */
function countUntil(offsets: readonly number[], offset: number): number {
  let [count, end] = [0, offsets.length];
  while (count < end) {
    const middle = (count + end) >> 1;
    if (offsets[middle]! < offset) {
      count = middle + 1;
    } else {
      end = middle;
    }
  }
  return count;
}

/** Returns the offsets at which lines begin. Line breaks are those of YAML 1.2: LF, CR, and CR LF. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  const breaks = /\r\n|\n|\r/g;
  while (breaks.test(text)) {
    starts.push(breaks.lastIndex);
  }
  return starts;
}

/** Returns the line and column of an offset, both from 1. For more than one, see `SourceText.positionAt`. */
export function positionAt(text: string, offset: number): SourcePosition {
  return new SourceText(text).positionAt(offset);
}
