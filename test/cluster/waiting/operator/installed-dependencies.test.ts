import { dependenciesOf } from '../../../../lib/cluster/waiting/operator/installed-dependencies';
import { observeOperator } from '../../../../lib/cluster/waiting/operator/installed-operator';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { KubernetesObject, ObjectMetadata } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { itWith } from '../../../needed';
import { generatedSubscription, installedOperator, operatorCsv, ownSubscription } from '../dependency-objects';
import { DEMO, deployment, event, plan, planned, readyNamespace, subscription } from '../objects';
import { recordedTrace, TRACES } from '../recorded-traces';
import { simulate } from '../simulated-cluster';

/** Returns the ClusterServiceVersions of the dependencies of needy. */
function dependenciesOfNeedy(
  subscriptions: readonly KubernetesObject[], csvs: readonly KubernetesObject[], plans: readonly KubernetesObject[] = [],
): string[] {
  return dependenciesOf(['needy.v1.0.0'], { subscriptions: [ownSubscription('needy'), ...subscriptions], csvs, plans }).map((found) => found.csv);
}

const NEEDY = operatorCsv('needy', { requires: ['plain'] });

describe('the dependencies of an operator', () => {
  itWith(TRACES)('are those that real OLM installed', () => {
    const namespace = 't-dependency';
    const { verdict } = simulate(operatorReady({ namespace, subscription: 'needy' }), recordedTrace('dependency'));
    expect(verdict).toMatchObject({ kind: 'done', outcome: { dependencies: [
      { package: 'plain', namespace, subscription: 'plain-alpha-cat-t-dependency', csv: 'plain.v0.2.0', version: '0.2.0' },
    ] } });
  });

  it('include those of dependencies, and not what OLM installed for other operators', () => {
    const generated = ['plain', 'deep', 'strange'].map((name) => generatedSubscription(name));
    const csvs = [NEEDY, operatorCsv('plain', { requires: ['deep'] }), operatorCsv('deep', { requires: ['plain'] }), operatorCsv('strange')];
    expect(dependenciesOfNeedy(generated, csvs)).toEqual(['plain.v1.0.0', 'deep.v1.0.0']);
  });

  test.each<[string, Partial<ObjectMetadata>]>([
    ['that the user created', { annotations: {} }],
    ['that the user applied', { managedFields: [{ operation: 'Update' }, { operation: 'Apply' }] }],
    ['that kubectl manages', { annotations: { 'olm.generated-by': 'install-a', 'kubectl.kubernetes.io/last-applied-configuration': '{}' } }],
    ['that something else owns', { ownerReferences: [{ kind: 'OperandRequest', name: 'mine' }] }],
    ['that is being deleted', { deletionTimestamp: 'now' }],
  ])('do not include an operator with a Subscription %s', (_, metadata) => {
    const csvs = [NEEDY, operatorCsv('plain')];
    expect(dependenciesOfNeedy([generatedSubscription('plain')], csvs)).toEqual(['plain.v1.0.0']);
    expect(dependenciesOfNeedy([generatedSubscription('plain', metadata)], csvs)).toEqual([]);
  });

  it('include one whose Subscription has no status yet', () => {
    const { status: _, ...young } = generatedSubscription('plain');
    expect(dependenciesOfNeedy([young], [NEEDY, operatorCsv('plain')])).toEqual(['plain.v1.0.0']);
    expect(dependenciesOfNeedy([young], [NEEDY])).toEqual([]);
  });

  it('of a constraint in CEL are those of the same InstallPlan, as long as it exists', () => {
    const needy = operatorCsv('needy', { properties: [{ type: 'olm.constraint', value: { cel: { rule: 'true' } } }] });
    const [subscriptions, csvs] = [[generatedSubscription('plain')], [needy, operatorCsv('plain')]];
    expect(dependenciesOfNeedy(subscriptions, csvs, [plan('install-a', ['needy.v1.0.0', 'plain.v1.0.0'], 'Complete')])).toEqual(['plain.v1.0.0']);
    expect(dependenciesOfNeedy(subscriptions, csvs, [plan('install-a', ['other.v1.0.0', 'plain.v1.0.0'], 'Complete')])).toEqual([]);
    expect(dependenciesOfNeedy(subscriptions, csvs)).toEqual([]);
  });

  it('include those of an earlier version, which the current one does not require any longer', () => {
    const { metadata: { name } } = generatedSubscription('plain');
    const events = [
      ...readyNamespace(), ...installedOperator(ownSubscription('needy'), operatorCsv('needy')), event(0, 'deployments', deployment('needy-op', 1)),
      ...installedOperator(generatedSubscription('plain'), operatorCsv('plain', { requires: ['deep'] })),
      ...installedOperator(generatedSubscription('deep'), operatorCsv('deep')),
    ];
    const found = (dependencies: readonly string[]): unknown => {
      const { verdict } = simulate(operatorReady({ namespace: DEMO, subscription: 'needy', dependencies }), events);
      return verdict.kind === 'done' ? verdict.outcome.dependencies.map(({ csv }) => csv) : verdict;
    };
    expect(found([name, 'gone-alpha-cat-demo'])).toEqual(['deep.v1.0.0', 'plain.v1.0.0']);
    expect(found([])).toEqual([]);
  });

  it('are observed on a refresh', () => {
    const store = new ClusterStore();
    const lists: { readonly [plural: string]: readonly KubernetesObject[] } = {
      subscriptions: [ownSubscription('needy'), generatedSubscription('plain')], clusterserviceversions: [NEEDY, operatorCsv('plain')],
    };
    const observe = (): ReturnType<typeof observeOperator> => observeOperator({ namespace: DEMO, subscription: 'needy' }, store);
    observe().watch.forEach((interest) => store.relist(interest, lists[interest.resource.plural] ?? []));
    expect(observe().installed.dependencies).toMatchObject([{ package: 'plain', csv: 'plain.v1.0.0' }]);
  });
});

