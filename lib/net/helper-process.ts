import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { isatty } from 'node:tty';
import { defined } from '../formats/json/defined';
import { goText } from '../formats/json/utf8-text';
import { append } from '../text/lists';

/** Options of a helper process. */
export interface HelperOptions {
  /** Standard input. @default - empty */
  readonly input?: string;

  /** Whether the program reads the terminal, to prompt the user. @default false */
  readonly isInteractive?: boolean;

  /** @default - the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;

  /** Timeout in milliseconds. */
  readonly timeout: number;

  /** Maximum size of the output, in bytes. */
  readonly maxOutput: number;

  /** Ends the process. */
  readonly signal: AbortSignal;

  /** Whether this process has a terminal. @default - whether its standard input is one */
  readonly hasTerminal?: boolean;
}

/** How a helper process ended. */
export type HelperResult =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly output: string }
  | { readonly kind: 'killed'; readonly by: NodeJS.Signals }
  | { readonly kind: 'timeout' | 'too-much-output' };

/** Signals that end this process by default. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a program on a terminal may take to restore the terminal, such as its echo, in milliseconds. */
const TERMINAL_GRACE = 500;

/** How long output may still arrive after the program has ended, in milliseconds: a descendant that stays, such as an agent, keeps it open. */
const OUTPUT_GRACE = 2_000;

/** Whether this process has a terminal, on which a helper process can prompt the user. */
export function hasTerminal(): boolean {
  return isatty(0);
}

/**
 * Runs a program that returns credentials, and reads its output. Its standard error is that of this process, so that the user sees its messages. A
 * descendant that it leaves behind is not waited for.
 *
 * On timeout, on excessive output, if the signal aborts, and if this process ends, also by Ctrl-C or SIGTERM, the program is killed with all its
 * descendants, which may ignore gentler signals. Without a terminal, it has a process group of its own for that. With a terminal, it stays in the
 * group of this process, since only that group may read the terminal, and may restore the terminal before it is killed. A descendant may keep the
 * output open, so the end of the output is not awaited then.
 *
 * @throws Error of Node.js if the program cannot be run, with `code` ENOENT or EACCES; the abort reason of the signal
 */
export function runHelper(program: string, args: readonly string[], options: HelperOptions): Promise<HelperResult> {
  const { input = '', isInteractive = false, environment, timeout, maxOutput, signal, hasTerminal: onTerminal = hasTerminal() } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let ending: Ending = NOTHING_TO_END;
    // A signal may arrive as soon as the program runs.
    const release = keepFromOutliving({ now: () => ending.now(), soon: (then) => ending.soon(then) });
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        stdio: [isInteractive ? 'inherit' : 'pipe', 'pipe', 'inherit'], detached: !onTerminal, windowsHide: true, ...defined({ env: environment }),
      });
    } catch (error) {
      release();
      throw error;
    }
    ending = onTerminal ? onTerminalEnding(child) : groupEnding(child);
    const { stdout } = child;
    const chunks: Buffer[] = [];
    let length = 0;
    let draining: NodeJS.Timeout | undefined;
    const stopListening = (): void => {
      clearTimeout(timer);
      clearTimeout(draining);
      signal.removeEventListener('abort', abort);
    };
    const end = (settle: () => void): void => {
      stopListening();
      stdout!.destroy();
      ending.soon(release);
      settle();
    };
    const abort = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => end(() => resolve({ kind: 'timeout' })), timeout);
    signal.addEventListener('abort', abort);
    stdout!.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxOutput) {
        end(() => resolve({ kind: 'too-much-output' }));
      }
    });
    child.on('error', (error) => {
      stopListening();
      release();
      reject(error);
    });
    child.on('exit', () => {
      // Without this, the end of the output is awaited, and with it that of each descendant.
      draining = setTimeout(() => stdout!.destroy(), OUTPUT_GRACE);
    });
    child.on('close', (exitCode, by) => {
      stopListening();
      release();
      resolve(exitCode === null ? { kind: 'killed', by: by! } : { kind: 'exited', exitCode, output: goText(Buffer.concat(chunks)) });
    });
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Ways to end a program and its descendants. */
interface Ending {
  /** Kills them. */
  readonly now: () => void;

  /** Lets the program restore the terminal, if it has one, kills what is left, and then calls a function. */
  readonly soon: (then: () => void) => void;
}

/** Used until the program has started. */
const NOTHING_TO_END: Ending = { now: () => undefined, soon: (then) => then() };

/** Ends a program that has a process group of its own. */
function groupEnding(child: ChildProcess): Ending {
  const now = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // There are no process groups, or it has ended.
      child.kill('SIGKILL');
    }
  };
  return {
    now,
    soon: (then) => {
      now();
      then();
    },
  };
}

/** Ends a program in the process group of this process. */
function onTerminalEnding(child: ChildProcess): Ending {
  const now = (): void => {
    killEach(descendantsOf(child.pid!));
    child.kill('SIGKILL');
  };
  return {
    now,
    soon: (then) => {
      // Once the program has ended, its descendants cannot be found anymore.
      const descendants = descendantsOf(child.pid!);
      const finish = (): void => {
        clearTimeout(timer);
        child.off('exit', finish);
        killEach([...descendants, ...descendantsOf(child.pid!)]);
        child.kill('SIGKILL');
        then();
      };
      const timer = setTimeout(finish, TERMINAL_GRACE);
      child.once('exit', finish);
      child.kill('SIGTERM');
    },
  };
}

function killEach(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Ends a program when this process ends: on `exit`, and on signals, which end a process without that event unless something listens to them.
 *
 * @returns a function that removes the listeners
 */
function keepFromOutliving({ now, soon }: Ending): () => void {
  const listeners = ENDING_SIGNALS.map((signal) => {
    const listener = (): void => soon(() => {
      if (process.listenerCount(signal) === 1) {
        // This listener is the only reason why the signal does not end this process.
        process.off(signal, listener);
        process.kill(process.pid, signal);
      }
    });
    process.on(signal, listener);
    return { signal, listener };
  });
  process.on('exit', now);
  return () => {
    process.off('exit', now);
    listeners.forEach(({ signal, listener }) => process.off(signal, listener));
  };
}

/** Returns the IDs of the descendants of a process, or an empty list where the program `ps` is missing. */
function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const pairs = (stdout as string | null ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    append(found, pairs.flatMap(([child = NaN, of]) => of === parent ? [child] : []));
  }
  return found.slice(1);
}
