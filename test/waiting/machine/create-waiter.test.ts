import { PODS } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { ClusterStore } from '../../../../lib/pulumi/wait/cluster/cluster-store';
import { ClusterProblem } from '../../../../lib/pulumi/wait/cluster/cluster-view';
import { Interest } from '../../../../lib/pulumi/wait/cluster/interest';
import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { Finding } from '../../../../lib/pulumi/wait/explain/finding';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { createWaiter } from '../../../../lib/pulumi/wait/waiting/create-waiter';
import { Waiter } from '../../../../lib/pulumi/wait/waiting/waiter';
import { DEFAULT_TIMEOUTS, Timeouts } from '../../../../lib/pulumi/wait/waiting/timeouts';

const INTEREST: Interest = { resource: PODS, namespace: 'demo' };
const WISH: Action = { type: 'delete', key: 'wish', target: { resource: PODS, name: 'a' }, why: 'deletes a' };

/** What the only pod says, for a waiter that does as it is told. */
interface Told {
  readonly phase?: string;
  readonly ready?: boolean;
  readonly findings?: readonly Finding[];
  readonly wishes?: readonly Action[];
}

function obedient(timeouts: Partial<Timeouts> = {}): Waiter<unknown, { readonly of: string }> {
  return createWaiter<undefined, { readonly of: string }>({
    subject: 'thing', failure: 'did not happen', firstPhase: 'first', memory: undefined, needsOlm: false,
    timeouts: { ...DEFAULT_TIMEOUTS, ...timeouts },
    read: (_, view) => {
      const { phase = 'first', ready = false, findings = [], wishes = [] } = (view.scope(INTEREST).objects[0]?.spec ?? {}) as Told;
      return {
        memory: undefined, phase, waitingFor: `the end of ${phase}`, watch: [INTEREST], findings, wishes, reached: {},
        ...(ready ? { ready: { what: 'it', outcome: { of: 'it' } } } : {}),
      };
    },
  }) as Waiter<unknown, { readonly of: string }>;
}

/** Steps of a waiter, each at a time and with what the pod says then. */
class Steps {
  public readonly store = new ClusterStore();
  private state: unknown;

  public constructor(private readonly waiter: Waiter<unknown, { readonly of: string }>) {
    this.state = waiter.start(0);
    this.store.relist(INTEREST, []);
  }

  public at(now: number, told?: Told): ReturnType<Waiter<unknown, { readonly of: string }>['step']> {
    if (told !== undefined) {
      this.store.relist(INTEREST, [{ metadata: { name: 'a' }, spec: told } satisfies KubernetesObject]);
    }
    const step = this.waiter.step(this.state, this.store, now);
    this.state = step.state;
    return step;
  }
}

