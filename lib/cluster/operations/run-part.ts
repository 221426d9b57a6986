import { defined } from '../../formats/json/defined';
import { LinkedAbort } from '../../net/linked-abort';
import { groupBy } from '../../text/group-by';
import { append } from '../../text/lists';
import { commandLineRemedy, inCommandLineTerms } from '../waiting/explain/command-line-remedies';
import type { Explanation } from '../waiting/explain/explanation';
import type { Progress } from '../waiting/machine/progress';
import type { Verdict, Waiter } from '../waiting/machine/waiter';
import type { Leftover, RemovalReport } from '../waiting/removal/stage';
import type { DryRun, ForeseenActions } from '../waiting/run/dry-run';
import { ClientError } from '../client/client-error';
import { actionLine, runWaiter } from '../waiting/run/run-waiter';
import type { WatchedCluster } from '../waiting/run/watched-cluster';
import type { Action } from '../waiting/view/action';
import type { AuditLog } from './audit-log';
import { isNeeded, type RemovalPlan } from './removal-plan';
import type { WaitTarget } from './wait-target';

/** Options for running waits and removals. */
export interface RunOptions {
  readonly cluster: WatchedCluster;

  /** Prints a line of progress. */
  readonly print: (line: string) => void;

  /** Called with each warning that the API server returns for a change. @default - each wait or removal prints its own */
  readonly warned?: (message: string) => void;

  /** Aborts everything: actions in progress have half a second to finish, and no others are started. */
  readonly signal: AbortSignal;

  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;

  /** Records all changes. */
  readonly audit: AuditLog;

  /** Changes nothing, and prints what would be changed. @default - everything is changed */
  readonly dryRun?: DryRun;

  /** Overall timeout, in milliseconds. @default - that of each wait or removal */
  readonly timeout?: number;
}

/**
 * Final state of a wait or a removal:
 * - `done`: it is ready or removed
 * - `failed`: it failed, or did not succeed in time
 * - `interrupted`: it was aborted
 * - `foreseen`: a dry run showed what would be done, and what follows cannot be predicted
 * - `skipped`: it did not start, because something before it failed or was aborted
 */
export type ResultState = 'done' | 'failed' | 'interrupted' | 'foreseen' | 'skipped';

/**
 * Returns the remaining part of the overall timeout, in whole seconds for messages.
 *
 * @param startedAt time at which everything started
 */
export function timeoutLeft({ timeout, now }: RunOptions, startedAt: number): number | undefined {
  return timeout === undefined ? undefined : Math.max(0, Math.ceil((timeout - (now() - startedAt)) / 1000) * 1000);
}

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
  const { cluster, print, signal, now, audit, timeout, warned } = options;
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
      subject, print, signal, now, timeout, ...defined({ warned }), conclude: (found) => found,
      performed: (action, result) => audit.record(subject, action, result),
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
  subject: string, waiter: Waiter<unknown, Outcome>, dryRun: DryRun, { cluster, now, print, signal, timeout }: RunOptions, horizon: number,
): Promise<PartResult<Outcome>> {
  const startedAt = now();
  const { actions, verdict, waitingFor = '' } = await foreseen(waiter, dryRun, { cluster, signal, ...defined({ timeout }) }, horizon);
  actions.forEach((action) => print(`${subject}: dry run: ${actionLine(action)}`));
  return {
    subject, duration: now() - startedAt, foreseen: actions,
    ...(verdict === undefined ? { state: 'foreseen', outcome: {}, reason: waitingFor } : resultOf(verdict)),
  };
}

/** @throws ClientError if the API server does not answer within the timeout */
async function foreseen<Outcome>(
  waiter: Waiter<unknown, Outcome>, dryRun: DryRun, { cluster, signal, timeout }: Pick<RunOptions, 'cluster' | 'signal' | 'timeout'>, horizon: number,
): Promise<ForeseenActions<Outcome>> {
  const ending = new LinkedAbort(signal);
  const timer = timeout === undefined ? undefined
    : setTimeout(() => ending.abort(new ClientError(`the API server does not answer: ${cluster.client.pending}; ${commandLineRemedy('api-server-unreachable')}`)), timeout);
  try {
    return await dryRun.run(waiter, horizon, ending.signal);
  } finally {
    clearTimeout(timer);
    ending.close();
  }
}

