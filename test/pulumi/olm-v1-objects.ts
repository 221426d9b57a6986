import type { FakeCluster, FakeObject } from './fake-cluster';

const V1 = '/apis/olm.operatorframework.io/v1';
const OWNED = { labels: { 'olm.operatorframework.io/owner-name': 'hello' }, ownerReferences: [{ kind: 'ClusterExtension', name: 'hello' }] };

const condition = (type: string, status: string, reason: string, message = ''): object => ({ type, status, reason, message, observedGeneration: 1 });

/** A ClusterCatalog that catalogd serves, or one with an error. */
export function clusterCatalog(error?: string): FakeObject {
  return {
    path: `${V1}/clustercatalogs`, name: 'shop', metadata: { generation: 1 }, spec: { source: { type: 'Image', image: { ref: 'quay.io/demo/shop:v1' } } },
    status: error !== undefined ? { conditions: [condition('Progressing', 'False', 'Blocked', error)] } : {
      conditions: [condition('Progressing', 'True', 'Succeeded'), condition('Serving', 'True', 'Available')],
      resolvedSource: { image: { ref: 'quay.io/demo/shop@sha256:a' } }, urls: { base: 'https://catalogd/catalogs/shop' },
    },
  };
}

/** A ClusterExtension with a version installed, or with an error. */
export function clusterExtension(version: string, error?: string, more: readonly object[] = []): FakeObject {
  return {
    path: `${V1}/clusterextensions`, name: 'hello', metadata: { generation: 1 },
    spec: { namespace: 'team', source: { sourceType: 'Catalog', catalog: { packageName: 'hello' } } },
    status: {
      conditions: [
        condition('Installed', 'True', 'Succeeded'), ...more,
        error === undefined ? condition('Progressing', 'True', 'Succeeded') : condition('Progressing', 'False', 'Blocked', error),
      ],
      install: { bundle: { name: `hello.v${version}`, version } },
    },
  };
}

/** The condition of a deprecated package. */
export const DEPRECATED = condition('PackageDeprecated', 'True', 'Deprecated', 'use greetings');

/** The Deployment of the operator. */
export function operatorDeployment(availableReplicas: number): FakeObject {
  return {
    path: '/apis/apps/v1/deployments', name: 'hello-op', namespace: 'team', metadata: { ...OWNED, generation: 1 }, spec: { replicas: 1 },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas },
  };
}

/** The CRD of the operator. */
export const OPERATOR_CRD: FakeObject = {
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: 'hellos.demo.test', metadata: OWNED,
  spec: { group: 'demo.test', names: { plural: 'hellos', kind: 'Hello' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }] },
  status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
};

/** An object of the operator's API. */
export const OPERAND: FakeObject = { path: '/apis/demo.test/v1/hellos', name: 'world', namespace: 'team' };

/** Adds the operator `hello`, installed by OLM v1 and running; and a Deployment of another one. */
export function installExtension(cluster: FakeCluster): void {
  cluster.add(clusterExtension('1.0.0'), operatorDeployment(1), OPERATOR_CRD, { ...operatorDeployment(0), name: 'other', metadata: { generation: 1 } });
}

/** Simulates the garbage collector: what OLM v1 created goes with the ClusterExtension. */
export function collect(cluster: FakeCluster): void {
  ['hello-op', 'hellos.demo.test'].forEach((name) => cluster.remove(name));
}
