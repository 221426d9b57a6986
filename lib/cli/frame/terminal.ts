import { styleText } from 'node:util';

/** Width of the output if it is unknown, in characters. */
const DEFAULT_WIDTH = 80;

/** Widest prose: longer lines are hard to read. */
const MAX_PROSE_WIDTH = 120;

/** Formats that the program uses. Color is never the only sign of anything. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Stream that a terminal writes to, such as `process.stdout`. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(content: string): unknown;
}

/** Standard output or standard error. */
export class Terminal {
  /** Whether a person is watching. */
  public readonly isTTY: boolean;

  /** Whether to write colors. */
  public readonly hasColors: boolean;

  readonly #stream: OutputStream;

  /** @param env environment variables; `NO_COLOR` and `FORCE_COLOR` count, as in Node.js, and `TERM=dumb` */
  public constructor(stream: OutputStream, env: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isTTY = stream.isTTY === true;
    const isSet = (name: string): boolean => (env[name] ?? '') !== '';
    this.hasColors = !isSet('NO_COLOR') && (isSet('FORCE_COLOR') ? env['FORCE_COLOR'] !== '0' : this.isTTY && env['TERM'] !== 'dumb');
  }

  /** Width in characters: 80 if the output is not a terminal, or one that does not know its width. */
  public get width(): number {
    const { columns = 0 } = this.#stream;
    return this.isTTY && columns > 0 ? columns : DEFAULT_WIDTH;
  }

  /** Width of prose, in characters: at most 120. */
  public get proseWidth(): number {
    return Math.min(MAX_PROSE_WIDTH, this.width);
  }

  /** Writes a string as it is. */
  public write(content: string): void {
    this.#stream.write(content);
  }

  /** Writes a line. */
  public line(content = ''): void {
    this.#stream.write(`${content}\n`);
  }

  /** Writes a warning in a line. */
  public warn(message: string): void {
    this.line(`${this.styled('yellow', 'warning:')} ${message}`);
  }

  /** Returns the text in a style, if this terminal has colors. */
  public styled(style: Style, content: string): string {
    return this.hasColors ? styleText(style, content, { validateStream: false }) : content;
  }
}
