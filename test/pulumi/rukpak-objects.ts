import type { FakeCluster, FakeObject } from './fake-cluster';
import { installOwned, ownedCrd, ownedDeployment } from './operator-objects';

const OWNED = { labels: { 'core.rukpak.io/owner-name': 'hello' }, ownerReferences: [{ kind: 'BundleDeployment', name: 'hello' }] };

const condition = (type: string, status: string, reason: string, message = ''): object => ({ type, status, reason, message });

const UNPACKED = condition('Unpacked', 'True', 'UnpackSuccessful');

/** A BundleDeployment of `v1alpha2` with an image installed, or with an error. */
export function bundleDeployment(image: string, error?: string): FakeObject {
  return {
    path: '/apis/core.rukpak.io/v1alpha2/bundledeployments', name: 'hello', metadata: { generation: 1 }, spec: { installNamespace: 'team' },
    status: {
      observedGeneration: 1, resolvedSource: { type: 'image', image: { ref: image } }, contentURL: 'https://core.rukpak-system.svc/bundles/hello.tgz',
      conditions: [UNPACKED, error === undefined ? condition('Installed', 'True', 'InstallationSucceeded') : condition('Installed', 'False', 'InstallFailed', error)],
    },
  };
}

/** A Bundle in a phase, unpacked or with an error. */
export function bundle(error?: string): FakeObject {
  return {
    path: '/apis/core.rukpak.io/v1alpha1/bundles', name: 'hello', metadata: { generation: 1 }, spec: {},
    status: error === undefined
      ? { phase: 'Unpacked', conditions: [UNPACKED], resolvedSource: { type: 'git', git: { ref: { commit: '0123abcd' } } } }
      : { phase: 'Failing', conditions: [condition('Unpacked', 'False', 'UnpackFailed', error)] },
  };
}

/** The Deployment of the bundle. */
export const operatorDeployment = (availableReplicas: number): FakeObject => ownedDeployment(OWNED, availableReplicas);

/** The CRD of the bundle. */
export const OPERATOR_CRD = ownedCrd(OWNED);

/** Adds the operator `hello`, installed by RukPak and running; and a Deployment of another one. */
export function installBundle(cluster: FakeCluster): void {
  cluster.add(bundleDeployment('quay.io/demo/hello@sha256:1'));
  installOwned(cluster, OWNED);
}
