import { styleText } from 'node:util';

/** Width of the output if it is unknown, in characters. */
const DEFAULT_WIDTH = 80;

/** Maximum width of prose: longer lines are hard to read. */
const MAX_PROSE_WIDTH = 120;

/** Styles that the program uses. Color is never the only indication of anything. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

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

  /** Writes a string unchanged. */
  public write(content: string): void {
    this.#stream.write(content);
  }

  /** Writes a line. */
  public line(content = ''): void {
    this.#stream.write(`${content}\n`);
  }

  /** Writes a line with a warning. */
  public warn(message: string): void {
    this.line(`${this.styled('yellow', 'warning:')} ${message}`);
  }

  /** Returns a string in a style, if this terminal supports colors. */
  public styled(style: Style, content: string): string {
    return this.hasColors ? styleText(style, content, { validateStream: false }) : content;
  }
}
