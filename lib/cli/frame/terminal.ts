import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { printable, printableText } from '../../text/printable';
import { wrappedLine } from '../../text/text-table';

/** Width of the output if it is unknown, in characters. */
const DEFAULT_WIDTH = 80;

/** Maximum width of prose: longer lines are hard to read. */
const MAX_PROSE_WIDTH = 120;

/** Styles that the program uses. Color is never the only indication of anything. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

const ESCAPE = '\u001b';

/** Clears a terminal and puts the cursor at its start. */
const CLEAR_SCREEN = `${ESCAPE}[2J${ESCAPE}[3J${ESCAPE}[H`;

/** Clears the line of the cursor. */
const CLEAR_LINE = `\r${ESCAPE}[K`;

/** Beginning of the mark of a style in a text that is not written yet. It is random, so that no text of others has one. */
const MARK = `${ESCAPE}]${randomBytes(8).toString('hex')};`;

/** Marks of styles. For Node.js they are control sequences, without a width. */
const MARKS = new RegExp(`${MARK.replace(']', '\\]')}(\\d+)\u0007`);

/** Codes of styles. */
const CODES = new RegExp(`${ESCAPE}\\[(\\d+)m`, 'g');

/** Stream that a terminal writes to, such as `process.stdout`. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(content: string): unknown;
}

/** Standard output or standard error. */
export class Terminal {
  /** Whether the output is a terminal. */
  public readonly isTTY: boolean;

  /** Whether to write colors. */
  public readonly hasColors: boolean;

  readonly #stream: OutputStream;

  /** Whether the cursor is in a line of progress. */
  #isInProgress = false;

  /** @param env environment variables: `NO_COLOR`, `FORCE_COLOR` (as in Node.js) and `TERM=dumb` are respected */
  public constructor(stream: OutputStream, env: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isTTY = stream.isTTY === true;
    const isSet = (name: string): boolean => (env[name] ?? '') !== '';
    this.hasColors = !isSet('NO_COLOR') && (isSet('FORCE_COLOR') ? env['FORCE_COLOR'] !== '0' : this.isTTY && env['TERM'] !== 'dumb');
  }

  /** Width in characters: 80 if the output is not a terminal, or the width of the terminal is unknown. */
  public get width(): number {
    const { columns = 0 } = this.#stream;
    return this.isTTY && columns > 0 ? columns : DEFAULT_WIDTH;
  }

  /** Width of prose, in characters: at most 120. */
  public get proseWidth(): number {
    return Math.min(MAX_PROSE_WIDTH, this.width);
  }

  /**
   * Writes text with line breaks of its own, such as that of a class of the library. What others wrote into it has no effect on the terminal or the
   * log: only the styles of this class have. Their names and messages must be on one line already.
   */
  public write(content: string): void {
    this.clearProgress();
    this.#stream.write(shown(content, printableText));
  }

  /** Writes data for programs, such as a catalog: unchanged to a file or a pipe, and as text to a terminal. */
  public data(content: string): void {
    if (this.isTTY) {
      this.write(content);
    } else {
      this.#stream.write(content);
    }
  }

  /** Writes one line of text: a line break in it is one of others, and is replaced. */
  public line(content = ''): void {
    this.clearProgress();
    this.#stream.write(`${shown(content, printable)}\n`);
  }

  /** Writes what happened in a line of text: wrapped on a terminal, but not in a log, which people search for sentences. */
  public prose(content: string): void {
    wrappedLine(content, this.isTTY ? this.proseWidth : Infinity).forEach((line) => this.line(line));
  }

  /** Clears the terminal, and writes lines of text. */
  public redraw(lines: readonly string[]): void {
    this.#stream.write(CLEAR_SCREEN);
    this.clearProgress();
    this.#stream.write(lines.map((line) => `${shown(line, printable)}\n`).join(''));
  }

  /** Writes a line that the next output replaces. */
  public progress(content: string): void {
    this.#stream.write(`${CLEAR_LINE}${printableText(content).replaceAll('\n', ' ').slice(0, this.width - 1)}`);
    this.#isInProgress = true;
  }

  /** Removes the line of progress. */
  public clearProgress(): void {
    if (this.#isInProgress) {
      this.#isInProgress = false;
      this.#stream.write(CLEAR_LINE);
    }
  }

  /** Writes a warning on one line. */
  public warn(message: string): void {
    this.line(`${this.styled('yellow', 'warning:')} ${printable(message)}`);
  }

  /** Writes an error, which may have several lines. */
  public error(message: string): void {
    this.write(`${this.styled('red', 'error:')} ${message}\n`);
  }

  /** Returns a string in a style, if this terminal supports colors. */
  public styled(style: Style, content: string): string {
    const [on, off] = inspect.colors[style]!;
    return this.hasColors ? `${MARK}${on}\u0007${content}${MARK}${off}\u0007` : content;
  }

  /** Returns a text in the styles that its codes request. The text is one of this library, which escapes what others wrote into it. */
  public restyled(content: string): string {
    return content.replace(CODES, (_, code: string) => `${MARK}${code}\u0007`);
  }
}

/** Returns content with its marks as styles, and everything else as a function makes it printable. */
function shown(content: string, safe: (part: string) => string): string {
  return content.split(MARKS).map((part, index) => index % 2 === 0 ? safe(part) : `${ESCAPE}[${part}m`).join('');
}