describe('a waiter', () => {
  it('gives the same step for the same state, view and time', () => {
    const waiter = obedient();
    const store = new ClusterStore();
    const state = waiter.start(5);
    expect(waiter.step(state, store, 70)).toEqual(waiter.step(state, store, 70));
  });

  it('is done when all has held for the settling time', () => {
    const steps = new Steps(obedient({ settling: 2_000 }));
    expect(steps.at(0, { ready: true })).toMatchObject({ state: { phase: 'settling' }, wakeAt: 300 });
    expect(steps.at(1_999).verdict).toBeUndefined();
    expect(steps.at(2_000).verdict).toEqual({ kind: 'done', outcome: { of: 'it' }, times: { first: 0, settling: 2_000 } });
  });

  it('begins to settle anew when what held did not hold in between', () => {
    const steps = new Steps(obedient({ settling: 2_000 }));
    steps.at(0, { ready: true });
    steps.at(1_000, { ready: false });
    steps.at(1_100, { ready: true });
    expect(steps.at(2_000).verdict).toBeUndefined();
    expect(steps.at(3_100).verdict?.kind).toBe('done');
  });

  it('takes nothing for sure that a broken watch showed', () => {
    const steps = new Steps(obedient({ settling: 0 }));
    steps.store.relist(INTEREST, [{ metadata: { name: 'a' }, spec: { ready: true } }]);
    steps.store.lost(INTEREST);
    expect(steps.at(0).verdict).toBeUndefined();
    steps.store.resumed(INTEREST);
    expect(steps.at(10).verdict?.kind).toBe('done');
  });

  it.each<[Finding['cause'], number]>([['csv-invalid', 0], ['package-unknown', 10_000], ['csv-failed', 60_000]])(
    'gives up for the cause %s after %d ms', (cause, patience) => {
      const steps = new Steps(obedient());
      const first = steps.at(1_000, { findings: [{ cause, text: 'wrong' }] });
      const last = patience === 0 ? first : steps.at(1_000 + patience);
      expect(last.verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: false, findings: [{ cause }] } });
      if (patience > 0) {
        expect(first.verdict).toBeUndefined();
      }
    },
  );

  it('forgets how long something was wrong when it passes', () => {
    const steps = new Steps(obedient());
    steps.at(0, { findings: [{ cause: 'package-unknown', text: 'wrong' }] });
    steps.at(9_000, {});
    steps.at(9_500, { findings: [{ cause: 'package-unknown', text: 'wrong' }] });
    expect(steps.at(15_000).verdict).toBeUndefined();
    expect(steps.at(19_500).verdict?.kind).toBe('failed');
  });

  it('counts anew how long something was wrong when the API server did not answer in between: it may have passed meanwhile', () => {
    const steps = new Steps(obedient());
    steps.at(0, { findings: [{ cause: 'package-unknown', text: 'wrong' }] });
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'nobody listens' });
    expect(steps.at(8_000).verdict).toBeUndefined();
    expect(steps.at(12_000).verdict).toBeUndefined();
    steps.store.resumed(INTEREST);
    expect(steps.at(13_000).verdict).toBeUndefined();
    expect(steps.at(22_999).verdict).toBeUndefined();
    expect(steps.at(23_000).verdict).toMatchObject({ explanation: { findings: [{ cause: 'package-unknown' }] } });
  });

  it('tells what was wrong before, too, when the API server does not answer any more', () => {
    const steps = new Steps(obedient());
    steps.at(0, { findings: [{ cause: 'package-unknown', text: 'wrong' }] });
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'nobody listens' });
    steps.at(1_000);
    expect(steps.at(60_999).verdict).toBeUndefined();
    expect(steps.at(61_000).verdict).toMatchObject({ explanation: { findings: [{ cause: 'no-answer' }, { cause: 'package-unknown' }] } });
  });

  it('gives up when a phase, or all of it, takes too long', () => {
    const ofPhase = new Steps(obedient({ phases: { second: 5_000 } }));
    ofPhase.at(0);
    ofPhase.at(10_000, { phase: 'second' });
    expect(ofPhase.at(15_000).verdict).toMatchObject({
      explanation: { timedOut: true, headline: 'thing did not happen within 5 s: second for 5 s, waiting for the end of second' }, times: { first: 10_000, second: 5_000 },
    });
    const total = new Steps(obedient({ total: 12_000, phases: { second: 5_000 } }));
    total.at(10_000, { phase: 'second' });
    expect(total.at(12_000).verdict).toMatchObject({ explanation: { headline: 'thing did not happen within 12 s: second for 2 s, waiting for the end of second' } });
  });

  it('lets settle what is there when the time is over', () => {
    const steps = new Steps(obedient({ total: 1_000, settling: 2_000 }));
    steps.at(500, { ready: true });
    expect(steps.at(1_500).verdict).toBeUndefined();
    expect(steps.at(2_500).verdict?.kind).toBe('done');
  });

  it('says something even where nothing explains the time', () => {
    expect(new Steps(obedient({ total: 0 })).at(0).verdict).toMatchObject({ explanation: { findings: [{ cause: 'unexplained' }] } });
  });

  it('asks for an action once, and again after a while', () => {
    const steps = new Steps(obedient());
    expect(steps.at(0, { wishes: [WISH] }).actions).toEqual([WISH]);
    expect(steps.at(9_999).actions).toEqual([]);
    expect(steps.at(10_000).actions).toEqual([WISH]);
  });

  it.each<['forbidden' | 'refused', string, string]>([
    ['forbidden', 'access-denied', 'the account may not delete pods a'],
    ['refused', 'refused', 'the API server refuses to delete pods a: no'],
  ])('gives up when an action is %s', (kind, cause, text) => {
    const steps = new Steps(obedient());
    steps.store.refuse(WISH.key, { kind, message: 'no' });
    expect(steps.at(0, { wishes: [WISH] }).verdict).toMatchObject({ explanation: { findings: [{ cause, text }] } });
  });

  it('tells a change that lasts, and the same again every 30 s', () => {
    const steps = new Steps(obedient({ total: 10_000_000 }));
    expect(steps.at(0).progress).toBeUndefined();
    expect(steps.at(300).progress?.line).toBe('thing: first, waiting for the end of first');
    expect(steps.at(1_000, { phase: 'second' }).progress).toBeUndefined();
    expect(steps.at(1_100, { phase: 'first' }).progress).toBeUndefined();
    expect(steps.at(5_000).progress).toBeUndefined();
    expect(steps.at(30_300).progress).toMatchObject({ phase: 'first', since: 29_200, line: 'thing: first for 29 s, waiting for the end of first' });
    expect(steps.at(60_000).wakeAt).toBe(60_300);
    expect(steps.at(150_300).progress?.line).toBe('thing: first for 2 min 29 s, waiting for the end of first');
  });

  it.each<[ClusterProblem['kind'], Finding['cause']]>([['forbidden', 'access-denied'], ['unauthorized', 'credentials']])(
    'gives a server some time that answers %s where it gave answers before: one that starts anew knows nobody yet', (kind, cause) => {
      const steps = new Steps(obedient());
      steps.at(0, { findings: [{ cause: 'package-unknown', text: 'wrong' }] });
      steps.store.lost(INTEREST, { kind, message: 'no' });
      expect(steps.at(1_000).verdict).toBeUndefined();
      expect(steps.at(10_999).verdict).toBeUndefined();
      expect(steps.at(11_000).verdict).toMatchObject({ explanation: { findings: [{ cause }, { cause: 'package-unknown' }] } });

      const never = obedient();
      const store = new ClusterStore();
      store.lost(INTEREST, { kind, message: 'no' });
      expect(never.step(never.start(0), store, 0).verdict).toMatchObject({ explanation: { findings: [{ cause }] } });
    },
  );

  it('gives up soon on a server that never answered, and late on one that did', () => {
    const never = obedient();
    const store = new ClusterStore();
    store.lost(INTEREST, { kind: 'unreachable', message: 'connect ECONNREFUSED 127.0.0.1:6443' });
    const first = never.step(never.start(0), store, 0);
    expect(never.step(first.state, store, 10_000).verdict).toMatchObject({
      explanation: { findings: [{ cause: 'no-answer', text: 'the API server does not answer: connect ECONNREFUSED 127.0.0.1:6443' }] },
    });
    const silent = new ClusterStore();
    const { state } = never.step(never.start(0), silent, 0);
    silent.lost(INTEREST, { kind: 'unreachable', message: 'no connection within 20 s' });
    expect(never.step(state, silent, 20_000).verdict?.kind).toBe('failed');
    const steps = new Steps(obedient());
    steps.at(0);
    steps.store.lost(INTEREST, { kind: 'unreachable', message: 'gone' });
    steps.at(1_000);
    expect(steps.at(60_000).verdict).toBeUndefined();
    expect(steps.at(61_000).verdict?.kind).toBe('failed');
  });
});
