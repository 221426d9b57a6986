import type { FollowedCluster, Follower } from './followed-cluster';
import { perform } from './perform';
import type { ClusterProblem, ClusterView } from '../cluster/cluster-view';
import { interestKey } from '../cluster/interest';
import type { Interest } from '../cluster/interest';
import type { Action } from '../waiting/action';
import type { Verdict, Waiter } from '../waiting/waiter';

/** Longer times than this are no times for Node. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** How a waiter is run. */
export interface WaiterRun<Outcome, Result> {
  /** What the lines about actions begin with. */
  readonly subject: string;

  /** Takes a line of progress. */
  readonly print: (line: string) => void;

  /** Ends the wait before its verdict. */
  readonly signal: AbortSignal;

  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;

  /** Makes something of the verdict, while what the waiter saw of the cluster can still be looked at. */
  readonly conclude: (verdict: Verdict<Outcome>, view: ClusterView) => Result;
}

/**
 * Lets a waiter look at a cluster until it gives a verdict: follows what it wants to see, does what it asks for, and tells how far it is.
 * At the end nothing is followed or done for it any longer.
 *
 * @throws ClientError when there is no way to the cluster, and the reason of the signal
 */
export function runWaiter<State, Outcome, Result>(
  waiter: Waiter<State, Outcome>, cluster: FollowedCluster, { subject, print, signal, now, conclude }: WaiterRun<Outcome, Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const follows = new Map<string, () => void>();
    const refusals = new Map<string, ClusterProblem>();
    const working = new Set<string>();
    const said = new Set<string>();
    const ending = new AbortController();
    const view: ClusterView = { scope: (interest) => cluster.scope(interest), refusal: (key) => refusals.get(key) };
    let state = waiter.start(now());
    let timer: NodeJS.Timeout | undefined;
    let isAsked = false;
    let isOver = false;

    // Only errors are thrown here.
    const refuse: (error: unknown) => void = reject;
    const end = (settle: () => void): void => {
      if (isOver) {
        return;
      }
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      try {
        settle();
      } catch (error) {
        refuse(error);
      }
      ending.abort(new Error('the wait is over'));
      follows.forEach((unfollow) => unfollow());
    };
    const fail = (error: unknown): void => end(() => refuse(error));
    const stop = (): void => fail(signal.reason);
    // Many events arrive in one piece: they are looked at together.
    const follower: Follower = {
      changed: () => {
        if (!isAsked && !isOver) {
          isAsked = true;
          setImmediate(look);
        }
      },
      failed: fail,
    };

    const follow = (watch: readonly Interest[]): void => {
      const wanted = new Map(watch.map((interest) => [interestKey(interest), interest]));
      wanted.forEach((interest, key) => {
        if (!follows.has(key)) {
          follows.set(key, cluster.follow(interest, follower));
          // Somebody else may have followed it before.
          const known = cluster.scope(interest);
          if (known.state !== 'unknown' || known.problem !== undefined) {
            follower.changed();
          }
        }
      });
      follows.forEach((unfollow, key) => {
        if (!wanted.has(key)) {
          follows.delete(key);
          unfollow();
        }
      });
    };

    const act = (action: Action): void => {
      if (working.has(action.key)) {
        return;
      }
      working.add(action.key);
      const line = `${subject}: ${told(action)}`;
      // An object that changed meanwhile is acted on again, and that is no news.
      if (!said.has(line)) {
        said.add(line);
        print(line);
      }
      perform(cluster.client, action, ending.signal).then((problem) => {
        working.delete(action.key);
        if (problem !== undefined) {
          refusals.set(action.key, problem);
        }
        follower.changed();
      }).catch((error: unknown) => {
        if (!isOver) {
          fail(error);
        }
      });
    };

    function look(): void {
      isAsked = false;
      if (isOver) {
        return;
      }
      try {
        const step = waiter.step(state, view, now());
        const { verdict } = step;
        if (verdict !== undefined) {
          end(() => resolve(conclude(verdict, view)));
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
          timer = setTimeout(look, Math.min(Math.max(0, step.wakeAt - now()), LONGEST_TIMER));
        }
      } catch (error) {
        fail(error);
      }
    }

    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    look();
  });
}

/** What an action does; what is deleted, several wishes tell of in the same words, so it is named. */
function told({ type, why, target: { resource, namespace, name } }: Action): string {
  return type === 'delete' ? `${why} (${resource.kind} ${namespace === undefined ? name : `${namespace}/${name}`})` : why;
}
