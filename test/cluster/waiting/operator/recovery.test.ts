import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { conditions, csv, DEMO, event, object, packageManifest, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';

const failedPlan = plan('install-a', ['plain.v0.2.0'], 'Failed', {
  approved: true, status: { conditions: [{ type: 'Installed', status: 'False', message: 'no' }] },
});

const FAILED: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
  event(0, 'installplans', failedPlan),
];

/** A Job that could not unpack a bundle. */
const FAILED_JOB = object('unpack', {
  metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'x' } }, status: { conditions: conditions({ type: 'Failed', reason: 'DeadlineExceeded' }) },
});

function simulated(recover: number, onAction: (action: Action, now: number) => ClusterEvent[], events = FAILED): SimulatedWait<unknown> {
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', recover }), events, { onAction });
}

/** Simulates OLM after a deletion: creates another plan, which fails or succeeds. */
function olm(succeedsAt: number): (action: Action, now: number) => ClusterEvent[] {
  let tries = 1;
  return ({ type, target: { resource, name } }, now) => {
    if (type !== 'delete' || resource.kind !== 'InstallPlan') {
      return type === 'delete' ? [event(now + 10, resource.plural, object(name), 'DELETED')] : [];
    }
    tries += 1;
    const next = `install-${tries}`;
    const works = tries >= succeedsAt;
    return [
      event(now + 100, 'installplans', object(name), 'DELETED'),
      event(now + 2_000, 'installplans', plan(next, ['plain.v0.2.0'], works ? 'Complete' : 'Failed', { approved: true })),
      event(now + 2_000, 'subscriptions', subscription(planned(next, 'plain.v0.2.0'))),
      ...(works ? [
        event(now + 2_000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { uid: 'another' } })),
        event(now + 2_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
      ] : []),
    ];
  };
}

/** Simulates OLM after the deletion of a completed plan: does nothing until the Subscription no longer refers to it. */
function olmAfterClearing(next = 'install-2'): (action: Action, now: number) => ClusterEvent[] {
  return ({ type, target: { resource, name } }, now) => (type === 'clear-plan' ? [
    event(now + 2_000, 'installplans', plan(next, ['plain.v0.2.0'], 'Complete', { approved: true })),
    event(now + 2_000, 'subscriptions', subscription(planned(next, 'plain.v0.2.0'))),
    event(now + 2_000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { uid: 'another' } })),
    event(now + 2_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
  ] : [event(now + 10, resource.plural, object(name), 'DELETED')]);
}

const named = (actions: readonly Action[]): string[] => actions.map(({ type, target: { resource, name } }) => `${type} ${resource.kind} ${name}`);

describe('an operator whose installation failed', () => {
  it('is not retried by default', () => {
    const { verdict, actions, at } = simulated(0, olm(2));
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: false, findings: [{ cause: 'plan-failed' }] } });
    expect([actions, at]).toEqual([[], 0]);
  });

  it('becomes ready at the second attempt', () => {
    const { verdict, actions, lines } = simulated(1, olm(2));
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'clear-plan Subscription plain']);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0', installPlan: 'install-2' } });
    expect(lines).toEqual([
      '0.4 operator demo/plain: recovering, waiting for Subscription demo/plain to release its InstallPlan, so that OLM creates a new one',
      '2.3 operator demo/plain: settling, waiting for everything to stay ready',
    ]);
  });

  it('is retried as often as recover allows', () => {
    const { verdict, actions } = simulated(2, olm(9));
    expect(named(actions)).toEqual([
      'delete InstallPlan install-a', 'clear-plan Subscription plain', 'delete InstallPlan install-2', 'clear-plan Subscription plain',
    ]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'plan-failed' }] } });
  });

  it('also has its ClusterServiceVersion deleted if that failed', () => {
    const events = [
      ...FAILED.slice(0, -1), event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailedNoRetry', message: 'no' } })),
    ];
    const { verdict, actions } = simulated(1, olm(2), events);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'delete ClusterServiceVersion plain.v0.2.0', 'clear-plan Subscription plain']);
    expect(verdict.kind).toBe('done');
  });

  it('has the Job deleted that could not unpack its bundle', () => {
    const events = [
      ...readyNamespace(),
      event(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpackFailed', message: 'no' }) })),
      event(0, 'jobs', FAILED_JOB),
    ];
    const { actions } = simulated(1, olm(2), events);
    expect(named(actions)).toEqual(['delete Job unpack']);
  });

  it('has an InstallPlan deleted that waits for a Job that could not unpack a bundle, with the Job', () => {
    const lookups = [{ identifier: 'plain.v0.2.0', conditions: conditions({ type: 'BundleLookupFailed', message: 'no' }) }];
    const events = [
      ...readyNamespace(),
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Installing', { approved: true, status: { bundleLookups: lookups } })),
      event(0, 'jobs', FAILED_JOB),
    ];
    const { actions, verdict } = simulated(1, olm(2), events);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'delete Job unpack', 'clear-plan Subscription plain']);
    expect(verdict.kind).toBe('done');
  });

  it('is installed again after its ClusterServiceVersion was deleted, once the status of the Subscription no longer refers to the InstallPlan', () => {
    const events = [
      ...readyNamespace(),
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      event(0, 'installplans', plan('install-c', ['plain.v0.2.0'], 'Complete', { owner: 'another' })),
    ];
    const { verdict, actions, at } = simulated(1, olmAfterClearing(), events);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'clear-plan Subscription plain']);
    expect(verdict.kind).toBe('done');
    expect(at).toBeGreaterThanOrEqual(10_000);
  });

  it('returns to the replaced version if an upgrade failed', () => {
    const events = [
      ...readyNamespace(),
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      event(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Replacing')),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', {
        spec: { replaces: 'plain.v0.1.0' }, status: { reason: 'InstallComponentFailedNoRetry', message: 'no' },
      })),
    ];
    const { actions } = simulated(1, olmAfterClearing(), events);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'delete ClusterServiceVersion plain.v0.2.0', 'clear-plan Subscription plain']);
    expect(actions.at(-1)).toMatchObject({ installed: 'plain.v0.1.0' });
  });

  it('waits until the deleted objects are gone', () => {
    const { verdict, lines } = simulated(1, () => []);
    expect(lines[0]).toBe('0.3 operator demo/plain: recovering, waiting for InstallPlan install-a to be deleted, so that OLM retries');
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: true } });
  });

  it('is not retried if deleting objects cannot fix the cause', () => {
    const events = [...readyNamespace().filter(({ resource }) => !resource.startsWith('operatorgroups')), ...FAILED.slice(3, 4)];
    const { verdict, actions } = simulated(3, olm(2), events);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'operator-group-missing' }] } });
    expect(actions).toEqual([]);
  });
});

