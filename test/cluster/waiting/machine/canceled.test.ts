import { causeLink } from '../../../../lib/text/documentation';
import { createWaiter } from '../../../../lib/cluster/waiting/machine/create-waiter';
import { inSequence } from '../../../../lib/cluster/waiting/machine/in-sequence';
import { canceledVerdict, DEFAULT_TIMEOUTS, type Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { unlessWaitingDisabled } from '../../../../lib/cluster/waiting/removal/waiting-opt-out';
import { namespaceRemoval } from '../../../../lib/cluster/waiting/removal/namespace-removal';
import { PODS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import type { Interest } from '../../../../lib/cluster/waiting/view/cluster-view';

const INTEREST: Interest = { resource: PODS, namespace: 'demo' };

/** Waits for the first pod: its spec says what is found. */
function pod(subject: string): Waiter<unknown, { readonly name: string }> {
  return createWaiter<undefined, { readonly name: string }>({
    subject, failure: 'did not happen', firstPhase: 'starting', memory: undefined, needsOlm: false, timeouts: { ...DEFAULT_TIMEOUTS, settling: 5_000 },
    observe: (_, view) => {
      const spec = view.snapshot(INTEREST).objects[0]?.spec as { readonly ready?: boolean; readonly problem?: string } | undefined;
      return {
        memory: undefined, phase: spec === undefined ? 'starting' : 'running', waitingFor: 'a pod', watch: [INTEREST], actions: [],
        findings: spec?.problem === undefined ? [] : [{ cause: 'object-missing', grace: 'timeout', message: spec.problem, remedy: 'fix it' }],
        reached: {}, ...(spec?.ready === true ? { ready: { key: 'a', outcome: { name: 'a' } } } : {}),
      };
    },
  }) as Waiter<unknown, { readonly name: string }>;
}

/** Returns the explanation of a wait that is canceled after 12 seconds, after a step at 2 seconds. */
function canceled<State>(waiter: Waiter<State, unknown>, spec: object | undefined): unknown {
  const store = new ClusterStore();
  store.relist(INTEREST, spec === undefined ? [] : [{ metadata: { name: 'a' }, spec }]);
  const { state } = waiter.step(waiter.start(0), store, 2_000);
  const { kind, explanation: { headline, findings } } = canceledVerdict(waiter, state, store, 12_000);
  return { kind, headline, findings };
}

describe('a canceled wait', () => {
  it.each<[string, object | undefined, string, object[]]>([
    ['nothing found yet', undefined, 'thing did not happen: canceled after 12 s, starting for 12 s, waiting for a pod', []],
    ['a problem that only explains it', { problem: 'it is slow' }, 'thing did not happen: canceled after 12 s, running for 10 s, waiting for a pod',
      [{ cause: 'object-missing', message: 'it is slow', remedy: 'fix it', link: causeLink('object-missing') }]],
    ['everything ready but for the settling time', { ready: true }, 'thing did not happen: canceled after 12 s, settling for 10 s, waiting for everything to stay ready', []],
  ])('is explained with %s', (_, spec, headline, findings) => {
    expect(canceled(pod('thing'), spec)).toEqual({ kind: 'failed', headline, findings });
  });

  it('is explained by the one of two waiters that runs', () => {
    const sequence = inSequence(pod('first'), () => pod('second'));
    expect(canceled(sequence, {})).toMatchObject({ headline: expect.stringContaining('first did not happen: canceled') as unknown });
    const settled = inSequence(createWaiter<undefined, undefined>({
      subject: 'first', failure: 'did not happen', firstPhase: 'starting', memory: undefined, needsOlm: false, timeouts: { ...DEFAULT_TIMEOUTS, settling: 0 },
      observe: () => ({
        memory: undefined, phase: 'starting', waitingFor: '', watch: [], actions: [], findings: [], reached: undefined, ready: { key: '', outcome: undefined },
      }),
    }), () => pod('second'));
    expect(canceled(settled, {})).toMatchObject({ headline: expect.stringContaining('second did not happen: canceled after 10 s') as unknown });
  });

  it('is explained for a removal that would keep everything if waiting were turned off', () => {
    const removal = namespaceRemoval({ namespace: 'demo', removeNamespace: true });
    expect(canceled(unlessWaitingDisabled(removal, { object: INTEREST, gate: INTEREST, dependents: 'it' }), undefined)).toMatchObject({
      kind: 'failed', headline: expect.stringContaining('canceled after 12 s') as unknown,
    });
  });

  it('of a waiter without explanations is only called canceled', () => {
    const waiter: Waiter<number, string> = { start: (now) => now, step: (state) => ({ state, watch: [], actions: [] }) };
    expect(canceled(waiter, undefined)).toEqual({ kind: 'failed', headline: 'canceled', findings: [] });
  });
});
