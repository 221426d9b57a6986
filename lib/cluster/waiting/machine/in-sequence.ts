import { type ClusterView, distinct, type Interest } from '../view/cluster-view';
import { canceledVerdict, type Step, type Waiter } from './waiter';

/** State during and after the first of two waiters. */
export type SequenceState<First, Second> =
  | { readonly kind: 'first'; readonly startedAt: number; readonly state: First }
  | { readonly kind: 'second'; readonly elapsed: number; readonly state: Second };

/**
 * Returns a waiter that runs one waiter after another one. While the first one runs, what the second one needs is watched too.
 *
 * @param second returns the other waiter, given the milliseconds that have passed
 */
export function inSequence<First, Second, Outcome>(
  first: Waiter<First, unknown>, second: (elapsed: number) => Waiter<Second, Outcome>,
): Waiter<SequenceState<First, Second>, Outcome> {
  const stepSecond = (elapsed: number, state: Second, view: ClusterView, now: number): Step<SequenceState<First, Second>, Outcome> => {
    const step = second(elapsed).step(state, view, now);
    return { ...step, state: { kind: 'second', elapsed, state: step.state } };
  };
  return {
    start: (now) => ({ kind: 'first', startedAt: now, state: first.start(now) }),
    step: (found, view, now) => {
      if (found.kind === 'second') {
        return stepSecond(found.elapsed, found.state, view, now);
      }
      const { verdict, state, watch, ...step } = first.step(found.state, view, now);
      if (verdict?.kind === 'done') {
        const elapsed = now - found.startedAt;
        return stepSecond(elapsed, second(elapsed).start(now), view, now);
      }
      return {
        ...step, watch: distinct([...watch, ...firstInterests(second(0), view)]), state: { ...found, state },
        ...(verdict === undefined ? {} : { verdict: { ...verdict, reached: {} } }),
      };
    },
    canceled: (found, view, now) => {
      if (found.kind === 'second') {
        return canceledVerdict(second(found.elapsed), found.state, view, now);
      }
      return { ...canceledVerdict(first, found.state, view, now), reached: {} };
    },
  };
}

/** Returns what a waiter watches when it starts. */
export function firstInterests<State>(waiter: Waiter<State, unknown>, view: ClusterView): readonly Interest[] {
  return waiter.step(waiter.start(0), view, 0).watch;
}