describe('a ClusterServiceVersion that was deleted by hand', () => {
  const DELETED: readonly ClusterEvent[] = [
    ...readyNamespace(),
    event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'), { startingCSV: 'plain.v0.2.0' })),
    event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
  ];
  const without = (startingCSV?: string): ClusterEvent[] => DELETED.map((found) => (found.resource.startsWith('subscriptions')
    ? event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'), startingCSV === undefined ? {} : { startingCSV }))
    : found));
  const catalogHead = (head: string): ClusterEvent => event(0, 'packagemanifests', packageManifest('plain', { alpha: [head, 'plain.v0.2.0'] }));
  const REINSTALLED = ['delete InstallPlan install-a', 'clear-plan Subscription plain'];

  const waitFor = (
    events: readonly ClusterEvent[], options: Partial<OperatorReadyOptions> = {}, onAction = olmAfterClearing(),
  ): SimulatedWait<unknown> => (
    simulate(operatorReady({ namespace: DEMO, subscription: 'plain', ...options }), events, { onAction })
  );

  it.each<[string, readonly ClusterEvent[], Partial<OperatorReadyOptions>]>([
    ['the Subscription starts with it', DELETED, {}],
    ['it is pinned', without(), { pin: { csv: 'plain.v0.2.0' } }],
    ['it is the head of the channel', [...without(), catalogHead('plain.v0.2.0')], {}],
  ])('is reinstalled without recover if %s', (_, events, options) => {
    const wait = waitFor(events, options);
    expect(named(wait.actions)).toEqual(REINSTALLED);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0', installPlan: 'install-2' } });
  });

  it.each<[string, readonly ClusterEvent[], Partial<OperatorReadyOptions>, string]>([
    ['another version is pinned', without(), { pin: { csv: 'plain.v0.3.0' } }, '; OLM would install plain.v0.3.0 instead'],
    ['the channel has a newer version', [...without(), catalogHead('plain.v0.3.0')], {}, '; OLM would install plain.v0.3.0 instead'],
    ['the Subscription starts with an older version', without('plain.v0.1.0'), {}, '; OLM would install plain.v0.1.0 instead'],
    ['it is not known what OLM would install', without(), {}, ''],
  ])('is not reinstalled if %s, because that could lose data', (_, events, options, instead) => {
    const wait = waitFor(events, options);
    expect(wait.actions).toEqual([]);
    expect(wait.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'csv-missing',
      message: `ClusterServiceVersion plain.v0.2.0 does not exist, although Subscription demo/plain lists it as installed: it was deleted${instead}`,
    }] } });
  });

  it('is not reinstalled if its InstallPlan belongs to another Subscription', () => {
    const events = [...DELETED.slice(0, -1), event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true, owner: 'another' }))];
    expect(waitFor(events).actions).toEqual([]);
  });

  it('is also reinstalled after its InstallPlan was deleted', () => {
    expect(named(waitFor(DELETED.slice(0, -1)).actions)).toEqual(['clear-plan Subscription plain']);
  });

  it('does not use up the attempts of recover', () => {
    let plans = 0;
    const failing = (action: Action, now: number): ClusterEvent[] => (action.type === 'clear-plan' && plans++ === 0 ? [
      event(now + 1_000, 'installplans', plan('install-2', ['plain.v0.2.0'], 'Failed', { approved: true })),
      event(now + 1_000, 'subscriptions', subscription(planned('install-2', 'plain.v0.2.0'), { startingCSV: 'plain.v0.2.0' })),
    ] : olmAfterClearing('install-3')(action, now));
    const wait = waitFor(DELETED, { recover: 1 }, failing);
    expect(named(wait.actions)).toEqual([...REINSTALLED, 'delete InstallPlan install-2', 'clear-plan Subscription plain']);
  });

  it('is reinstalled twice in one wait, and no more', () => {
    let plans = 0;
    const again = ({ type, target: { resource, name } }: Action, now: number): ClusterEvent[] => {
      const next = `install-${++plans}`;
      return type !== 'clear-plan' ? [event(now + 10, resource.plural, object(name), 'DELETED')] : [
        event(now + 500, 'installplans', plan(next, ['plain.v0.2.0'], 'Complete', { approved: true })),
        event(now + 500, 'subscriptions', subscription(planned(next, 'plain.v0.2.0', 'plain.v0.2.0'), { startingCSV: 'plain.v0.2.0' })),
      ];
    };
    const wait = waitFor(DELETED, {}, again);
    expect(named(wait.actions)).toEqual([...REINSTALLED, 'delete InstallPlan install-2', 'clear-plan Subscription plain']);
    expect(wait.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'csv-missing' }] } });
  });
});

