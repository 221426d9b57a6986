import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { explanationLines } from '../../../builders/explanation-lines';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { footprintOf } from '../../../../lib/cluster/waiting/removal/operator-footprint';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { clusterObject, csv, DEMO, deployment, event, object, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { actionTitles, SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';

const installed = (name = 'plain', of = 'plain.v0.2.0'): KubernetesObject => subscription({ state: 'AtLatestKnown', currentCSV: of, installedCSV: of }, {}, name);
const operand = (name: string, metadata: Partial<KubernetesObject['metadata']> = {}): ClusterEvent => event(0, 'plains', object(name, { metadata }));

const OPERATOR: readonly ClusterEvent[] = [
  event(0, 'subscriptions', installed()),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { annotations: { 'olm.targetNamespaces': DEMO } } })),
  event(0, 'deployments', deployment('plain-op', 1, { metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] } })),
  event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
];

const plurals: { readonly [kind: string]: string } = {
  Subscription: 'subscriptions', ClusterServiceVersion: 'clusterserviceversions', Plain: 'plains', CustomResourceDefinition: 'customresourcedefinitions',
  Operator: 'operators',
};

/** Simulates a cluster in which objects are gone half a second after their deletion, except those that are blocked. */
function deletions(blocked: { readonly [name: string]: string[] } = {}): (action: Action, now: number) => ClusterEvent[] {
  return ({ type, target: { resource, name, namespace } }, now) => {
    const metadata = namespace === undefined ? {} : { namespace };
    const found = namespace === undefined ? clusterObject(name) : object(name, { metadata });
    const finalizers = blocked[name];
    return finalizers === undefined || type === 'remove-finalizers'
      ? [event(now + 500, plurals[resource.kind]!, found, 'DELETED')]
      : [event(now + 100, plurals[resource.kind]!, { ...found, metadata: { ...found.metadata, deletionTimestamp: 'now', finalizers } })];
  };
}

function removed(
  options: Partial<OperatorRemovalOptions>, events: readonly ClusterEvent[] = OPERATOR, onAction = deletions(),
): SimulatedWait<{ readonly removed: readonly string[]; readonly left: readonly { readonly object: string; readonly reason: string }[] }> {
  return simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), events, { onAction });
}

const explained = ({ verdict }: SimulatedWait<unknown>): string[] => (verdict.kind === 'failed' ? explanationLines(verdict.explanation) : ['done']);

