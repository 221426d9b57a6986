import type { WaitTarget } from '../targets/wait-target';
import { type RunOptions, timeoutLeft } from './run-options';
import { type PartResult, runPart, skippedPart } from './run-part';

/** Simulated time of a dry run, in milliseconds: long enough to detect problems that do not resolve by themselves. */
const HORIZON = 15_000;

/** Result of the wait for a target. */
export interface TargetResult extends PartResult<unknown> {
  readonly target: WaitTarget;
}

/**
 * Waits for all targets concurrently, each one after those that it needs. If one fails, only the waits for targets that need it end.
 *
 * @throws ClientError if the cluster cannot be reached
 */
export async function waitForTargets(targets: readonly WaitTarget[], options: RunOptions): Promise<TargetResult[]> {
  const startedAt = options.now();
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const running = new Map<WaitTarget, Promise<TargetResult>>();
  const resultOf = (target: WaitTarget): Promise<TargetResult> => {
    const known = running.get(target) ?? run(target);
    running.set(target, known);
    return known;
  };
  const run = async (target: WaitTarget): Promise<TargetResult> => {
    const needed = options.dryRun === undefined ? await Promise.all(target.after.map(resultOf)) : [];
    const missing = needed.find(({ state }) => state !== 'done');
    if (missing !== undefined || signal.aborted) {
      const why = missing === undefined ? 'not begun' : `it needs ${missing.subject}, which is not ready`;
      return { ...skippedPart(target.subject, why), target };
    }
    return { ...await runPart(target.subject, target.waiter(timeoutLeft(options, startedAt)), { ...options, signal }, HORIZON), target };
  };
  try {
    return await Promise.all(targets.map(resultOf));
  } finally {
    // After an error, the other waits would continue.
    ending.abort(new Error('another wait ended with an error'));
  }
}
