import { FakeCluster, type FakeObject } from '../fake-cluster';

const OLM = '/apis/operators.coreos.com';
const AVAILABLE = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 };
const ESTABLISHED = { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] };

/** A minimal OLM: one object of each kind that `OlmReady` waits for. */
export const OLM_OBJECTS: readonly { readonly [field: string]: unknown }[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'subscriptions.operators.coreos.com' },
    spec: { group: 'operators.coreos.com', names: { plural: 'subscriptions', kind: 'Subscription' }, versions: [{ name: 'v1alpha1', served: true, storage: true }] },
  },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'olm-operator', namespace: 'olm' } },
  {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'packageserver', namespace: 'olm' },
    spec: { apiservicedefinitions: { owned: [{ group: 'packages.operators.coreos.com', version: 'v1', kind: 'PackageManifest', name: 'packagemanifests' }] } },
  },
];

function deployment(name: string, namespace: string): FakeObject {
  return {
    path: '/apis/apps/v1/deployments', name, namespace, metadata: { generation: 1 },
    spec: { replicas: 1, selector: { matchLabels: { app: name } } }, status: { ...AVAILABLE, conditions: [{ type: 'Available', status: 'True' }] },
  };
}

function crd(group: string, plural: string, kind: string, version: string): FakeObject {
  return {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: `${plural}.${group}`,
    spec: { group, names: { plural, kind }, versions: [{ name: version, served: true, storage: true }] }, status: ESTABLISHED,
  };
}

function csv(name: string, namespace: string, spec: object): FakeObject {
  return { path: `${OLM}/v1alpha1/clusterserviceversions`, name, namespace, spec, status: { phase: 'Succeeded', reason: 'InstallSucceeded' } };
}

/** Adds OLM as `OLM_OBJECTS` describes it, in working order. */
export function runOlm(cluster: FakeCluster): void {
  cluster.add(
    crd('operators.coreos.com', 'subscriptions', 'Subscription', 'v1alpha1'),
    deployment('olm-operator', 'olm'),
    csv('packageserver', 'olm', {}),
    {
      path: '/apis/apiregistration.k8s.io/v1/apiservices', name: 'v1.packages.operators.coreos.com',
      status: { conditions: [{ type: 'Available', status: 'True' }] },
    },
  );
}

/** Adds the catalog `olm/shop`, to which OLM has a connection. */
export function serveCatalog(cluster: FakeCluster): void {
  cluster.add(deployment('shop', 'olm'), {
    path: `${OLM}/v1alpha1/catalogsources`, name: 'shop', namespace: 'olm', spec: { sourceType: 'grpc', address: 'shop.olm.svc:50051' },
    status: { connectionState: { lastObservedState: 'READY', address: 'shop.olm.svc:50051' } },
  });
}

/** Adds the operator `team/hello`, installed and running. */
export function installOperator(cluster: FakeCluster): void {
  cluster.add(
    { path: '/api/v1/namespaces', name: 'team', status: { phase: 'Active' } },
    {
      path: `${OLM}/v1/operatorgroups`, name: 'hello', namespace: 'team', spec: { targetNamespaces: ['team'] }, status: { namespaces: ['team'] },
    },
    {
      path: `${OLM}/v1alpha1/subscriptions`, name: 'hello', namespace: 'team',
      spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
      status: { state: 'AtLatestKnown', installedCSV: 'hello.v1.0.0', currentCSV: 'hello.v1.0.0', installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } },
    },
    {
      path: `${OLM}/v1alpha1/installplans`, name: 'install-1', namespace: 'team',
      spec: { approval: 'Manual', approved: true, clusterServiceVersionNames: ['hello.v1.0.0'] }, status: { phase: 'Complete' },
    },
    csv('hello.v1.0.0', 'team', {
      version: '1.0.0',
      customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }] },
      install: { spec: { deployments: [{ name: 'hello' }] } },
    }),
    crd('demo.test', 'hellos', 'Hello', 'v1'),
    deployment('hello', 'team'),
  );
}

/** Returns the cluster with the kubeconfig `blue`, where OLM, the catalog `olm/shop` and the operator `team/hello` run. */
export function clusterWithOperator(): FakeCluster {
  const cluster = new FakeCluster('blue');
  runOlm(cluster);
  serveCatalog(cluster);
  installOperator(cluster);
  return cluster;
}
