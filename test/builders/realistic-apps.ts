import { ApiObject, App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  BundleDeployment, CatalogRef, Cluster, ClusterCatalog, ClusterExtension, DefaultCatalog, Fleet, ImageCatalog, InstallMode, InstallPlanApproval,
  OlmInstallation, OlmV0Engine, OperatorGroupRef, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, PlainEngine,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { bundleOf, crdOf } from './bundle-of';

/** Apps as users write them, without a problem: checks find nothing in them. */
export const REALISTIC_APPS: { readonly [name: string]: () => App } = {
  'a platform with OLM, a registry and three operators': platform,
  'OpenShift with operators of its own catalogs': openShift,
  'teams with the same operator in their namespaces': teams,
  'operators of YAML that a team keeps by hand': byHand,
  'operators without OLM': withoutOlm,
  'OLM v1 with a pinned extension': olmV1,
  'a fleet in which one cluster has moved to OLM v1': mixedFleet,
  'an operator with a required one': withDependency,
};

const MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));

/** Returns a bundle that owns one kind of example.test. */
function operator(name: string, kind: string, spec: { readonly [key: string]: unknown } = {}): Bundle {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } } };
  return bundleOf({
    package: name,
    spec: {
      installModes: MODES,
      minKubeVersion: '1.25.0',
      customresourcedefinitions: { owned: [{ name: `${kind.toLowerCase()}s.example.test`, version: 'v1', kind }] },
      ...spec,
    },
    files: { 'manifests/crd.yaml': crdOf(kind, schema) },
  });
}

const CACHE = operator('cache', 'Cache');
const QUEUE = operator('queue', 'Queue');

function customResource(chart: Construct, kind: string, namespace: string): ApiObject {
  return new ApiObject(chart, `my-${kind.toLowerCase()}`, {
    apiVersion: 'example.test/v1', kind, metadata: { name: kind.toLowerCase(), namespace }, spec: { size: 3 },
  });
}

function platform(): App {
  const app = new App();
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { defaultCatalog: DefaultCatalog.none() });
  const chart = new Chart(app, 'operators');
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [CACHE, QUEUE], name: 'own' });
  new OperatorSubscription(chart, 'cache', { catalog: registry, packageName: 'cache', installMode: InstallMode.allNamespaces() });
  new OperatorSubscription(chart, 'queue', { catalog: registry, packageName: 'queue', approval: InstallPlanApproval.MANUAL });
  const community = new ImageCatalog(chart, 'community', { image: 'quay.io/operatorhubio/catalog:latest', name: 'community' });
  new OperatorSubscription(chart, 'prometheus', { catalog: community, packageName: 'prometheus', channel: 'beta' });
  customResource(chart, 'Cache', 'default');
  return app;
}

function openShift(): App {
  const app = new Fleet();
  const chart = new Chart(new Cluster(app, 'prod', { openShift: true, kubernetesVersion: '1.31' }), 'operators');
  const redHat = CatalogRef.named('redhat-operators', 'openshift-marketplace');
  const group = OperatorGroupRef.named('global-operators');
  for (const name of ['web-terminal', 'openshift-pipelines-operator-rh']) {
    new OperatorSubscription(chart, name, { catalog: redHat, packageName: name, namespace: 'openshift-operators', createNamespace: false, operatorGroup: group });
  }
  new OperatorSubscription(chart, 'logging', { catalog: redHat, packageName: 'cluster-logging', namespace: 'openshift-logging', version: '6.1.0' });
  new ApiObject(chart, 'route', { apiVersion: 'route.openshift.io/v1', kind: 'Route', metadata: { namespace: 'openshift-logging' } });
  return app;
}

function teams(): App {
  const app = new App();
  const catalog = CatalogRef.named('own', 'olm', { content: Catalog.fromBundles([CACHE]) });
  for (const team of ['red', 'green', 'blue']) {
    const chart = new Chart(app, team, { namespace: `team-${team}` });
    new OperatorSubscription(chart, 'cache', { catalog, installMode: InstallMode.ownNamespace() });
    customResource(chart, 'Cache', `team-${team}`);
  }
  return app;
}

function byHand(): App {
  const app = new App();
  const chart = new Chart(app, 'monitoring');
  new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } });
  new ApiObject(chart, 'group', {
    apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'monitoring', namespace: 'monitoring' }, spec: { targetNamespaces: ['monitoring'] },
  });
  new ApiObject(chart, 'subscription', {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'prometheus', namespace: 'monitoring' },
    spec: { name: 'prometheus', channel: 'beta', source: 'operatorhubio-catalog', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
  });
  new ApiObject(chart, 'prometheus', { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name: 'main', namespace: 'monitoring' }, spec: { replicas: 2 } });
  new ApiObject(chart, 'ingress', { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'main', namespace: 'monitoring' } });
  return app;
}

function withoutOlm(): App {
  const app = new App();
  new BundleDeployment(new Chart(app, 'cache'), 'cache', { bundle: CACHE, engine: new PlainEngine() });
  new BundleDeployment(new Chart(app, 'queue'), 'queue', { bundle: QUEUE, engine: new PlainEngine(), installMode: InstallMode.allNamespaces() });
  customResource(new Chart(app, 'apps'), 'Queue', 'default');
  return app;
}

function olmV1(): App {
  const app = new App();
  const chart = new Chart(app, 'operators');
  const catalog = new ClusterCatalog(chart, 'catalog', { name: 'own', image: 'registry.example.com/catalog:v1' });
  new ClusterExtension(chart, 'cache', {
    packageName: 'cache', catalogs: [catalog], version: '1.0.0', bundles: [operator('cache', 'Cache', { minKubeVersion: '1.25.0' })],
  });
  customResource(chart, 'Cache', 'default');
  return app;
}

function mixedFleet(): App {
  const app = new Fleet();
  const catalog = CatalogRef.named('own', 'olm', { content: Catalog.fromBundles([CACHE]) });
  new OperatorSubscription(new Chart(new Cluster(app, 'old', { engine: new OlmV0Engine() }), 'operators'), 'cache', { catalog });
  const chart = new Chart(new Cluster(app, 'new', { kubernetesVersion: '1.33' }), 'operators');
  new ClusterExtension(chart, 'cache', { packageName: 'cache', version: '1.x' });
  return app;
}

function withDependency(): App {
  const app = new App();
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { defaultCatalog: DefaultCatalog.none() });
  const chart = new Chart(app, 'operators');
  const shop = operator('shop', 'Shop', {
    customresourcedefinitions: {
      owned: [{ name: 'shops.example.test', version: 'v1', kind: 'Shop' }], required: [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }],
    },
  });
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [shop, CACHE], name: 'own' });
  new OperatorSubscription(chart, 'shop', { catalog: registry, packageName: 'shop', serviceAccount: OperatorServiceAccount.named('installer') });
  customResource(chart, 'Shop', 'shop');
  return app;
}
