import { setFlagsFromString } from 'node:v8';
import { ExitCode, Interruption } from './cli-error';
import { Terminal } from './terminal';

/** Environment of the process that runs the program. Tests replace it. */
export interface ProcessContext {
  readonly stdout: Terminal;
  readonly stderr: Terminal;

  /** Reads the whole standard input. */
  readonly readStdin: () => Promise<Buffer>;

  /** Aborts on Ctrl-C, on SIGTERM, and when the reader of the output is gone. The command then stops within a second. */
  readonly signal: AbortSignal;

  /**
   * Does work that may block the process, such as reading files. Until it returns, Ctrl-C and SIGTERM end the process immediately, since nothing
   * could react to `signal`; so it must not write files. After work that returns a promise, `signal` aborts again.
   */
  readonly blocking: <Result>(work: () => Result) => Result;

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

  /** Whether progress is omitted, with `--quiet`. */
  readonly isQuiet: boolean;

  /** Whether long work shows what it does: without `--quiet`, on a terminal, and not in CI. */
  readonly showsProgress: boolean;
}

/** Maximum time that a command may take to stop, in milliseconds. */
const STOP_TIMEOUT = 900;

/** Amount of work after which V8 optimizes a function: thirty times that of Node.js 20. */
const OPTIMIZATION_BUDGET = 2_000_000;

/**
 * Returns the context of this process. The first Ctrl-C or SIGTERM aborts the command, which then prints what it has found; a second one, or a
 * command that does not stop, ends the process.
 */
export function processContext(process: NodeJS.Process): ProcessContext {
  const stopping = new AbortController();
  const stop = (exitCode: Interruption['exitCode']): void => {
    if (stopping.signal.aborted) {
      process.exit(exitCode);
    }
    stopping.abort(new Interruption(exitCode as ExitCode.INTERRUPTED));
    setTimeout(() => process.exit(exitCode), STOP_TIMEOUT).unref();
  };
  const listeners = [['SIGINT', () => stop(ExitCode.INTERRUPTED)], ['SIGTERM', () => stop(ExitCode.TERMINATED)]] as const;
  const listen = (): void => listeners.forEach(([name, listener]) => process.on(name, listener));
  listen();
  // Blocking work may consist of other blocking work.
  let depth = 0;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') {
        throw error;
      }
      // Every later write also fails.
      if (!stopping.signal.aborted) {
        stop(ExitCode.CLOSED_PIPE);
      }
    });
  }
  return {
    stdout: new Terminal(process.stdout, process.env),
    stderr: new Terminal(process.stderr, process.env),
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) {
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks);
    },
    signal: stopping.signal,
    blocking: (work) => {
      if (depth === 0) {
        listeners.forEach(([name, listener]) => process.removeListener(name, listener));
      }
      depth++;
      try {
        return work();
      } finally {
        depth--;
        if (depth === 0) {
          listen();
        }
      }
    },
    env: process.env,
    now: () => Date.now(),
    endsSoon: () => optimizeLater(),
  };
}

/**
 * Makes V8 optimize functions later, for commands that take less than a second: in Node.js 20, optimization takes a quarter of that time. Later
 * versions have a compiler between the fast one and the optimizing one, and gain nothing.
 *
 * @param version version of V8
 */
export function optimizeLater(version: string = process.versions.v8, setFlag: (flag: string) => void = setFlagsFromString): void {
  if (version.startsWith('11.')) {
    setFlag(`--interrupt-budget=${OPTIMIZATION_BUDGET}`);
  }
}
