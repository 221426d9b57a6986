import { type ChildProcess, spawn } from 'node:child_process';
import { defined } from '../formats/json/defined';

/** Options of a helper process. */
export interface HelperOptions {
  /** Standard input. @default - empty */
  readonly input?: string;

  /** @default - the environment of this process */
  readonly environment?: NodeJS.ProcessEnv;

  /** Timeout in milliseconds. */
  readonly timeout: number;

  /** Maximum size of the output, in bytes. */
  readonly maxOutput: number;

  /** Ends the process. */
  readonly signal: AbortSignal;
}

/** How a helper process ended. */
export type HelperResult =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly output: string }
  | { readonly kind: 'killed'; readonly by: NodeJS.Signals }
  | { readonly kind: 'timeout' | 'too-much-output' };

/**
 * Runs a program that returns credentials, and reads its output. What it prints as errors is dropped: it may contain secrets.
 *
 * The program has a process group of its own. On timeout, on excessive output and if the signal aborts, it is killed with all its descendants, which
 * may ignore gentler signals; so it is if this process exits. A descendant may keep the output open, so the end of the output is not awaited then.
 *
 * @throws Error of Node.js if the program cannot be run, with `code` ENOENT or EACCES; the abort reason of the signal
 */
export function runHelper(program: string, args: readonly string[], options: HelperOptions): Promise<HelperResult> {
  const { input = '', environment, timeout, maxOutput, signal } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'], detached: true, windowsHide: true, ...defined({ env: environment }),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      process.off('exit', endChild);
    };
    const endChild = (): void => endGroup(child);
    const end = (settle: () => void): void => {
      release();
      endChild();
      child.stdout.destroy();
      settle();
    };
    const abort = (): void => end(() => reject(signal.reason as Error));
    const timer = setTimeout(() => end(() => resolve({ kind: 'timeout' })), timeout);
    signal.addEventListener('abort', abort);
    process.on('exit', endChild);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxOutput) {
        end(() => resolve({ kind: 'too-much-output' }));
      }
    });
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (exitCode, by) => {
      release();
      resolve(exitCode === null ? { kind: 'killed', by: by! } : { kind: 'exited', exitCode, output: Buffer.concat(chunks).toString('utf8') });
    });
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Kills a program with its process group, where process groups exist. */
function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
