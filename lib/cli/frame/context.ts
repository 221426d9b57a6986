import type { Terminal } from './terminal';

/** What the program knows of the process that runs it. Tests replace it. */
export interface ProcessContext {
  readonly stdout: Terminal;
  readonly stderr: Terminal;

  /** Reads the whole standard input. */
  readonly readStdin: () => Promise<Buffer>;

  /** Aborts at Ctrl-C, SIGTERM and when the reader of the output is gone. The command then stops within a second. */
  readonly signal: AbortSignal;

  readonly env: NodeJS.ProcessEnv;

  /** Current time in milliseconds. */
  readonly now: () => number;

  /** Called by a command that ends soon, and is run again and again: it starts faster if nothing is optimized for a long run. */
  readonly endsSoon: () => void;
}

/** What a command knows of the process that runs it. */
export interface CommandContext extends ProcessContext {
  /** Prints a line on standard error, with `--debug` only. */
  readonly debug: (line: string) => void;
}
