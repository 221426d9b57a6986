import { extensionAt, installedExtension, operatorCrd, operatorDeployment, servedCatalog, catalogAt, v1Event } from './objects';
import { deleting, INSTALLED, OPERAND } from './removal-failures';
import { clusterCatalogRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { clusterExtensionRemoval, ClusterExtensionRemovalOptions } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { event, object } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

function removed(options: Partial<ClusterExtensionRemovalOptions> = {}, events = INSTALLED, finalizers = {}): SimulatedWait<unknown> {
  return simulate(clusterExtensionRemoval({ name: 'plain', ...options }), events, { onAction: deleting(finalizers) });
}

describe('the removal of a cluster extension', () => {
  it('deletes it, and waits until what OLM v1 created for it is gone', () => {
    const wait = removed();
    expect(actionTitles(wait)).toEqual(['delete ClusterExtension plain']);
    expect([wait.verdict, wait.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['ClusterExtension plain'], left: [] } }), 500]);
  });

  it('deletes the operands first, while the operator is running', () => {
    const wait = removed({ operands: 'delete' }, [...INSTALLED, OPERAND]);
    expect(actionTitles(wait)).toEqual(['delete Plain shop', 'delete ClusterExtension plain']);
    expect(wait.verdict.kind).toBe('done');
  });

  it('leaves operands to OLM v1 if they are ignored', () => {
    expect(actionTitles(removed({ operands: 'ignore' }, [...INSTALLED, OPERAND]))).toEqual(['delete ClusterExtension plain']);
  });

  it('needs no permission for operands that are ignored', () => {
    const wait = simulate(clusterExtensionRemoval({ name: 'plain', operands: 'ignore' }), INSTALLED, { onAction: deleting(), problems: { 'plains.demo.test': 'forbidden' } });
    expect(wait.verdict.kind).toBe('done');
  });

  it('removes finalizers of operands after a minute with force', () => {
    const stuck = event(0, 'plains', object('shop', { metadata: { deletionTimestamp: 'now', finalizers: ['demo.test/backup'] } }));
    const wait = removed({ operands: 'delete', force: true }, [...INSTALLED, stuck]);
    expect(actionTitles(wait)).toEqual(['remove-finalizers Plain shop', 'delete ClusterExtension plain']);
    expect(wait.at).toBeGreaterThanOrEqual(60_000);
  });

  it('continues when OLM v1 is deleting already, although there are operands', () => {
    const wait = removed({}, [extensionAt(0, installedExtension({ metadata: { deletionTimestamp: 'now' } })), ...INSTALLED.slice(1), OPERAND,
      v1Event(1_000, 'clusterextensions', installedExtension(), 'DELETED'), event(1_000, 'deployments', operatorDeployment(1), 'DELETED'),
      event(2_000, 'customresourcedefinitions', operatorCrd(), 'DELETED')]);
    expect([actionTitles(wait), wait.verdict.kind, wait.at]).toEqual([[], 'done', 2_000]);
  });

  it('reports objects without an owner, which stay', () => {
    const orphan = { ownerReferences: [] };
    const wait = removed({ namespace: 'demo' }, [event(0, 'deployments', operatorDeployment(1, orphan)), event(0, 'customresourcedefinitions', operatorCrd(true, orphan))]);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { object: 'Deployment demo/plain-op', reason: 'it has no owner, so it was not deleted with the ClusterExtension' },
      { object: 'CustomResourceDefinition plains.demo.test', reason: 'it has no owner, so it was not deleted with the ClusterExtension' },
    ] } });
  });

  it('is done at once if nothing is left, or OLM v1 is gone', () => {
    expect(removed({}, []).verdict.kind).toBe('done');
    const problems = { 'clusterextensions.olm.operatorframework.io': 'not-served' } as const;
    expect(simulate(clusterExtensionRemoval({ name: 'plain' }), [], { problems }).verdict.kind).toBe('done');
  });
});

describe('the removal of a cluster catalog', () => {
  const remove = (force: boolean, ...events: readonly ClusterEvent[]): SimulatedWait<unknown> => simulate(clusterCatalogRemoval({ name: 'cat', force }), events, {
    onAction: (_, now) => [v1Event(now + 100, 'clustercatalogs', servedCatalog(), 'DELETED')],
  });

  it('deletes it, and waits until it is gone', () => {
    const wait = remove(false, catalogAt(0, servedCatalog()));
    expect([wait.verdict, wait.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['ClusterCatalog cat'], left: [] } }), 100]);
    expect(remove(false).verdict.kind).toBe('done');
  });

  it('removes its finalizer after a minute with force', () => {
    const stuck = catalogAt(0, { ...servedCatalog(), metadata: { name: 'cat', resourceVersion: '1', deletionTimestamp: 'now', finalizers: ['a/b'] } });
    expect(actionTitles(remove(true, stuck))).toEqual(['remove-finalizers ClusterCatalog cat']);
  });
});
