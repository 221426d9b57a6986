import { KubernetesObject } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { operatorRemoval } from '../../../../lib/pulumi/wait/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/pulumi/wait/removal/operator-removal-options';
import { tracesOf } from '../../../../lib/pulumi/wait/removal/operator-traces';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { clusterObject, csv, DEMO, deployment, happens, object, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const installed = (name = 'plain', of = 'plain.v0.2.0'): KubernetesObject => subscription({ state: 'AtLatestKnown', currentCSV: of, installedCSV: of }, {}, name);
const operand = (name: string, metadata: Partial<KubernetesObject['metadata']> = {}): Happening => happens(0, 'plains', object(name, { metadata }));

const OPERATOR: readonly Happening[] = [
  happens(0, 'subscriptions', installed()),
  happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded', { metadata: { annotations: { 'olm.targetNamespaces': DEMO } } })),
  happens(0, 'deployments', deployment('plain-op', 1, { metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] } })),
  happens(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
];

const plurals: { readonly [kind: string]: string } = {
  Subscription: 'subscriptions', ClusterServiceVersion: 'clusterserviceversions', Plain: 'plains', CustomResourceDefinition: 'customresourcedefinitions',
  Operator: 'operators',
};

/** A cluster in which everything is gone half a second after its deletion, but for what is held back. */
function obedient(held: { readonly [name: string]: string[] } = {}): (action: Action, now: number) => Happening[] {
  return ({ type, target: { resource, name, namespace } }, now) => {
    const metadata = namespace === undefined ? {} : { namespace };
    const found = namespace === undefined ? clusterObject(name) : object(name, { metadata });
    const finalizers = held[name];
    return finalizers === undefined || type === 'remove-finalizers'
      ? [happens(now + 500, plurals[resource.kind]!, found, 'DELETED')]
      : [happens(now + 100, plurals[resource.kind]!, { ...found, metadata: { ...found.metadata, deletionTimestamp: 'now', finalizers } })];
  };
}

function removed(
  options: Partial<OperatorRemovalOptions>, happenings: readonly Happening[] = OPERATOR, onAction = obedient(),
): Course<{ readonly removed: readonly string[]; readonly left: readonly { readonly what: string; readonly why: string }[] }> {
  return simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), happenings, { onAction });
}

const named = ({ actions }: Course<unknown>): string[] => actions.map(({ type, target: { resource, name } }) => `${type} ${resource.kind} ${name}`);
const explained = ({ verdict }: Course<unknown>): string[] => (verdict.kind === 'failed' ? explanationLines(verdict.explanation) : ['done']);