function resultOf<Outcome>(verdict: Verdict<Outcome>): Pick<PartResult<Outcome>, 'state' | 'outcome' | 'explanation'> {
  return verdict.kind === 'done' ? { state: 'done', outcome: verdict.outcome }
    : { state: 'failed', outcome: verdict.reached, explanation: inCommandLineTerms(verdict.explanation) };
}

/** Returns the result of a wait or removal that did not start. */
export function skippedPart(subject: string, reason: string): PartResult<unknown> {
  return { subject, state: 'skipped', duration: 0, outcome: {}, reason };
}

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
  const ending = new LinkedAbort(options.signal);
  const { signal } = ending;
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
    const left = timeoutLeft(options, startedAt);
    return { ...await runPart(target.subject, target.waiter(left), { ...options, signal, ...defined({ timeout: left }) }, HORIZON), target };
  };
  try {
    return await Promise.all(targets.map(resultOf));
  } finally {
    // After an error, the other waits would continue.
    ending.abort(new Error('another wait ended with an error'));
  }
}

/**
 * Runs the removals of a plan, stage by stage. After a failure, later removals that need the failed one do not start. What remains is that after all
 * of them.
 *
 * @throws ClientError if the cluster cannot be reached
 */
export async function removeInOrder(plan: RemovalPlan, options: RunOptions): Promise<PartResult<RemovalReport>[]> {
  const startedAt = options.now();
  const results: PartResult<RemovalReport>[] = [];
  const ended: PartResult<RemovalReport>[] = [];
  for (const stage of plan) {
    const failed = new Set(results.filter(({ state }) => state !== 'done').map(({ subject }) => subject));
    const unfinished = plan.flat().filter(({ subject }) => failed.has(subject));
    const left = timeoutLeft(options, startedAt);
    const ending = new LinkedAbort(options.signal);
    const { signal } = ending;
    try {
      append(results, await Promise.all(stage.map(async (part): Promise<PartResult<RemovalReport>> => {
        const { subject, removal } = part;
        const needed = unfinished.find((earlier) => isNeeded(earlier, part));
        const result = needed === undefined ? await runPart(subject, removal(left), { ...options, signal, ...defined({ timeout: left }) }, Infinity)
          : skippedPart(subject, `${needed.subject} did not finish`) as PartResult<RemovalReport>;
        ended.push(result);
        return result;
      })));
    } finally {
      // After an error, the other removals would continue.
      ending.abort(new Error('another removal ended with an error'));
    }
  }
  return withFinalLeftovers(results, ended);
}

/**
 * Returns removals with what remains after all of them: those that ended later may have removed an object that one left, or know a different reason,
 * for example because they removed what used the object.
 *
 * @param ended the removals in the order in which they ended
 */
function withFinalLeftovers(results: readonly PartResult<RemovalReport>[], ended: readonly PartResult<RemovalReport>[]): PartResult<RemovalReport>[] {
  const places = new Map(ended.map((result, place) => [result, place]));
  const [removedAt, lastLeft] = [new Map<string, number>(), new Map<string, { readonly leftover: Leftover; readonly place: number }>()];
  for (const [place, { outcome: { removed = [], left = [] } }] of ended.entries()) {
    const own = groupBy(left, ({ object }) => object);
    own.forEach(([leftover], object) => lastLeft.set(object, { leftover: leftover!, place }));
    removed.filter((object) => !own.has(object)).forEach((object) => removedAt.set(object, place));
  }
  return results.map((result) => {
    const { outcome: { left } } = result;
    const place = places.get(result)!;
    const final = (leftover: Leftover): Leftover[] => {
      const last = lastLeft.get(leftover.object)!;
      return (removedAt.get(leftover.object) ?? -1) > place ? [] : [last.place > place ? last.leftover : leftover];
    };
    return left === undefined ? result : { ...result, outcome: { ...result.outcome, left: left.flatMap(final) } };
  });
}
