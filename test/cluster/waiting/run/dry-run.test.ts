import { Step, Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { DryRun, ForeseenActions } from '../../../../lib/cluster/waiting/run/dry-run';
import { Follower, WatchedCluster } from '../../../../lib/cluster/waiting/run/watched-cluster';
import { Action, deleteAction } from '../../../../lib/cluster/waiting/view/action';
import {
  ApiResource, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, NAMESPACES, OPERATORS, PODS, SERVICES,
} from '../../../../lib/cluster/waiting/view/api-resource';
import { Interest, Snapshot } from '../../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, object } from '../objects';
import { maxListeners } from './max-listeners';

const PLAINS: ApiResource = { group: 'demo.test', version: 'v1', plural: 'plains', kind: 'Plain', namespaced: true };
const MINUTE = 60_000;

const { signal } = new AbortController();

/** Objects by their resource. */
type Objects = readonly (readonly [ApiResource, KubernetesObject])[];

/** A cluster whose objects are listed when a waiter follows them. */
function clusterOf(objects: Objects, state: Snapshot['state'] = 'current'): WatchedCluster {
  const followed = new Set<ApiResource>();
  const cluster: Pick<WatchedCluster, 'follow' | 'scope'> = {
    follow: ({ resource }: Interest, { changed }: Follower) => {
      followed.add(resource);
      changed();
      return () => followed.delete(resource);
    },
    scope: ({ resource }: Interest) => ({
      state: followed.has(resource) ? state : 'unknown', objects: objects.filter(([of]) => of === resource).map(([, found]) => found),
    }),
  };
  return cluster as WatchedCluster;
}

/** A waiter that requests actions once, and then returns what it sees of some resources. */
function acting(actions: readonly Action[], ...resources: readonly ApiResource[]): Waiter<boolean, readonly KubernetesObject[]> {
  const watch = resources.map((resource): Interest => ({ resource }));
  return {
    start: () => false,
    step: (hasActed, view, now): Step<boolean, readonly KubernetesObject[]> => {
      const outcome = watch.flatMap((interest) => view.snapshot(interest).objects);
      return { state: true, watch, actions: hasActed ? [] : actions, wakeAt: now + 1, ...(hasActed ? { verdict: { kind: 'done', outcome, times: {} } } : {}) };
    },
  };
}

/** Returns the objects that are left after a dry run deletes one. */
async function leftAfter(resource: ApiResource, deleted: KubernetesObject, others: Objects): Promise<KubernetesObject[]> {
  const resources = [...new Set([resource, ...others.map(([of]) => of)])];
  const dryRun = new DryRun(clusterOf([[resource, deleted], ...others]));
  const { verdict } = await dryRun.run(acting([deleteAction(resource, deleted, '')], ...resources), MINUTE, signal);
  return verdict?.kind === 'done' ? [...verdict.outcome] : [];
}

const names = (objects: readonly KubernetesObject[]): string[] => objects.map(({ metadata: { name } }) => name);
const ownedBy = (kind: string, owner: string): { ownerReferences: { kind: string; name: string; uid: string }[] } => (
  { ownerReferences: [{ kind, name: owner, uid: `uid-of-${owner}` }] }
);

describe('after a dry run deletes', () => {
  test.each<[string, ApiResource, KubernetesObject, Objects]>([
    ['an object, so are those that it owns', SERVICES, object('gone'), [
      [DEPLOYMENTS, object('owned', { metadata: ownedBy('Service', 'gone') })], [DEPLOYMENTS, object('kept', { metadata: ownedBy('Service', 'other') })],
    ]],
    ['a Deployment, so are the pods of its ReplicaSets', DEPLOYMENTS, object('gone'), [
      [PODS, object('gone-5f-x', { metadata: ownedBy('ReplicaSet', 'gone-5f') })], [PODS, object('kept', { metadata: ownedBy('ReplicaSet', 'gone-too-5f') })],
    ]],
    ['a ClusterServiceVersion, so is what OLM created for it', CLUSTER_SERVICE_VERSIONS, object('gone'), [
      [SERVICES, object('labeled', { metadata: { labels: { 'olm.owner': 'gone' } } })], [SERVICES, object('kept', { metadata: { labels: { 'olm.owner': 'other' } } })],
    ]],
    ['a Namespace, so is everything in it', NAMESPACES, clusterObject('demo'), [
      [SERVICES, object('gone')], [SERVICES, object('kept', { metadata: { namespace: 'other' } })],
    ]],
    ['a CustomResourceDefinition, so are its objects', CUSTOM_RESOURCE_DEFINITIONS, clusterObject('plains.demo.test'), [
      [PLAINS, object('gone')], [SERVICES, object('kept')],
    ]],
    ['anything, what was being deleted before is gone', SERVICES, object('gone'), [
      [PODS, object('terminating', { metadata: { deletionTimestamp: 'now' } })], [PODS, object('kept')],
    ]],
    ['an object, one of the same name in another namespace is kept', SERVICES, object('gone'), [[SERVICES, object('kept', { metadata: { namespace: 'other' } })]]],
  ])('%s', async (_, resource, deleted, others) => {
    expect(names(await leftAfter(resource, deleted, others))).toEqual(['kept']);
  });

  test('a ClusterServiceVersion, the record of its operator has only the CRDs left', async () => {
    const refs = [{ kind: 'CustomResourceDefinition', name: 'plains.demo.test' }, { kind: 'Deployment', name: 'plain' }];
    const record = clusterObject('plain.demo', { status: { components: { refs } } });
    expect(await leftAfter(CLUSTER_SERVICE_VERSIONS, object('gone'), [[OPERATORS, record]])).toEqual([{ ...record, status: { components: { refs: [refs[0]] } } }]);
  });
});

describe('a dry run', () => {
  const crd = clusterObject('plains.demo.test', { spec: { group: 'demo.test', conversion: { strategy: 'Webhook' } } });
  const target = { resource: CUSTOM_RESOURCE_DEFINITIONS, name: 'plains.demo.test' };

  test('shows a CustomResourceDefinition without the webhook that it would remove', async () => {
    const reset = { type: 'reset-conversion', key: 'reset', target, description: '' } as Action;
    const dryRun = new DryRun(clusterOf([[CUSTOM_RESOURCE_DEFINITIONS, crd]]));
    const { verdict } = await dryRun.run(acting([reset], CUSTOM_RESOURCE_DEFINITIONS), MINUTE, signal);
    expect(verdict).toMatchObject({ kind: 'done', outcome: [{ spec: { group: 'demo.test', conversion: { strategy: 'None' } } }] });
  });

  test('can share its signal with any number of others without a warning of Node.js', async () => {
    const shared = new AbortController().signal;
    await new DryRun(clusterOf([])).run(acting([], SERVICES), MINUTE, shared);
    expect(maxListeners(shared)).toBe(0);
  });

  test('remembers for the next waiter what the one before would delete', async () => {
    const dryRun = new DryRun(clusterOf([[SERVICES, object('gone')]]));
    await dryRun.run(acting([deleteAction(SERVICES, object('gone'), '')], SERVICES), MINUTE, signal);
    expect(await dryRun.run(acting([], SERVICES), MINUTE, signal)).toMatchObject({ actions: [], verdict: { kind: 'done', outcome: [] } });
  });

  test('ends at an approval, after which OLM decides', async () => {
    const approve = { type: 'approve', key: 'approve', target: { ...target, name: 'install-1' }, description: '', resourceVersion: '1' } as const;
    const waiter = acting([approve], SERVICES);
    expect(await new DryRun(clusterOf([])).run(waiter, MINUTE, signal)).toEqual({ actions: [approve], waitingFor: 'OLM' });
  });

  /** Runs a waiter that wakes up every second and is done after ten. */
  function timed(horizon: number): Promise<ForeseenActions<number>> {
    return new DryRun(clusterOf([])).run<number, number>({
      start: () => 0,
      step: (_, __, now) => ({
        state: now, watch: [], actions: [], wakeAt: now + 1_000, progress: { waitingFor: `${now} ms` } as never,
        ...(now >= 10_000 ? { verdict: { kind: 'done', outcome: now, times: {} } } : {}),
      }),
    }, horizon, signal);
  }

  test('lets time pass up to its horizon', async () => {
    expect(await timed(10_000)).toMatchObject({ verdict: { outcome: 10_000 } });
    expect(await timed(9_999)).toEqual({ actions: [], waitingFor: '9000 ms' });
  });

  test('waits for lists, and ends when it is interrupted', async () => {
    const ending = new AbortController();
    const running = new DryRun(clusterOf([[SERVICES, object('late')]], 'unknown')).run(acting([], SERVICES), MINUTE, ending.signal);
    ending.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
  });
});
