import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { createWaiter } from '../../../../lib/cluster/waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { PODS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { ClusterProblem, Interest } from '../../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';

const INTEREST: Interest = { resource: PODS, namespace: 'demo' };
const ACTION: Action = { type: 'delete', key: 'wish', target: { resource: PODS, name: 'a' }, description: 'deletes a' };

/** State that the scripted waiter reads from the only pod. */
interface Script {
  readonly phase?: string;
  readonly ready?: boolean;
  readonly findings?: readonly Finding[];
  readonly actions?: readonly Action[];
}

function scriptedWaiter(timeouts: Partial<Timeouts> = {}): Waiter<unknown, { readonly of: string }> {
  return createWaiter<undefined, { readonly of: string }>({
    subject: 'thing', failure: 'did not happen', firstPhase: 'first', memory: undefined, needsOlm: false,
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
    observe: (_, view) => {
      const { phase = 'first', ready = false, findings = [], actions = [] } = (view.snapshot(INTEREST).objects[0]?.spec ?? {}) as Script;
      return {
        memory: undefined, phase, waitingFor: `the end of ${phase}`, watch: [INTEREST], findings, actions, reached: {},
        ...(ready ? { ready: { key: 'it', outcome: { of: 'it' } } } : {}),
      };
    },
  }) as Waiter<unknown, { readonly of: string }>;
}

/** Runs the steps of a waiter, each at a given time and with an optional new script. */
class Steps {
  public readonly store = new ClusterStore();
  private state: unknown;

  public constructor(private readonly waiter: Waiter<unknown, { readonly of: string }>) {
    this.state = waiter.start(0);
    this.store.relist(INTEREST, []);
  }

  public at(now: number, script?: Script): ReturnType<Waiter<unknown, { readonly of: string }>['step']> {
    if (script !== undefined) {
      this.store.relist(INTEREST, [{ metadata: { name: 'a' }, spec: script } satisfies KubernetesObject]);
    }
    const step = this.waiter.step(this.state, this.store, now);
    this.state = step.state;
    return step;
  }
}

