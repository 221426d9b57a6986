import { setFlagsFromString } from 'node:v8';
import { protectOutput } from '../../formats/output/uninterrupted';
import { ExitCode } from './cli-error';
import { StopSignal } from './stop-signal';
import { Terminal } from './terminal';

/** Environment of the process that runs the program. Tests replace it. */
export interface ProcessContext {
  readonly stdout: Terminal;
  readonly stderr: Terminal;

  /** Reads the whole standard input. */
  readonly readStdin: () => Promise<Buffer>;

  /**
   * Aborts on Ctrl-C, on SIGTERM, and when the reader of the output is gone. The command then stops within a second. While nothing listens to it, as
   * when the command computes or reads files, Ctrl-C and SIGTERM end the process immediately; only writing files is completed.
   */
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

  /** Whether progress is omitted, with `--quiet`. */
  readonly isQuiet: boolean;

  /** Whether long work shows what it does: without `--quiet`, on a terminal, and not in CI. */
  readonly showsProgress: boolean;
}

/** Amount of work after which V8 optimizes a function: thirty times that of Node.js 20. */
const OPTIMIZATION_BUDGET = 2_000_000;

/**
 * Returns the context of this process. The first Ctrl-C or SIGTERM aborts what the command awaits, so that it prints what it has found; a second one,
 * a command that does not stop, or one that computes ends the process.
 */
export function processContext(process: NodeJS.Process): ProcessContext {
  const stopping = new StopSignal(process, new Map([['SIGINT', ExitCode.INTERRUPTED], ['SIGTERM', ExitCode.TERMINATED]]));
  protectOutput(stopping.whileWriting);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') {
        throw error;
      }
      // Every later write also fails.
      if (!stopping.signal.aborted) {
        stopping.stop(ExitCode.CLOSED_PIPE);
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
