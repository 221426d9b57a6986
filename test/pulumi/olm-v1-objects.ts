import type { FakeCluster, FakeObject } from './fake-cluster';
import { installOwned, ownedDeployment } from './operator-objects';

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
export const operatorDeployment = (availableReplicas: number): FakeObject => ownedDeployment(OWNED, availableReplicas);

/** Adds the operator `hello`, installed by OLM v1 and running; and a Deployment of another one. */
export function installExtension(cluster: FakeCluster): void {
  cluster.add(clusterExtension('1.0.0'));
  installOwned(cluster, OWNED);
}