describe('the removal of an operator', () => {
  it('deletes the Subscription, then the ClusterServiceVersion, and reports what it keeps', () => {
    const wait = removed({});
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: {
      removed: ['Subscription demo/plain', 'ClusterServiceVersion demo/plain.v0.2.0'],
      left: [{ object: 'CustomResourceDefinition plains.demo.test', reason: 'CRDs are kept' }],
    } });
  });

  it('deletes everything it may, in an order in which nothing gets stuck', () => {
    const events = [...OPERATOR, operand('a'), operand('b'), event(0, 'operators', clusterObject('plain.demo'))];
    const wait = removed({ operands: 'delete', crds: true }, events);
    expect(actionTitles(wait)).toEqual([
      'delete Subscription plain', 'delete Plain a', 'delete Plain b', 'delete ClusterServiceVersion plain.v0.2.0',
      'delete CustomResourceDefinition plains.demo.test', 'delete Operator plain.demo',
    ]);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    expect(wait.lines).toEqual([
      '0.3 removal of operator demo/plain: subscription, waiting for Subscription demo/plain to be deleted',
      '0.8 removal of operator demo/plain: operands, waiting for Plain demo/a and Plain demo/b to be deleted',
      '1.3 removal of operator demo/plain: operator, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be deleted',
      '1.8 removal of operator demo/plain: crds, waiting for CustomResourceDefinition plains.demo.test to be deleted',
      '2.3 removal of operator demo/plain: record, waiting for Operator plain.demo to be deleted',
    ]);
  });

  it('deletes nothing while operands exist', () => {
    const wait = removed({}, [...OPERATOR, operand('a')]);
    expect([actionTitles(wait), wait.at]).toEqual([[], 0]);
    expect(explained(wait)).toEqual([
      'removal of operator demo/plain did not finish: gave up immediately while inspecting',
      '  - the operator\'s APIs still have one object: Plain demo/a',
      '    remedy: delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
    ]);
  });

  it('keeps ignored operands, and with them their CRD', () => {
    const wait = removed({ operands: 'ignore', crds: true }, [...OPERATOR, operand('a')]);
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'Plain demo/a', reason: 'operands are ignored' }, { object: 'CustomResourceDefinition plains.demo.test', reason: 'it still has one object' },
    ] } });
  });

  it('ignores objects in namespaces that are not its target namespaces', () => {
    expect(removed({}, [...OPERATOR, operand('a', { namespace: 'elsewhere' })]).verdict.kind).toBe('done');
  });

  it('waits for the finalizers of operands, and names those that remain', () => {
    const wait = removed({ operands: 'delete' }, [...OPERATOR, operand('a')], deletions({ a: ['demo.test/backup'] }));
    expect(explained(wait)).toEqual([
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/a to be deleted',
      '  - Plain demo/a is blocked by its finalizer demo.test/backup',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ]);
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'delete Plain a']);
  });

  it('reports that the operator that would remove the finalizers does not run', () => {
    const events = [...OPERATOR.filter(({ resource }) => !resource.startsWith('deployments')), operand('a'), event(0, 'deployments', deployment('plain-op', 0, {
      metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] },
    }))];
    const wait = removed({ operands: 'delete' }, events, deletions({ a: ['demo.test/backup'] }));
    expect(explained(wait)).toContain('  - the operator that should remove the finalizers is not running');
  });

  it('removes finalizers after a minute with force', () => {
    const wait = removed({ operands: 'delete', force: true }, [...OPERATOR, operand('a')], deletions({ a: ['demo.test/backup'] }));
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'delete Plain a', 'remove-finalizers Plain a', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(wait.verdict.kind).toBe('done');
    expect(wait.at).toBeGreaterThan(60_000);
  });

  it('removes finalizers of the Subscription after a minute with force, before the timeout of its phase', () => {
    const wait = removed({ force: true }, OPERATOR, deletions({ plain: ['demo.test/hold'] }));
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'remove-finalizers Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(wait.verdict.kind).toBe('done');
  });

  it('reports that OLM does not run, so that nothing cleans up', () => {
    const events = [...OPERATOR, event(0, 'deployments', deployment('olm-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'olm-operator' } } }))];
    expect(explained(removed({}, events, deletions({ 'plain.v0.2.0': ['operators.coreos.com/csv-cleanup'] })))).toEqual([
      'removal of operator demo/plain did not finish within 3 min: operator for 3 min, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be deleted',
      '  - Deployment olm/olm-operator of OLM is not available, so nothing cleans up after the operator',
      '    remedy: check the pods of this Deployment; OLM does nothing until it is available',
      '  - ClusterServiceVersion demo/plain.v0.2.0 is blocked by its finalizer operators.coreos.com/csv-cleanup',
      '    remedy: let the controller that set the finalizers finish its work; force removes them and skips that work',
    ]);
  });

  it('keeps what another operator uses', () => {
    const other = csv('other.v1.0.0', 'Succeeded');
    const wait = removed({ crds: true }, [
      ...OPERATOR, event(0, 'subscriptions', installed('other', 'other.v1.0.0')), event(0, 'clusterserviceversions', other),
    ]);
    expect(actionTitles(wait)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'CustomResourceDefinition plains.demo.test', reason: 'ClusterServiceVersion demo/other.v1.0.0 also owns it' },
    ] } });
  });

  it('deletes the CRDs of selected kinds only', () => {
    const api = (plural: string, kind: string): object => ({ name: `${plural}.demo.test`, kind, version: 'v1' });
    const owned = { customresourcedefinitions: { owned: [api('plains', 'Plain'), api('keepers', 'Keeper')] } };
    const wait = removed({ crds: ['Plain.demo.test'] }, [
      event(0, 'subscriptions', installed()),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { spec: owned })),
      event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
      event(0, 'customresourcedefinitions', establishedCrd('keepers.demo.test', 'v1')),
    ]);
    expect(actionTitles(wait)).toEqual([
      'delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0', 'delete CustomResourceDefinition plains.demo.test',
    ]);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'CustomResourceDefinition keepers.demo.test', reason: 'Keeper.demo.test is not among the kinds whose CRDs are deleted' },
    ] } });
  });

  it.each([[false], [[]]])('keeps all CRDs with %j', (crds) => {
    expect(removed({ crds }).verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'CustomResourceDefinition plains.demo.test', reason: 'CRDs are kept' },
    ] } });
  });

  it('resumes after an interruption', () => {
    const known = footprintOf({
      package: 'plain', csv: 'plain.v0.2.0', ownedApis: [{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' }],
    });
    const later = removed({ known, crds: true }, OPERATOR.filter(({ resource }) => !resource.startsWith('subscriptions')));
    expect(actionTitles(later)).toEqual(['delete ClusterServiceVersion plain.v0.2.0', 'delete CustomResourceDefinition plains.demo.test']);
    const latest = removed({ known, crds: true }, OPERATOR.filter(({ resource }) => /^customresource/.test(resource)));
    expect(actionTitles(latest)).toEqual(['delete CustomResourceDefinition plains.demo.test']);
  });

  it('is done at once if nothing is left, or OLM is gone', () => {
    expect(removed({}, []).verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [] } });
    const problems = { 'subscriptions.operators.coreos.com': 'not-served', 'clusterserviceversions.operators.coreos.com': 'not-served', 'operatorgroups.operators.coreos.com': 'not-served' } as const;
    expect(simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain' }), [], { problems }).verdict.kind).toBe('done');
  });

  it('keeps what another Subscription refers to', () => {
    const wait = removed({ known: { csvs: ['plain.v0.2.0'], apis: [] } }, [...OPERATOR.filter(({ resource }) => !resource.startsWith('subscriptions')), event(0, 'subscriptions', installed('again'))]);
    expect(actionTitles(wait)).toEqual([]);
  });
});
