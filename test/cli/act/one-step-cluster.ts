import { FakeCluster } from '../../pulumi/fake-cluster';
import { runOlm } from '../../pulumi/state/cluster-objects';

const OLM = '/apis/operators.coreos.com';
const ESTABLISHED = { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] };
const AVAILABLE = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1, conditions: [{ type: 'Available', status: 'True' }] };

/** Kinds of OLM whose objects the tests apply. */
const KINDS = [['CatalogSource', 'v1alpha1'], ['Subscription', 'v1alpha1'], ['OperatorGroup', 'v1'], ['ClusterServiceVersion', 'v1alpha1'], ['OLMConfig', 'v1']] as const;

/** Returns a cluster with OLM and the catalog `olm/community`, which offers `hello` in two versions. */
export function clusterWithOlm(): FakeCluster {
  const cluster = new FakeCluster('blue');
  runOlm(cluster);
  cluster.add({ path: '/api/v1/namespaces', name: 'olm' });
  KINDS.forEach(([kind, version]) => cluster.add({
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: `${kind.toLowerCase()}s.operators.coreos.com`,
    spec: { group: 'operators.coreos.com', names: { kind, plural: `${kind.toLowerCase()}s` }, versions: [{ name: version, served: true, storage: true }] }, status: ESTABLISHED,
  }));
  offer(cluster, 'olm/community', ['OwnNamespace', 'AllNamespaces']);
  return cluster;
}

/** Adds a catalog that offers `hello` in two versions. */
export function offer(cluster: FakeCluster, catalog: string, modes: readonly string[]): void {
  const [namespace = '', name = ''] = catalog.split('/');
  cluster.add({
    path: `${OLM}/v1alpha1/catalogsources`, name, namespace, spec: { sourceType: 'grpc', image: 'quay.io/demo/catalog:v1' },
    status: { connectionState: { lastObservedState: 'READY' } },
  }, {
    path: '/apis/packages.operators.coreos.com/v1/packagemanifests', name: `hello-of-${name}`, namespace,
    status: {
      packageName: 'hello', catalogSource: name, catalogSourceNamespace: namespace, defaultChannel: 'stable',
      channels: [{
        name: 'stable', currentCSV: 'hello.v2.0.0',
        currentCSVDesc: { version: '2.0.0', installModes: modes.map((type) => ({ type, supported: true })) },
        entries: [{ name: 'hello.v2.0.0', version: '2.0.0' }, { name: 'hello.v1.0.0', version: '1.0.0' }],
      }, { name: 'beta', currentCSV: 'hello.v3.0.0', currentCSVDesc: { version: '3.0.0' }, entries: [{ name: 'hello.v3.0.0', version: '3.0.0' }] }],
    },
  });
}

interface AppliedSubscription {
  readonly spec: { readonly installPlanApproval?: string; readonly source: string };
  readonly metadata: object;
}

/** Plays OLM and Kubernetes once a Subscription is applied: serves its catalog, waits for a required approval, and installs the operator. */
export async function installs(cluster: FakeCluster, namespace: string, name: string, csv: string): Promise<void> {
  const isApplied = (): boolean => cluster.changes.some((change) => change.startsWith('APPLY /') && change.endsWith(`/subscriptions/${name}`));
  const applied = await until(() => isApplied() && cluster.object('Subscription', name));
  const { spec, metadata } = applied as unknown as AppliedSubscription;
  const own = cluster.object('Deployment', spec.source);
  if (own !== undefined) {
    cluster.add({ ...own, path: '/apis/apps/v1/deployments', name: spec.source, namespace, metadata: { ...own['metadata'] as object, generation: 1 }, status: AVAILABLE });
    const catalog = cluster.object('CatalogSource', spec.source)!;
    const address = (catalog['spec'] as { readonly address?: string }).address;
    cluster.add({ ...catalog, path: `${OLM}/v1alpha1/catalogsources`, name: spec.source, namespace, status: { connectionState: { lastObservedState: 'READY', address } } });
  }
  const subscription = (status: object): void => cluster.add({
    path: `${OLM}/v1alpha1/subscriptions`, name, namespace, apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', spec, metadata, status,
  });
  if (spec.installPlanApproval === 'Manual') {
    subscription({ state: 'UpgradePending', currentCSV: csv, installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } });
    cluster.add({
      path: `${OLM}/v1alpha1/installplans`, name: 'install-1', namespace, metadata: { ownerReferences: [{ kind: 'Subscription', name, uid: `uid-of-${name}` }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csv] }, status: { phase: 'RequiresApproval' },
    });
    await until(() => cluster.changes.some((change) => change.includes('/installplans/install-1')));
  }
  ran(cluster, { namespace, csv });
  subscription({ state: 'AtLatestKnown', installedCSV: csv, currentCSV: csv, installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } });
}

/** Adds a ClusterServiceVersion that runs, without APIs. */
export function ran(cluster: FakeCluster, { namespace, csv }: { readonly namespace: string; readonly csv: string }): void {
  cluster.add({
    path: `${OLM}/v1alpha1/installplans`, name: 'install-1', namespace, spec: { approval: 'Manual', approved: true, clusterServiceVersionNames: [csv] }, status: { phase: 'Complete' },
  }, {
    path: `${OLM}/v1alpha1/clusterserviceversions`, name: csv, namespace, status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
    spec: { version: csv.replace(/^.*\.v/, ''), install: { spec: { deployments: [{ name: 'hello' }] } } },
  }, {
    path: '/apis/apps/v1/deployments', name: 'hello', namespace, metadata: { generation: 1 },
    spec: { replicas: 1, selector: { matchLabels: { app: 'hello' } } }, status: AVAILABLE,
  });
}

async function until<Found>(look: () => Found): Promise<NonNullable<Found>> {
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false && found !== null) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
