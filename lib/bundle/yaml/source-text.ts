import type { SourcePosition } from '../source-position';

/** Spaces put before a line that is indented too little; as many as no real line needs. */
const PAD = ' '.repeat(1000);

/**
 * The text of a file as js-yaml is to see it, which knows where its letters stand in the file.
 *
 * Go's readers accept a line inside brackets that is indented less than the key before it, js-yaml, by YAML's letter, does not. Spaces
 * mean nothing there, so such lines get more of them.
 */
export class SourceText {
  readonly #original: string;

  /** Offsets in the original text before which a pad stands, ascending. */
  readonly #pads: readonly number[];

  /** What js-yaml gets to see. */
  public readonly text: string;

  /**
   * @param original the text of the file
   * @param pads offsets of the lines to indent, ascending
   */
  public constructor(original: string, pads: readonly number[] = []) {
    this.#original = original;
    this.#pads = pads;
    const bounds = [0, ...pads];
    this.text = bounds.map((from, index) => original.slice(from, bounds[index + 1])).join(PAD);
  }

  /** How many lines were indented. */
  public get padded(): number {
    return this.#pads.length;
  }

  /**
   * The same text with the line of an offset indented. Undefined when it is already, or when the offset is not that of the first letter
   * in the line: only then is it sure that the line begins inside brackets or quotes, where spaces mean nothing.
   */
  public withLineIndented(offset: number): SourceText | undefined {
    const at = this.#originalOffset(offset);
    const start = Math.max(this.#original.lastIndexOf('\n', at - 1), this.#original.lastIndexOf('\r', at - 1)) + 1;
    const first = this.#original.slice(start, at).trim() === '';
    if (!first || this.#pads.includes(start)) {
      return undefined;
    }
    return new SourceText(this.#original, [...this.#pads, start].sort((left, right) => left - right));
  }

  /** The place in the file of an offset in the text. */
  public positionAt(offset: number): SourcePosition {
    return positionAt(this.#original, this.#originalOffset(offset));
  }

  #originalOffset(offset: number): number {
    let shift = 0;
    for (const pad of this.#pads) {
      if (pad + shift >= offset) {
        break;
      }
      shift += Math.min(PAD.length, offset - pad - shift);
    }
    return offset - shift;
  }
}

/** The line and column of an offset in a text, both from 1. Breaks are what YAML calls one: LF, CR, and both together. */
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
