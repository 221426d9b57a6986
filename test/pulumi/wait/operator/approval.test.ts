import { OperatorReadyOptions } from '../../../../lib/pulumi/wait/operator/options';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { csv, deployment, DEMO, happens, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Happening, simulate } from '../simulated-cluster';

const PIN: OperatorReadyOptions = { namespace: DEMO, subscription: 'plain', pin: { csv: 'plain.v0.2.0' } };

function simulated(options: OperatorReadyOptions, ...happenings: Happening[]): ReturnType<typeof simulate<unknown, unknown>> {
  return simulate<unknown, unknown>(operatorReady(options) as never, [...readyNamespace(), ...happenings]);
}

function pending(csvs: string[], parts: Parameters<typeof plan>[3] = {}, status = planned('install-a', csvs[0]!)): Happening[] {
  return [
    happens(0, 'subscriptions', subscription(status, { installPlanApproval: 'Manual' })),
    happens(0, 'installplans', plan('install-a', csvs, 'RequiresApproval', parts)),
  ];
}

const named = (actions: readonly Action[]): string[] => actions.map(({ type, target: { name } }) => `${type} ${name}`);

describe('an InstallPlan that waits for approval', () => {
  it('is approved with the version that was looked at', () => {
    const [, ofPlan] = pending(['plain.v0.2.0']);
    const { actions } = simulated(PIN, ...pending(['plain.v0.2.0']).slice(0, 1), ofPlan!);
    expect(actions[0]).toMatchObject({
      type: 'approve', resourceVersion: ofPlan!.object.metadata.resourceVersion, target: { namespace: DEMO, name: 'install-a', uid: 'uid-of-install-a' },
      why: 'approves InstallPlan demo/install-a, which installs plain.v0.2.0',
    });
  });

  it('is asked for again while nothing comes of it, but not at each look', () => {
    const { actions } = simulated({ ...PIN, timeouts: { total: 25_000 } }, ...pending(['plain.v0.2.0']), ...[1, 2, 3].map((at) => happens(at * 1000, 'deployments', deployment('other', at))));
    expect(actions).toHaveLength(3);
  });

  it.each<[string, OperatorReadyOptions, Happening[]]>([
    ['before its phase is RequiresApproval', PIN, [
      happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))), happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], '')),
    ]],
    ['that the Subscription does not refer to', PIN, pending(['plain.v0.2.0'], {}, {})],
    ['of a name that another object had', PIN, pending(['plain.v0.2.0'], {}, { installPlanRef: { name: 'install-a', uid: 'an older one' } })],
    ['that is approved already', PIN, pending(['plain.v0.2.0'], { approved: true })],
    ['without a pin', { namespace: DEMO, subscription: 'plain' }, pending(['plain.v0.2.0'])],
    ['for another version than the pinned one', PIN, pending(['plain.v0.3.0'])],
    ['with an operator along that is not allowed', PIN, pending(['plain.v0.2.0', 'other.v1.0.0'])],
    ['for a step that is not allowed', PIN, pending(['plain.v0.1.0'])],
    ['of another Subscription', PIN, pending(['plain.v0.2.0'], { owner: 'other' })],
    ['that installs nothing', PIN, pending([])],
  ])('is not approved %s', (_, options, happenings) => {
    expect(simulated(options, ...happenings).actions).toEqual([]);
  });

  it.each<[string, OperatorReadyOptions['pin'], string[]]>([
    ['a step on the way', { csv: 'plain.v0.2.0', through: ['plain.v0.1.0'] }, ['plain.v0.1.0']],
    ['a dependency along', { csv: 'plain.v0.2.0', along: ['dep.v1.0.0'] }, ['plain.v0.2.0', 'dep.v1.0.0']],
  ])('is approved with %s that is allowed by name', (_, pin, csvs) => {
    expect(named(simulated({ ...PIN, pin: pin! }, ...pending(csvs)).actions)).toContain('approve install-a');
  });

  it('is left alone once the pinned version is installed', () => {
    const { verdict, actions } = simulated(
      PIN,
      happens(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'), { installPlanApproval: 'Manual' })),
      happens(0, 'installplans', plan('install-b', ['plain.v0.3.0'], 'RequiresApproval')),
      happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
      happens(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    );
    expect(actions).toEqual([]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.2.0', pendingInstallPlan: 'install-b' } });
  });
});

describe('an InstallPlan that is not approved', () => {
  const other = (currentCSV: string): KubernetesObject => subscription({ currentCSV }, { installPlanApproval: 'Manual' }, 'other');

  it.each<[string, OperatorReadyOptions, Happening[], string, string]>([
    ['tells what is not allowed, and for whom it is', PIN, [...pending(['plain.v0.2.0', 'other.v1.0.0']), happens(0, 'subscriptions', other('other.v1.0.0'))],
      'plan-not-allowed', 'InstallPlan demo/install-a would install plain.v0.2.0 and other.v1.0.0; not allowed: other.v1.0.0 (asked for by Subscription demo/other)'],
    ['tells whose it is', PIN, pending(['plain.v0.2.0'], { owner: 'other' }),
      'plan-of-another', 'InstallPlan demo/install-a would install plain.v0.2.0, and belongs to Subscription other: not approved here'],
    ['tells who makes it wait', { namespace: DEMO, subscription: 'plain' }, [
      happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))), happens(0, 'subscriptions', other('other.v1.0.0')),
      happens(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')),
    ], 'plan-waits-for-approval', 'InstallPlan demo/install-a would install plain.v0.2.0 and waits for approval, because Subscription demo/other has Manual approval'],
  ])('%s', (_, options, happenings, cause, text) => {
    const { verdict } = simulated(options, ...happenings);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause, text }] } });
  });
});
