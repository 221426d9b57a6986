import type { FakeCluster, FakeObject } from './fake-cluster';

/** The metadata of an object that identifies its creator. */
export interface Owned {
  readonly labels: { readonly [key: string]: string };
  readonly ownerReferences: readonly object[];
}

/** The Deployment of the operator `hello`. */
export function ownedDeployment(owned: Owned, availableReplicas: number): FakeObject {
  return {
    path: '/apis/apps/v1/deployments', name: 'hello-op', namespace: 'team', metadata: { ...owned, generation: 1 }, spec: { replicas: 1 },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas },
  };
}

/** The CRD of the operator. */
export function ownedCrd(owned: Owned): FakeObject {
  return {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: 'hellos.demo.test', metadata: owned,
    spec: { group: 'demo.test', names: { plural: 'hellos', kind: 'Hello' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }] },
    status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
  };
}

/** An object of the operator's API. */
export const OPERAND: FakeObject = { path: '/apis/demo.test/v1/hellos', name: 'world', namespace: 'team' };

/** Adds the operator, running, and a Deployment of another one. */
export function installOwned(cluster: FakeCluster, owned: Owned): void {
  cluster.add(ownedDeployment(owned, 1), ownedCrd(owned), { ...ownedDeployment(owned, 0), name: 'other', metadata: { generation: 1 } });
}

/** Simulates the garbage collector during a removal: the objects of the operator go with their owner, once that is deleted. */
export async function collectDuring(removal: Promise<unknown>, cluster: FakeCluster, owner: string): Promise<void> {
  const collector = setInterval(() => {
    if (cluster.changes.includes(`DELETE ${owner}`)) {
      ['hello-op', 'hellos.demo.test'].forEach((name) => cluster.remove(name));
    }
  }, 50);
  await removal.finally(() => clearInterval(collector));
}
