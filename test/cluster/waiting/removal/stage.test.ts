import { deletedTitles, type DeletionPolicy, deletionStage, FINALIZER_GRACE, type FoundObject } from '../../../../lib/cluster/waiting/removal/stage';
import { CUSTOM_RESOURCE_DEFINITIONS, INSTALL_PLANS, NAMESPACES, SUBSCRIPTIONS } from '../../../../lib/cluster/waiting/view/api-resource';
import type { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, object } from '../objects';

const POLICY: DeletionPolicy = { description: 'deletes it', force: false, timeInPhase: () => 0 };
const stuckFor = (time: number, force = true): DeletionPolicy => ({ ...POLICY, force, timeInPhase: (phase) => (phase === 'plans' ? time : Infinity) });

const found = (of: KubernetesObject): FoundObject => ({ resource: INSTALL_PLANS, object: of });
const deleting = (name: string, ...finalizers: string[]): FoundObject => (
  found(object(name, { metadata: { resourceVersion: '7', deletionTimestamp: '2025-01-01T00:00:00Z', ...(finalizers.length === 0 ? {} : { finalizers }) } }))
);

describe('the deletion of objects', () => {
  it('is complete without any', () => {
    expect(deletionStage('plans', [], POLICY)).toEqual({ phase: 'plans' });
  });

  it('requests the deletion of each object that is not being deleted, and waits for all', () => {
    const stage = deletionStage('plans', [found(object('a')), deleting('b')], POLICY);
    expect(stage).toMatchObject({
      phase: 'plans', waitingFor: 'InstallPlan demo/a and InstallPlan demo/b to be deleted',
      actions: [{ type: 'delete', target: { name: 'a', namespace: 'demo', uid: 'uid-of-a' }, description: 'deletes it' }],
      findings: [{ cause: 'deletion-pending', message: 'InstallPlan demo/b is being deleted but still exists' }],
    });
    expect(stage.actions).toHaveLength(1);
    expect(deletedTitles(stage.actions!)).toEqual(['InstallPlan demo/a']);
  });

  it('requests at most fifty deletions at once', () => {
    const objects = Array.from({ length: 60 }, (_, index) => found(object(`plan-${index}`)));
    expect(deletionStage('plans', objects, POLICY).actions).toHaveLength(50);
  });

  it('reports the finalizers that block it', () => {
    expect(deletionStage('plans', [deleting('a', 'x'), deleting('b', 'x', 'y')], POLICY).findings).toEqual([
      { cause: 'finalizers-remaining', message: 'InstallPlan demo/a is blocked by its finalizer x' },
      { cause: 'finalizers-remaining', message: 'InstallPlan demo/b is blocked by its finalizers x and y' },
    ]);
  });

  it.each([
    ['could not issue all deletes: admission webhook "a.example" denied the request', 'finalizers-remaining'],
    ['could not list instances: storage is (re)initializing', 'crd-cleanup-delayed'],
  ] as const)('repeats what the API server says of the deletion of a CRD: %s', (message, cause) => {
    const { object: crd } = deleting('a', 'customresourcecleanup.apiextensions.k8s.io');
    const status = { conditions: [{ type: 'Terminating', status: 'True', reason: 'InstanceDeletionFailed', message }] };
    expect(deletionStage('CRDs', [{ resource: CUSTOM_RESOURCE_DEFINITIONS, object: { ...crd, status } }], POLICY).findings).toEqual([{
      cause, message: `CustomResourceDefinition demo/a is blocked by its finalizer customresourcecleanup.apiextensions.k8s.io: ${message}`,
    }]);
  });

  it('removes finalizers with force, after controllers had a minute for them', () => {
    const objects = [deleting('a', 'x', 'y'), deleting('b')];
    const [removal, ...others] = deletionStage('plans', objects, stuckFor(FINALIZER_GRACE)).actions!;
    expect(removal).toMatchObject({
      type: 'remove-finalizers', target: { name: 'a', uid: 'uid-of-a' }, resourceVersion: '7', finalizers: ['x', 'y'],
      description: 'removes the finalizers x and y from InstallPlan demo/a, because force is set',
    });
    expect(others).toEqual([]);
    expect(FINALIZER_GRACE).toBe(60_000);
    expect(deletionStage('plans', objects, stuckFor(FINALIZER_GRACE - 1)).actions).toEqual([]);
    expect(deletionStage('plans', objects, stuckFor(FINALIZER_GRACE, false)).actions).toEqual([]);
    expect(deletedTitles([removal!])).toEqual([]);
  });

  it('requests the removal of finalizers again once the object has changed', () => {
    const keyOf = (resourceVersion: string): string => {
      const { resource, object: { metadata } } = deleting('a', 'x');
      return deletionStage('plans', [{ resource, object: { metadata: { ...metadata, resourceVersion } } }], stuckFor(FINALIZER_GRACE)).actions![0]!.key;
    };
    expect(keyOf('7')).toBe(keyOf('7'));
    expect(keyOf('8')).not.toBe(keyOf('7'));
  });

  it('names cluster-scoped objects without a namespace', () => {
    const stage = deletionStage('namespace', [{ resource: NAMESPACES, object: clusterObject('demo') }, { resource: SUBSCRIPTIONS, object: object('plain') }], POLICY);
    expect(deletedTitles(stage.actions!)).toEqual(['Namespace demo', 'Subscription demo/plain']);
  });
});
