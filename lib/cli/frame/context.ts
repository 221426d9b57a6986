import type { Terminal } from './terminal';

/** Environment of the process that runs the program. Tests replace it. */
export interface ProcessContext {
  readonly stdout: Terminal;
  readonly stderr: Terminal;

  /** Reads the whole standard input. */
  readonly readStdin: () => Promise<Buffer>;

  /** Aborts on Ctrl-C, on SIGTERM, and when the reader of the output is gone. The command then stops within a second. */
  readonly signal: AbortSignal;

  readonly env: NodeJS.ProcessEnv;

  /** Current time in milliseconds. */
  readonly now: () => number;

  /** Called by a command that takes little time and is run often: it starts faster if nothing is optimized for a long run. */
  readonly endsSoon: () => void;
}

/** Environment of the process that runs a command. */
export interface CommandContext extends ProcessContext {
  /** Prints a line on standard error, only with `--debug`. */
  readonly debug: (line: string) => void;
}
