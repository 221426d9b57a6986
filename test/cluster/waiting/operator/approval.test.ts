import { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { csv, deployment, DEMO, event, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate } from '../simulated-cluster';

const PIN: OperatorReadyOptions = { namespace: DEMO, subscription: 'plain', pin: { csv: 'plain.v0.2.0' } };

function simulated(options: OperatorReadyOptions, ...events: ClusterEvent[]): ReturnType<typeof simulate<unknown, unknown>> {
  return simulate<unknown, unknown>(operatorReady(options) as never, [...readyNamespace(), ...events]);
}

function pending(csvs: string[], parts: Parameters<typeof plan>[3] = {}, status = planned('install-a', csvs[0]!)): ClusterEvent[] {
  return [
    event(0, 'subscriptions', subscription(status, { installPlanApproval: 'Manual' })),
    event(0, 'installplans', plan('install-a', csvs, 'RequiresApproval', parts)),
  ];
}

const named = (actions: readonly Action[]): string[] => actions.map(({ type, target: { name } }) => `${type} ${name}`);

describe('an InstallPlan that waits for approval', () => {
  it('is approved at the resource version that was observed', () => {
    const [, ofPlan] = pending(['plain.v0.2.0']);
    const { actions } = simulated(PIN, ...pending(['plain.v0.2.0']).slice(0, 1), ofPlan!);
    expect(actions[0]).toMatchObject({
      type: 'approve', resourceVersion: ofPlan!.object.metadata.resourceVersion, target: { namespace: DEMO, name: 'install-a', uid: 'uid-of-install-a' },
      description: 'approves InstallPlan demo/install-a, which installs plain.v0.2.0',
    });
  });

  it('is approved again while it has no effect, but not at every step', () => {
    const { actions } = simulated({ ...PIN, timeouts: { total: 25_000 } }, ...pending(['plain.v0.2.0']), ...[1, 2, 3].map((at) => event(at * 1000, 'deployments', deployment('other', at))));
    expect(actions).toHaveLength(3);
  });

  it.each<[string, OperatorReadyOptions, ClusterEvent[]]>([
    ['before its phase is RequiresApproval', PIN, [
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))), event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], '')),
    ]],
    ['that the Subscription does not refer to', PIN, pending(['plain.v0.2.0'], {}, {})],
    ['of a name that an earlier object had', PIN, pending(['plain.v0.2.0'], {}, { installPlanRef: { name: 'install-a', uid: 'an older one' } })],
    ['that is approved already', PIN, pending(['plain.v0.2.0'], { approved: true })],
    ['without a pin', { namespace: DEMO, subscription: 'plain' }, pending(['plain.v0.2.0'])],
    ['for another version than the pinned one', PIN, pending(['plain.v0.3.0'])],
    ['with another operator that is not allowed', PIN, pending(['plain.v0.2.0', 'other.v1.0.0'])],
    ['for a step that is not allowed', PIN, pending(['plain.v0.1.0'])],
    ['of another Subscription', PIN, pending(['plain.v0.2.0'], { owner: 'other' })],
    ['that installs nothing', PIN, pending([])],
  ])('is not approved %s', (_, options, events) => {
    expect(simulated(options, ...events).actions).toEqual([]);
  });

  it.each<[string, OperatorReadyOptions['pin'], string[]]>([
    ['an intermediate version', { csv: 'plain.v0.2.0', intermediateCsvs: ['plain.v0.1.0'] }, ['plain.v0.1.0']],
    ['a dependency', { csv: 'plain.v0.2.0', dependencyCsvs: ['dep.v1.0.0'] }, ['plain.v0.2.0', 'dep.v1.0.0']],
  ])('is approved with %s that is allowed by name', (_, pin, csvs) => {
    expect(named(simulated({ ...PIN, pin: pin! }, ...pending(csvs)).actions)).toContain('approve install-a');
  });

  it('is left alone once the pinned version is installed', () => {
    const { verdict, actions } = simulated(
      PIN,
      event(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'), { installPlanApproval: 'Manual' })),
      event(0, 'installplans', plan('install-b', ['plain.v0.3.0'], 'RequiresApproval')),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
      event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    );
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0', pendingInstallPlan: 'install-b' } });
  });
});

describe('an InstallPlan that is not approved', () => {
  const other = (currentCSV: string): KubernetesObject => subscription({ currentCSV }, { installPlanApproval: 'Manual' }, 'other');

  it.each<[string, OperatorReadyOptions, ClusterEvent[], string, string]>([
    ['is reported with what is not allowed, and which Subscription requests it', PIN, [...pending(['plain.v0.2.0', 'other.v1.0.0']), event(0, 'subscriptions', other('other.v1.0.0'))],
      'plan-not-allowed', 'InstallPlan demo/install-a would install plain.v0.2.0 and other.v1.0.0; not allowed: other.v1.0.0 (requested by Subscription demo/other)'],
    ['is reported with the Subscription that owns it', PIN, pending(['plain.v0.2.0'], { owner: 'other' }),
      'plan-not-owned', 'InstallPlan demo/install-a would install plain.v0.2.0; it belongs to Subscription other, so it is not approved here'],
    ['is reported with the Subscription that uses Manual approval', { namespace: DEMO, subscription: 'plain' }, [
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))), event(0, 'subscriptions', other('other.v1.0.0')),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')),
    ], 'plan-requires-approval', 'InstallPlan demo/install-a would install plain.v0.2.0 and requires approval, because Subscription demo/other uses Manual approval'],
    ['is reported with its own Subscription if several use Manual approval', { namespace: DEMO, subscription: 'plain' }, [
      event(0, 'subscriptions', other('other.v1.0.0')), ...pending(['plain.v0.2.0']),
    ], 'plan-requires-approval', 'InstallPlan demo/install-a would install plain.v0.2.0 and requires approval, because Subscription demo/plain uses Manual approval'],
    ['is reported although no Subscription uses Manual approval', { namespace: DEMO, subscription: 'plain' }, [
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')),
    ], 'plan-requires-approval', 'InstallPlan demo/install-a would install plain.v0.2.0 and requires approval, because its approval is Manual'],
    ['is reported as without an owner', PIN, [
      ...pending(['plain.v0.2.0']).slice(0, 1),
      event(0, 'installplans', { ...plan('install-a', ['plain.v0.2.0'], 'RequiresApproval'), metadata: { name: 'install-a', namespace: DEMO, uid: 'uid-of-install-a' } }),
    ], 'plan-not-owned', 'InstallPlan demo/install-a would install plain.v0.2.0; it has no owner, so it is not approved here'],
  ])('%s', (_, options, events, cause, message) => {
    const { verdict } = simulated(options, ...events);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause, message }] } });
  });
});
