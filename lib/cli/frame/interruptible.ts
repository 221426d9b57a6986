import { runInNewContext } from 'node:vm';
import { ExitCode, Interruption } from './cli-error';

/**
 * Does synchronous work that Ctrl-C ends: a handler of the process only runs when the work is done. `finally` blocks in the work are skipped, so it
 * must leave nothing behind, such as a temporary folder.
 *
 * @throws Interruption on Ctrl-C
 */
export function interruptible<Result>(work: () => Result): Result {
  try {
    return runInNewContext('work()', { work }, { breakOnSigint: true, displayErrors: false }) as Result;
  } catch (error) {
    throw isInterruption(error) ? new Interruption(ExitCode.INTERRUPTED) : error;
  }
}

function isInterruption(error: unknown): boolean {
  return (error as Partial<NodeJS.ErrnoException> | undefined)?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}