describe('an operator that OLM could not resolve while it upgraded another one', () => {
  const UNRESOLVED = 'constraints not satisfiable: @existing/demo//other.v1 and @existing/demo//other.v2 originate from package other, '
    + 'clusterserviceversion other.v1 exists and is not referenced by a subscription, subscription other requires @existing/demo//other.v2';
  const HEALTHY = { type: 'CatalogSourcesUnhealthy', status: 'False' };
  const unresolved = (): KubernetesObject => subscription({
    conditions: conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: UNRESOLVED }, HEALTHY),
  });
  const others = (replacedUntil?: number): ClusterEvent[] => [
    event(0, 'subscriptions', subscription({ currentCSV: 'other.v2', installedCSV: 'other.v2' }, { name: 'other' }, 'other')),
    event(0, 'clusterserviceversions', csv('other.v2', 'Succeeded', { spec: { replaces: 'other.v1' } })),
    ...(replacedUntil === undefined ? [] : [
      event(0, 'clusterserviceversions', csv('other.v1', 'Replacing')),
      event(replacedUntil, 'clusterserviceversions', object('other.v1'), 'DELETED'),
    ]),
  ];
  const waiting = (options: Partial<OperatorReadyOptions> = {}): Waiter<unknown, unknown> => (
    operatorReady({ namespace: DEMO, subscription: 'plain', ...options }) as Waiter<unknown, unknown>
  );
  const olmResolves = ({ type }: Action, now: number): ClusterEvent[] => (type === 'resolve-again' ? [
    event(now + 1_000, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
    event(now + 1_000, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
    event(now + 2_000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
    event(now + 2_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
  ] : []);
  const stalled = (...more: readonly ClusterEvent[]): ClusterEvent[] => [...readyNamespace(), event(0, 'subscriptions', unresolved()), ...more];

  it('is resolved again a minute later, if the replaced version is gone and OLM has not noticed', () => {
    const { actions, verdict, at } = simulate(waiting(), stalled(...others()), { onAction: olmResolves });
    expect(actions).toMatchObject([{
      type: 'resolve-again', conditions: [HEALTHY],
      description: 'removes the outdated condition ResolutionFailed from Subscription demo/plain, so that OLM resolves again',
    }]);
    expect(verdict.kind).toBe('done');
    expect(at).toBeGreaterThan(60_000);
    expect(at).toBeLessThan(120_000);
  });

  it('is left to OLM as long as the replaced version exists', () => {
    const { actions } = simulate(waiting(), stalled(...others(150_000)), { onAction: olmResolves });
    expect(named(actions)).toEqual(['resolve-again Subscription plain']);
    const { actions: early } = simulate(waiting({ timeouts: { total: 140_000 } }), stalled(...others(150_000)), { onAction: olmResolves });
    expect(early).toEqual([]);
  });

  it('is left to OLM if it resolves again by itself', () => {
    const events = [...stalled(...others()), ...olmResolves({ type: 'resolve-again' } as Action, 30_000)];
    expect(simulate(waiting(), events).actions).toEqual([]);
  });

  it('is left alone if the other version lost its Subscription, which no resolution changes', () => {
    const { actions } = simulate(waiting(), stalled(event(0, 'clusterserviceversions', csv('other.v1', 'Succeeded'))));
    expect(actions).toEqual([]);
  });

  it('is resolved again three times in one wait, and no more', () => {
    const { actions, verdict } = simulate(waiting(), stalled(...others()), { onAction: (_, now) => [event(now + 500, 'subscriptions', unresolved())] });
    expect(named(actions)).toEqual(Array<string>(3).fill('resolve-again Subscription plain'));
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: true, findings: [{ cause: 'resolution-outdated' }] } });
  });
});
