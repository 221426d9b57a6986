import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { conditions, csv, DEMO, happens, object, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const failedPlan = plan('install-a', ['plain.v0.2.0'], 'Failed', {
  approved: true, status: { conditions: [{ type: 'Installed', status: 'False', message: 'no' }] },
});

const FAILED: readonly Happening[] = [
  ...readyNamespace(),
  happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
  happens(0, 'installplans', failedPlan),
];

function simulated(recover: number, onAction: (action: Action, now: number) => Happening[], happenings = FAILED): Course<unknown> {
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', recover }), happenings, { onAction });
}

/** What OLM does after a deletion: another plan, which fails or installs. */
function olm(succeedsAt: number): (action: Action, now: number) => Happening[] {
  let tries = 1;
  return ({ type, target: { resource, name } }, now) => {
    if (type !== 'delete' || resource.kind !== 'InstallPlan') {
      return type === 'delete' ? [happens(now + 10, resource.plural, object(name), 'DELETED')] : [];
    }
    tries += 1;
    const next = `install-${tries}`;
    const works = tries >= succeedsAt;
    return [
      happens(now + 100, 'installplans', object(name), 'DELETED'),
      happens(now + 2_000, 'installplans', plan(next, ['plain.v0.2.0'], works ? 'Complete' : 'Failed', { approved: true })),
      happens(now + 2_000, 'subscriptions', subscription(planned(next, 'plain.v0.2.0'))),
      ...(works ? [
        happens(now + 2_000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { uid: 'another' } })),
        happens(now + 2_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
      ] : []),
    ];
  };
}

/** What OLM does after the deletion of a plan that was complete: nothing, until the Subscription forgets it. */
function forgetful(): (action: Action, now: number) => Happening[] {
  return ({ type, target: { resource, name } }, now) => (type === 'forget-plan' ? [
    happens(now + 2_000, 'installplans', plan('install-2', ['plain.v0.2.0'], 'Complete', { approved: true })),
    happens(now + 2_000, 'subscriptions', subscription(planned('install-2', 'plain.v0.2.0'))),
    happens(now + 2_000, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { uid: 'another' } })),
    happens(now + 2_000, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
  ] : [happens(now + 10, resource.plural, object(name), 'DELETED')]);
}

const named = (actions: readonly Action[]): string[] => actions.map(({ type, target: { resource, name } }) => `${type} ${resource.kind} ${name}`);

describe('an operator whose installation failed', () => {
  it('is given up where nobody asked for another try', () => {
    const { verdict, actions, at } = simulated(0, olm(2));
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: false, findings: [{ cause: 'plan-failed' }] } });
    expect([actions, at]).toEqual([[], 0]);
  });

  it('gets ready at the second try', () => {
    const { verdict, actions, lines } = simulated(1, olm(2));
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'forget-plan Subscription plain']);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0', installPlan: 'install-2' } });
    expect(lines).toEqual([
      '0.4 operator demo/plain: recovering, waiting for Subscription demo/plain to forget its InstallPlan, so that OLM plans anew',
      '2.3 operator demo/plain: settling, waiting for all of it to stay as it is',
    ]);
  });

  it('is tried again as often as was asked for, and no more', () => {
    const { verdict, actions } = simulated(2, olm(9));
    expect(named(actions)).toEqual([
      'delete InstallPlan install-a', 'forget-plan Subscription plain', 'delete InstallPlan install-2', 'forget-plan Subscription plain',
    ]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'plan-failed' }] } });
  });

  it('loses its ClusterServiceVersion too, where that did not succeed', () => {
    const happenings = [
      ...FAILED.slice(0, -1), happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallComponentFailedNoRetry', message: 'no' } })),
    ];
    const { verdict, actions } = simulated(1, olm(2), happenings);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'delete ClusterServiceVersion plain.v0.2.0', 'forget-plan Subscription plain']);
    expect(verdict.kind).toBe('done');
  });

  it('loses the Job that could not unpack its bundle', () => {
    const happenings = [
      ...readyNamespace(),
      happens(0, 'subscriptions', subscription({ conditions: conditions({ type: 'BundleUnpackFailed', message: 'no' }) })),
      happens(0, 'jobs', object('unpack', {
        metadata: { labels: { 'operatorframework.io/bundle-unpack-ref': 'x' } }, status: { conditions: conditions({ type: 'Failed', reason: 'DeadlineExceeded' }) },
      })),
    ];
    const { actions } = simulated(1, olm(2), happenings);
    expect(named(actions)).toEqual(['delete Job unpack']);
  });

  it('is installed again after somebody deleted it, once the Subscription forgets the InstallPlan that OLM left in its status', () => {
    const happenings = [
      ...readyNamespace(),
      happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))),
      happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      happens(0, 'installplans', plan('install-c', ['plain.v0.2.0'], 'Complete', { owner: 'another' })),
    ];
    const { verdict, actions, at } = simulated(1, forgetful(), happenings);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'forget-plan Subscription plain']);
    expect(verdict.kind).toBe('done');
    expect(at).toBeGreaterThanOrEqual(10_000);
  });

  it('goes back to the version that was to be replaced, where an upgrade failed', () => {
    const happenings = [
      ...readyNamespace(),
      happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0'))),
      happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
      happens(0, 'clusterserviceversions', csv('plain.v0.1.0', 'Replacing')),
      happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', {
        spec: { replaces: 'plain.v0.1.0' }, status: { reason: 'InstallComponentFailedNoRetry', message: 'no' },
      })),
    ];
    const { actions } = simulated(1, forgetful(), happenings);
    expect(named(actions)).toEqual(['delete InstallPlan install-a', 'delete ClusterServiceVersion plain.v0.2.0', 'forget-plan Subscription plain']);
    expect(actions.at(-1)).toMatchObject({ installed: 'plain.v0.1.0' });
  });

  it('waits until what it deletes is gone', () => {
    const { verdict, lines } = simulated(1, () => []);
    expect(lines[0]).toBe('0.3 operator demo/plain: recovering, waiting for InstallPlan install-a to be gone, so that OLM tries again');
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: true } });
  });

  it('is not tried again for what deleting does not mend', () => {
    const happenings = [...readyNamespace().filter(({ resource }) => !resource.startsWith('operatorgroups')), ...FAILED.slice(3, 4)];
    const { verdict, actions } = simulated(3, olm(2), happenings);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'operator-group-missing' }] } });
    expect(actions).toEqual([]);
  });
});
