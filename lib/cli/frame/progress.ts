import type { CommandContext } from './context';

/** Time between two lines of progress, in milliseconds. */
const INTERVAL = 1000;

/**
 * Shows what takes long on standard error, and for how long, unless standard error is not a terminal.
 *
 * @param what what is done, such as `reading catalog`
 */
export async function withProgress<Result>(
  what: string, { stderr, showsProgress, now }: CommandContext, work: () => Promise<Result> | Result,
): Promise<Result> {
  if (!showsProgress) {
    return work();
  }
  const start = now();
  stderr.progress(`${what} …`);
  const timer = setInterval(() => stderr.progress(`${what} … ${Math.round((now() - start) / 1000)} s`), INTERVAL);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.clearProgress();
  }
}