describe('a waiter', () => {
  it('returns the same step for the same state, view and time', () => {
    const waiter = scriptedWaiter();
    const store = new ClusterStore();
    const state = waiter.start(5);
    expect(waiter.step(state, store, 70)).toEqual(waiter.step(state, store, 70));
  });

  it('is done when everything has stayed ready for the settling time', () => {
    const steps = new Steps(scriptedWaiter({ settling: 2_000 }));
    expect(steps.at(0, { ready: true })).toMatchObject({ state: { phase: 'settling' }, wakeAt: 300 });
    expect(steps.at(1_999).verdict).toBeUndefined();
    expect(steps.at(2_000).verdict).toEqual({ kind: 'done', outcome: { of: 'it' }, times: { first: 0, settling: 2_000 } });
  });

  it('restarts the settling time when something was not ready in between', () => {
    const steps = new Steps(scriptedWaiter({ settling: 2_000 }));
    steps.at(0, { ready: true });
    steps.at(1_000, { ready: false });
    steps.at(1_100, { ready: true });
    expect(steps.at(2_000).verdict).toBeUndefined();
    expect(steps.at(3_100).verdict?.kind).toBe('done');
  });

  it('does not rely on what a broken watch returned', () => {
    const steps = new Steps(scriptedWaiter({ settling: 0 }));
    steps.store.relist(INTEREST, [{ metadata: { name: 'a' }, spec: { ready: true } }]);
    steps.store.lost(INTEREST);
    expect(steps.at(0).verdict).toBeUndefined();
    steps.store.resumed(INTEREST);
    expect(steps.at(10).verdict?.kind).toBe('done');
  });

  it.each<[Finding['cause'], number]>([['csv-invalid', 0], ['package-unknown', 10_000], ['csv-failed', 60_000]])(
    'gives up for the cause %s after %d ms', (cause, grace) => {
      const steps = new Steps(scriptedWaiter());
      const first = steps.at(1_000, { findings: [{ cause, message: 'wrong' }] });
      const last = grace === 0 ? first : steps.at(1_000 + grace);
      expect(last.verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: false, findings: [{ cause }] } });
      if (grace > 0) {
        expect(first.verdict).toBeUndefined();
      }
    },
  );

  it('restarts the grace period when a problem goes away and comes back', () => {
    const steps = new Steps(scriptedWaiter());
    steps.at(0, { findings: [{ cause: 'package-unknown', message: 'wrong' }] });
    steps.at(9_000, {});
    steps.at(9_500, { findings: [{ cause: 'package-unknown', message: 'wrong' }] });
    expect(steps.at(15_000).verdict).toBeUndefined();
    expect(steps.at(19_500).verdict?.kind).toBe('failed');
  });

  it('restarts the grace period after the API server did not answer, because the problem may have gone away meanwhile', () => {
    const steps = new Steps(scriptedWaiter());
    steps.at(0, { findings: [{ cause: 'package-unknown', message: 'wrong' }] });
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'connection refused' });
    expect(steps.at(8_000).verdict).toBeUndefined();
    expect(steps.at(12_000).verdict).toBeUndefined();
    steps.store.resumed(INTEREST);
    expect(steps.at(13_000).verdict).toBeUndefined();
    expect(steps.at(22_999).verdict).toBeUndefined();
    expect(steps.at(23_000).verdict).toMatchObject({ explanation: { findings: [{ cause: 'package-unknown' }] } });
  });

  it('also reports the earlier problem when the API server stops answering', () => {
    const steps = new Steps(scriptedWaiter());
    steps.at(0, { findings: [{ cause: 'package-unknown', message: 'wrong' }] });
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'connection refused' });
    steps.at(1_000);
    expect(steps.at(60_999).verdict).toBeUndefined();
    expect(steps.at(61_000).verdict).toMatchObject({ explanation: { findings: [{ cause: 'api-server-unreachable' }, { cause: 'package-unknown' }] } });
  });

  it('gives up when a phase or the whole wait takes too long', () => {
    const ofPhase = new Steps(scriptedWaiter({ phases: { second: 5_000 } }));
    ofPhase.at(0);
    ofPhase.at(10_000, { phase: 'second' });
    expect(ofPhase.at(15_000).verdict).toMatchObject({
      explanation: { timedOut: true, headline: 'thing did not happen within 5 s: second for 5 s, waiting for the end of second' }, times: { first: 10_000, second: 5_000 },
    });
    const total = new Steps(scriptedWaiter({ total: 12_000, phases: { second: 5_000 } }));
    total.at(10_000, { phase: 'second' });
    expect(total.at(12_000).verdict).toMatchObject({ explanation: { headline: 'thing did not happen within 12 s: second for 2 s, waiting for the end of second' } });
  });

  it('lets a ready operand settle even after the timeout', () => {
    const steps = new Steps(scriptedWaiter({ total: 1_000, settling: 2_000 }));
    steps.at(500, { ready: true });
    expect(steps.at(1_500).verdict).toBeUndefined();
    expect(steps.at(2_500).verdict?.kind).toBe('done');
  });

  it('reports a cause even if nothing explains the timeout', () => {
    expect(new Steps(scriptedWaiter({ total: 0 })).at(0).verdict).toMatchObject({ explanation: { findings: [{ cause: 'unexplained' }] } });
  });

  it('requests an action once, and again after 10 s', () => {
    const steps = new Steps(scriptedWaiter());
    expect(steps.at(0, { actions: [ACTION] }).actions).toEqual([ACTION]);
    expect(steps.at(9_999).actions).toEqual([]);
    expect(steps.at(10_000).actions).toEqual([ACTION]);
  });

  it.each<['forbidden' | 'refused', string, string]>([
    ['forbidden', 'access-denied', 'the account is not allowed to delete pods a'],
    ['refused', 'request-rejected', 'the API server refused to delete pods a: no'],
  ])('gives up when an action is %s', (kind, cause, message) => {
    const steps = new Steps(scriptedWaiter());
    steps.store.reject(ACTION.key, { kind, message: 'no' });
    expect(steps.at(0, { actions: [ACTION] }).verdict).toMatchObject({ explanation: { findings: [{ cause, message }] } });
  });

  it('prints a change that lasts, and repeats it every 30 s', () => {
    const steps = new Steps(scriptedWaiter({ total: 10_000_000 }));
    expect(steps.at(0).progress).toBeUndefined();
    expect(steps.at(300).progress?.line).toBe('thing: first, waiting for the end of first');
    expect(steps.at(1_000, { phase: 'second' }).progress).toBeUndefined();
    expect(steps.at(1_100, { phase: 'first' }).progress).toBeUndefined();
    expect(steps.at(5_000).progress).toBeUndefined();
    expect(steps.at(30_300).progress).toMatchObject({ phase: 'first', since: 29_200, line: 'thing: first for 29 s, waiting for the end of first' });
    expect(steps.at(60_000).wakeAt).toBe(60_300);
    expect(steps.at(150_300).progress?.line).toBe('thing: first for 2 min 29 s, waiting for the end of first');
  });

  it.each<[ClusterProblem['kind'], Finding['cause']]>([['forbidden', 'access-denied'], ['unauthorized', 'invalid-credentials']])(
    'gives an API server that answered before some time when it answers %s: it may be restarting', (kind, cause) => {
      const steps = new Steps(scriptedWaiter());
      steps.at(0, { findings: [{ cause: 'package-unknown', message: 'wrong' }] });
      steps.store.lost(INTEREST, { kind, message: 'no' });
      expect(steps.at(1_000).verdict).toBeUndefined();
      expect(steps.at(10_999).verdict).toBeUndefined();
      expect(steps.at(11_000).verdict).toMatchObject({ explanation: { findings: [{ cause }, { cause: 'package-unknown' }] } });

      const never = scriptedWaiter();
      const store = new ClusterStore();
      store.lost(INTEREST, { kind, message: 'no' });
      expect(never.step(never.start(0), store, 0).verdict).toMatchObject({ explanation: { findings: [{ cause }] } });
    },
  );

  it('gives up sooner on an API server that never answered than on one that did', () => {
    const never = scriptedWaiter();
    const store = new ClusterStore();
    store.lost(INTEREST, { kind: 'unreachable', message: 'connect ECONNREFUSED 127.0.0.1:6443' });
    const first = never.step(never.start(0), store, 0);
    expect(never.step(first.state, store, 10_000).verdict).toMatchObject({
      explanation: { findings: [{ cause: 'api-server-unreachable', message: 'the API server does not answer: connect ECONNREFUSED 127.0.0.1:6443' }] },
    });
    const silent = new ClusterStore();
    const { state } = never.step(never.start(0), silent, 0);
    silent.lost(INTEREST, { kind: 'unreachable', message: 'no connection within 20 s' });
    expect(never.step(state, silent, 20_000).verdict?.kind).toBe('failed');
    const steps = new Steps(scriptedWaiter());
    steps.at(0);
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'gone' });
    steps.at(1_000);
    expect(steps.at(60_000).verdict).toBeUndefined();
    expect(steps.at(61_000).verdict?.kind).toBe('failed');
  });
});
