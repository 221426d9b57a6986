import { setMaxListeners } from 'node:events';
import { canceledVerdict, type Failed, type Verdict, type Waiter } from '../machine/waiter';
import type { Action } from '../view/action';
import { type ClusterProblem, type ClusterView, type Interest, interestKey } from '../view/cluster-view';
import { type ActionResult, perform } from './perform';
import { livenessProbe, withStall } from './stall';
import type { Follower, WatchedCluster } from './watched-cluster';

/** Maximum delay of a timer in Node, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** How long actions in progress may take after the verdict or an abort, in milliseconds, so that all changes are known. */
const ACTION_GRACE = 500;

/** Result of an action, which is `interrupted` if the wait ended before the API server answered. */
export type PerformedResult = ActionResult | { readonly kind: 'interrupted' };

/** Options of `runWaiter`. */
export interface WaiterRun<Outcome, Result> {
  /** Subject of the lines about actions. */
  readonly subject: string;

  /** Prints a line of progress. */
  readonly print: (line: string) => void;

  /** Aborts the wait. */
  readonly signal: AbortSignal;

  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;

  /** Timeout of the wait that the user set, in milliseconds, so that a server that stopped answering is noticed in time. @default - none */
  readonly timeout?: number | undefined;

  /** Called when an action has a result. */
  readonly performed?: (action: Action, result: PerformedResult) => void;

  /** Called with each warning that the API server returns for an action. @default - printed, once each */
  readonly warned?: (message: string) => void;

  /** Turns the verdict into the result, while the view of the cluster is still available. */
  readonly conclude: (verdict: Verdict<Outcome>, view: ClusterView) => Result;

  /** Returns what is thrown when the wait is aborted, from how far it came. @default - the abort reason of the signal is thrown */
  readonly canceled?: (verdict: Failed<Outcome>, view: ClusterView) => unknown;
}

/**
 * Runs a waiter against a cluster until its verdict: watches its interests, performs its actions and prints its progress. Afterwards, all of its
 * watches and actions are stopped.
 *
 * @throws ClientError if the cluster cannot be reached, or at an abort what `canceled` returns, or the abort reason of the signal
 */
export function runWaiter<State, Outcome, Result>(
  waiter: Waiter<State, Outcome>, cluster: WatchedCluster,
  { subject, print, signal, now, timeout, performed, warned, conclude, canceled }: WaiterRun<Outcome, Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const follows = new Map<string, { readonly interest: Interest; readonly unfollow: () => void }>();
    const probe = livenessProbe(cluster.client, timeout);
    const refusals = new Map<string, ClusterProblem>();
    const inProgress = new Map<string, { readonly action: Action; readonly ended: Promise<void> }>();
    const printed = new Set<string>();
    const ending = new AbortController();
    const view: ClusterView = { snapshot: (interest) => cluster.scope(interest), rejection: (key) => refusals.get(key) };
    let state = waiter.start(now());
    let timer: NodeJS.Timeout | undefined;
    let isScheduled = false;
    let isStopping = false;
    let isOver = false;

    // Only instances of Error are thrown here.
    const rejectWith: (error: unknown) => void = reject;
    const end = (settle: () => void): void => {
      if (isOver) {
        return;
      }
      isOver = true;
      clearTimeout(timer);
      probe?.end();
      signal.removeEventListener('abort', stop);
      try {
        settle();
      } catch (error) {
        rejectWith(error);
      }
      inProgress.forEach(({ action }) => performed?.(action, { kind: 'interrupted' }));
      inProgress.clear();
      ending.abort(new Error('the wait is over'));
      follows.forEach(({ unfollow }) => unfollow());
    };
    const fail = (error: unknown): void => end(() => rejectWith(error));
    const endAfterActions = (settle: () => void): void => {
      if (inProgress.size === 0) {
        end(settle);
        return;
      }
      isStopping = true;
      clearTimeout(timer);
      timer = setTimeout(() => end(settle), ACTION_GRACE);
      void Promise.all([...inProgress.values()].map(({ ended }) => ended)).then(() => end(settle));
    };
    const stop = (): void => endAfterActions(() => rejectWith(
      canceled === undefined ? signal.reason : canceled(canceledVerdict(waiter, state, view, now()), view),
    ));
    // Events often arrive in batches: one step evaluates all of them.
    const follower: Follower = {
      changed: () => {
        if (!isScheduled && !isStopping && !isOver) {
          isScheduled = true;
          setImmediate(takeStep);
        }
      },
      failed: fail,
    };

    const follow = (watch: readonly Interest[]): void => {
      const wanted = new Map(watch.map((interest) => [interestKey(interest), interest]));
      wanted.forEach((interest, key) => {
        if (!follows.has(key)) {
          follows.set(key, { interest, unfollow: cluster.follow(interest, follower) });
          // Another waiter may already be watching it.
          const known = cluster.scope(interest);
          if (known.state !== 'unknown' || known.problem !== undefined) {
            follower.changed();
          }
        }
      });
      follows.forEach(({ unfollow }, key) => {
        if (!wanted.has(key)) {
          follows.delete(key);
          unfollow();
        }
      });
    };

    const printOnce = (line: string): void => {
      if (!printed.has(line)) {
        printed.add(line);
        print(line);
      }
    };
    const warn = warned ?? ((message: string): void => printOnce(`${subject}: warning of the API server: ${message}`));
    const act = (action: Action): void => {
      if (inProgress.has(action.key)) {
        return;
      }
      // A retry on an object that changed in the meantime is not printed again.
      printOnce(`${subject}: ${actionLine(action)}`);
      const ended = perform(cluster.client, action, ending.signal, warn).then((result) => {
        if (inProgress.delete(action.key)) {
          performed?.(action, result);
        }
        if (result.kind === 'rejected') {
          refusals.set(action.key, result.problem);
        }
        follower.changed();
      }).catch((error: unknown) => {
        if (!isOver) {
          fail(error);
        }
      });
      inProgress.set(action.key, { action, ended });
    };

    function takeStep(): void {
      isScheduled = false;
      if (isStopping || isOver) {
        return;
      }
      try {
        const step = waiter.step(state, view, now());
        const { verdict } = step;
        if (verdict !== undefined) {
          const watched = [...follows.values()].map(({ interest }) => interest);
          const result = conclude(withStall(verdict, { watched, view, client: cluster.client, probe }), view);
          endAfterActions(() => resolve(result));
          return;
        }
        state = step.state;
        follow(step.watch);
        if (step.progress !== undefined) {
          print(step.progress.line);
        }
        step.actions.forEach(act);
        clearTimeout(timer);
        if (step.wakeAt !== undefined && step.wakeAt !== Infinity) {
          timer = setTimeout(takeStep, Math.min(Math.max(0, step.wakeAt - now()), MAX_TIMER));
        }
      } catch (error) {
        fail(error);
      }
    }

    if (signal.aborted) {
      stop();
      return;
    }
    // Many waits may share a signal; by default, Node warns about more than ten listeners.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop, { once: true });
    takeStep();
  });
}

/** Returns the line on an action. That on a deletion includes its object, because several deletions share a description. */
export function actionLine({ type, description, target: { resource, namespace, name } }: Action): string {
  return type === 'delete' ? `${description} (${resource.kind} ${namespace === undefined ? name : `${namespace}/${name}`})` : description;
}