describe('an operator with dependencies', () => {
  const needy = subscription(planned('install-a', 'needy.v1.0.0', 'needy.v1.0.0'), { name: 'needy' }, 'needy');
  const events = [
    ...readyNamespace(), ...installedOperator(needy, NEEDY), event(0, 'clusterserviceversions', operatorCsv('plain')), event(0, 'deployments', deployment('needy-op', 1)),
  ];
  const planOf = (phase: string): KubernetesObject => plan('install-a', ['needy.v1.0.0', 'plain.v1.0.0'], phase, { owner: 'needy', approved: true });

  it('is ready when OLM has subscribed to them, which is its last step', () => {
    const { lines, verdict, at } = simulate(operatorReady({ namespace: DEMO, subscription: 'needy' }), [
      ...events, event(0, 'installplans', planOf('Installing')), event(3_000, 'subscriptions', generatedSubscription('plain')),
    ]);
    expect(lines[0]).toBe('0.3 operator demo/needy: installing, waiting for OLM to create the Subscriptions of plain.v1.0.0');
    expect([verdict.kind, at]).toEqual(['done', 5_000]);
  });

  it.each(['Complete', 'Failed'])('does not wait for them when its InstallPlan is %s', (phase) => {
    const { verdict, at } = simulate(operatorReady({ namespace: DEMO, subscription: 'needy' }), [...events, event(0, 'installplans', planOf(phase))]);
    expect([verdict.kind, at]).toEqual(['done', 2_000]);
  });

  it('does not wait for what a later plan installs', () => {
    const later = plan('install-a', ['needy.v2.0.0', 'csv.v1.0.0'], 'Installing', { owner: 'needy', approved: true });
    const { verdict } = simulate(operatorReady({ namespace: DEMO, subscription: 'needy' }), [...events, event(0, 'installplans', later)]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { csv: 'needy.v1.0.0', dependencies: [] } });
  });
});