describe('the removal of an operator', () => {
  it('deletes Subscription and ClusterServiceVersion, one after the other, and says what stays', () => {
    const course = removed({});
    expect(named(course)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: {
      removed: ['Subscription demo/plain', 'ClusterServiceVersion demo/plain.v0.2.0'],
      left: [{ what: 'CustomResourceDefinition plains.demo.test', why: 'CRDs are to stay' }],
    } });
  });

  it('deletes all that it may, in an order that leaves nothing stuck', () => {
    const happenings = [...OPERATOR, operand('a'), operand('b'), happens(0, 'operators', clusterObject('plain.demo'))];
    const course = removed({ operands: 'delete', crds: true }, happenings);
    expect(named(course)).toEqual([
      'delete Subscription plain', 'delete Plain a', 'delete Plain b', 'delete ClusterServiceVersion plain.v0.2.0',
      'delete CustomResourceDefinition plains.demo.test', 'delete Operator plain.demo',
    ]);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    expect(course.lines).toEqual([
      '0.3 removal of operator demo/plain: subscription, waiting for Subscription demo/plain to be gone',
      '0.8 removal of operator demo/plain: operands, waiting for Plain demo/a and Plain demo/b to be gone',
      '1.3 removal of operator demo/plain: operator, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be gone',
      '1.8 removal of operator demo/plain: crds, waiting for CustomResourceDefinition plains.demo.test to be gone',
      '2.3 removal of operator demo/plain: record, waiting for Operator plain.demo to be gone',
    ]);
  });

  it('does nothing as long as there are operands', () => {
    const course = removed({}, [...OPERATOR, operand('a')]);
    expect([named(course), course.at]).toEqual([[], 0]);
    expect(explained(course)).toEqual([
      'removal of operator demo/plain did not finish: given up at once while looking',
      '  - the operator\'s APIs still have one object: Plain demo/a',
      '    remedy: delete these objects while the operator still runs, or choose what is to happen to them: "ignore" or "delete"',
    ]);
  });

  it('leaves operands where they are to be ignored, and with them their CRD', () => {
    const course = removed({ operands: 'ignore', crds: true }, [...OPERATOR, operand('a')]);
    expect(named(course)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { what: 'Plain demo/a', why: 'operands are to be ignored' }, { what: 'CustomResourceDefinition plains.demo.test', why: 'it still has one object' },
    ] } });
  });

  it('does not count objects in namespaces that the operator does not work for', () => {
    expect(removed({}, [...OPERATOR, operand('a', { namespace: 'elsewhere' })]).verdict.kind).toBe('done');
  });

  it('waits for the finalizers of operands, and names those that hang', () => {
    const course = removed({ operands: 'delete' }, [...OPERATOR, operand('a')], obedient({ a: ['demo.test/backup'] }));
    expect(explained(course)).toEqual([
      'removal of operator demo/plain did not finish within 10 min: operands for 10 min, waiting for Plain demo/a to be gone',
      '  - Plain demo/a is held back by its finalizer demo.test/backup',
      '    remedy: let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
    ]);
    expect(named(course)).toEqual(['delete Subscription plain', 'delete Plain a']);
  });

  it('says that nobody will take the finalizers off', () => {
    const happenings = [...OPERATOR.filter(({ resource }) => !resource.startsWith('deployments')), operand('a'), happens(0, 'deployments', deployment('plain-op', 0, {
      metadata: { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'plain.v0.2.0' }] },
    }))];
    const course = removed({ operands: 'delete' }, happenings, obedient({ a: ['demo.test/backup'] }));
    expect(explained(course)).toContain('  - the operator that would take finalizers off does not run');
  });

  it('takes finalizers off after a minute, where force was asked for', () => {
    const course = removed({ operands: 'delete', force: true }, [...OPERATOR, operand('a')], obedient({ a: ['demo.test/backup'] }));
    expect(named(course)).toEqual(['delete Subscription plain', 'delete Plain a', 'remove-finalizers Plain a', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(course.verdict.kind).toBe('done');
    expect(course.at).toBeGreaterThan(60_000);
  });

  it('names OLM where it does not run, so that nobody cleans up', () => {
    const happenings = [...OPERATOR, happens(0, 'deployments', deployment('olm-operator', 0, { metadata: { namespace: 'olm', labels: { app: 'olm-operator' } } }))];
    expect(explained(removed({}, happenings, obedient({ 'plain.v0.2.0': ['operators.coreos.com/csv-cleanup'] })))).toEqual([
      'removal of operator demo/plain did not finish within 3 min: operator for 3 min, waiting for ClusterServiceVersion demo/plain.v0.2.0 to be gone',
      '  - Deployment olm/olm-operator of OLM is not available, so nobody cleans up after the operator',
      '    remedy: look at the pods of this Deployment; as long as it does not run, OLM does nothing',
      '  - ClusterServiceVersion demo/plain.v0.2.0 is held back by its finalizer operators.coreos.com/csv-cleanup',
      '    remedy: let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
    ]);
  });

  it('leaves what others use', () => {
    const other = csv('other.v1.0.0', 'Succeeded');
    const course = removed({ crds: true }, [
      ...OPERATOR, happens(0, 'subscriptions', installed('other', 'other.v1.0.0')), happens(0, 'clusterserviceversions', other),
    ]);
    expect(named(course)).toEqual(['delete Subscription plain', 'delete ClusterServiceVersion plain.v0.2.0']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { what: 'CustomResourceDefinition plains.demo.test', why: 'ClusterServiceVersion demo/other.v1.0.0 owns it too' },
    ] } });
  });

  it('goes on where it was interrupted', () => {
    const known = tracesOf({
      package: 'plain', csv: 'plain.v0.2.0', ownedApis: [{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' }],
    });
    const later = removed({ known, crds: true }, OPERATOR.filter(({ resource }) => !resource.startsWith('subscriptions')));
    expect(named(later)).toEqual(['delete ClusterServiceVersion plain.v0.2.0', 'delete CustomResourceDefinition plains.demo.test']);
    const latest = removed({ known, crds: true }, OPERATOR.filter(({ resource }) => /^customresource/.test(resource)));
    expect(named(latest)).toEqual(['delete CustomResourceDefinition plains.demo.test']);
  });

  it('has nothing to do where nothing is left, or OLM is gone', () => {
    expect(removed({}, []).verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [] } });
    const problems = { 'subscriptions.operators.coreos.com': 'not-served', 'clusterserviceversions.operators.coreos.com': 'not-served', 'operatorgroups.operators.coreos.com': 'not-served' } as const;
    expect(simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain' }), [], { problems }).verdict.kind).toBe('done');
  });

  it('takes nothing that another Subscription refers to', () => {
    const course = removed({ known: { csvs: ['plain.v0.2.0'], apis: [] } }, [...OPERATOR.filter(({ resource }) => !resource.startsWith('subscriptions')), happens(0, 'subscriptions', installed('again'))]);
    expect(named(course)).toEqual([]);
  });
});
