import type { ResultState, RunOptions } from './run-options';
import { inCommandLineTerms } from '../../waiting/explain/command-line-remedies';
import type { Action } from '../../waiting/view/action';
import type { Explanation } from '../../waiting/explain/explanation';
import type { Progress } from '../../waiting/machine/progress';
import type { Verdict, Waiter } from '../../waiting/machine/waiter';
import type { DryRun } from '../../waiting/run/dry-run';
import { requestOf } from '../../waiting/run/perform';
import { runWaiter } from '../../waiting/run/run-waiter';

/** Result of one wait or removal. */
export interface PartResult<Outcome> {
  /** Target of the wait or removal, such as `operator demo/plain`. */
  readonly subject: string;
  readonly state: ResultState;

  /** How long it took, in milliseconds. */
  readonly duration: number;

  /** Outcome, if it was reached. */
  readonly outcome: Partial<Outcome>;

  /** Why it failed. @default - it did not fail */
  readonly explanation?: Explanation;

  /** What it would wait for after a dry run, what it was waiting for when it was interrupted, or why it was skipped. @default - none of these */
  readonly reason?: string;

  /** What a dry run would have done. @default - it was not a dry run */
  readonly foreseen?: readonly Action[];
}

/**
 * Runs one wait or removal.
 *
 * @param horizon simulated time of a dry run, in milliseconds
 * @throws ClientError if the cluster cannot be reached
 */
export async function runPart<Outcome>(
  subject: string, waiter: Waiter<unknown, Outcome>, options: RunOptions, horizon: number,
): Promise<PartResult<Outcome>> {
  const { cluster, print, signal, now, audit } = options;
  const startedAt = now();
  if (options.dryRun !== undefined) {
    return foresee(subject, waiter, options.dryRun, options, horizon);
  }
  let last: Progress | undefined;
  const observed: Waiter<unknown, Outcome> = {
    start: waiter.start,
    step: (state, view, time) => {
      const step = waiter.step(state, view, time);
      last = step.progress ?? last;
      return step;
    },
  };
  try {
    const verdict = await runWaiter(observed, cluster, {
      subject, print, signal, now, performed: (action, result) => audit.record(subject, action, result), conclude: (found) => found,
    });
    return { subject, duration: now() - startedAt, ...resultOf(verdict) };
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
    const reason = last === undefined ? 'just begun' : `${last.phase}, waiting for ${last.waitingFor}`;
    return { subject, state: 'interrupted', duration: now() - startedAt, outcome: {}, reason };
  }
}

async function foresee<Outcome>(
  subject: string, waiter: Waiter<unknown, Outcome>, dryRun: DryRun, { now, print, signal }: RunOptions, horizon: number,
): Promise<PartResult<Outcome>> {
  const startedAt = now();
  const { actions, verdict, waitingFor = '' } = await dryRun.run(waiter, horizon, signal);
  actions.forEach((action) => {
    const { method, path } = requestOf(action);
    print(`${subject}: would send ${method} ${path}: ${action.description}`);
  });
  return {
    subject, duration: now() - startedAt, foreseen: actions,
    ...(verdict === undefined ? { state: 'foreseen', outcome: {}, reason: waitingFor } : resultOf(verdict)),
  };
}

function resultOf<Outcome>(verdict: Verdict<Outcome>): Pick<PartResult<Outcome>, 'state' | 'outcome' | 'explanation'> {
  return verdict.kind === 'done' ? { state: 'done', outcome: verdict.outcome }
    : { state: 'failed', outcome: verdict.reached, explanation: inCommandLineTerms(verdict.explanation) };
}

/** Returns the result of a wait or removal that did not start. */
export function skippedPart(subject: string, reason: string): PartResult<unknown> {
  return { subject, state: 'skipped', duration: 0, outcome: {}, reason };
}
