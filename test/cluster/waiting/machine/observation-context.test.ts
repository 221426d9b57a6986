import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { createWaiter } from '../../../../lib/cluster/waiting/machine/create-waiter';
import type { ObservationContext } from '../../../../lib/cluster/waiting/machine/waiter-state';
import { DEFAULT_TIMEOUTS } from '../../../../lib/cluster/waiting/machine/waiter';

const START = 1_000_000;

/** Steps a waiter that starts at a time of day and changes to phase `second` after 20 seconds, and returns what each observation may rely on. */
function contextsAt(times: readonly number[]): { readonly slow: boolean; readonly first: number; readonly second: number }[] {
  let context: ObservationContext | undefined;
  let time = 0;
  const waiter = createWaiter<undefined, object>({
    subject: 'thing', failure: 'did not happen', firstPhase: 'first', memory: undefined, needsOlm: false, timeouts: DEFAULT_TIMEOUTS,
    observe: (_memory, _view, given) => {
      context = given;
      return { memory: undefined, phase: time < 20_000 ? 'first' : 'second', waitingFor: 'it', watch: [], findings: [], actions: [], reached: {} };
    },
  });
  let state = waiter.start(START);
  return times.map((at) => {
    time = at;
    state = waiter.step(state, new ClusterStore(), START + at).state;
    return { slow: context!.slow, first: context!.timeInPhase('first'), second: context!.timeInPhase('second') };
  });
}

describe('an observation', () => {
  it('also watches what only explains failures after five seconds', () => {
    expect(contextsAt([0, 4_999, 5_000]).map(({ slow }) => slow)).toEqual([false, false, true]);
  });

  it('knows how long its phase lasts, which is no time for the next phase', () => {
    expect(contextsAt([0, 7_000, 20_000, 26_000]).map(({ first, second }) => [first, second])).toEqual([[0, 0], [7_000, 0], [20_000, 0], [0, 6_000]]);
  });
});
