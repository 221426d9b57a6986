import { ObjectIndex } from '../../lib/cluster/inspection/source/object-index';
import type { Manifest } from '../../lib/cluster/operations/manifests';
import { removalOfManifests } from '../../lib/cluster/operations/removal-plan';
import { waitTargets } from '../../lib/cluster/operations/wait-targets';
import { operatorRemoval } from '../../lib/cluster/waiting/removal/operator-removal';
import type { OwnedApi } from '../../lib/cluster/waiting/view/cluster-service-version';
import { ClusterStore } from '../../lib/cluster/waiting/view/cluster-store';
import { interestKey } from '../../lib/cluster/waiting/view/cluster-view';
import type { KubernetesObject } from '../../lib/cluster/waiting/view/kubernetes-object';
import { expectLinear, expectLinearWithNew, many } from './growth';

const OLM = 'operators.coreos.com';
const RBAC = 'rbac.authorization.k8s.io';

/** An object of a cluster or of a manifest. */
interface Made extends KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

const made = (apiVersion: string, kind: string, name: string, more: object = {}, metadata: object = {}): Made => (
  { apiVersion, kind, metadata: { name, uid: name, ...metadata }, ...more }
);
const place = (namespace: string): object => ({ namespace });
const crdOf = (index: number): Made => made('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `t${index}s.example.test`, { spec: {
  group: 'example.test', names: { kind: `T${index}`, plural: `t${index}s` }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }],
} });
const csvOf = (name: string, namespace: string, owned: readonly object[], spec: object = {}): Made => (
  made(`${OLM}/v1alpha1`, 'ClusterServiceVersion', name, { spec: { customresourcedefinitions: { owned }, ...spec }, status: { phase: 'Succeeded' } }, place(namespace))
);
const api = (index: number): object => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` });
const roleOf = (index: number): Made => made(`${RBAC}/v1`, 'ClusterRole', `r${index}`, {}, { labels: { 'olm.managed': 'true' } });
const bindingOf = (index: number): Made => made(`${RBAC}/v1`, 'ClusterRoleBinding', `b${index}`, { roleRef: { kind: 'ClusterRole', name: `r${index}` } });
const planOf = (size: number, resolving: string, namespace: string): Made => made(`${OLM}/v1alpha1`, 'InstallPlan', `install-${namespace}`, { status: {
  plan: many(size, (index) => ({ resolving, status: 'Created', resource: { group: RBAC, version: 'v1', kind: 'ClusterRole', name: `r${index}`, manifest: '{}' } })),
} }, place(namespace));

/** Clusters in which an operator is removed, and what other operators have grows with what it has. */
const CLUSTERS: { readonly [what: string]: (size: number) => readonly Made[] } = {
  'CRDs': (size) => [
    ...many(size, crdOf), ...many(size, (index) => csvOf(`q${index}.v1`, `n${index}`, [api(size + index)])), ...many(size, (index) => made('example.test/v1', `T${index}`, 'x')),
  ],
  'ClusterRoles and bindings': (size) => [planOf(size, 'p.v1', 'shop'), ...many(size, roleOf), ...many(size, bindingOf), planOf(size, 'q.v1', 'other')],
};

const apisOf = (size: number): OwnedApi[] => many(size, (index) => (
  { crd: `t${index}s.example.test`, group: 'example.test', plural: `t${index}s`, version: 'v1', kind: `T${index}` }
));

/** Returns a step of the removal, once everything is listed. */
function step(objects: readonly Made[], apis: readonly OwnedApi[]): () => void {
  const index = new ObjectIndex();
  for (const object of objects) {
    const slash = object.apiVersion.indexOf('/');
    index.add({ group: slash < 0 ? '' : object.apiVersion.slice(0, slash), kind: object.kind }, object);
  }
  const known = { csvs: ['p.v1'], package: 'p', apis };
  const waiter = operatorRemoval({ namespace: 'shop', subscription: 's', operands: 'ignore', crds: true, leftovers: true, known });
  const view = new ClusterStore();
  const listed = new Set<string>();
  let { watch, state } = waiter.step(waiter.start(0), view, 0);
  for (let missing = watch; missing.length > 0;) {
    for (const interest of missing.filter((each) => !listed.has(interestKey(each)))) {
      listed.add(interestKey(interest));
      view.relist(interest, index.select(interest));
    }
    ({ watch, state } = waiter.step(state, view, 1));
    missing = watch.filter((each) => !listed.has(interestKey(each)));
  }
  return () => void waiter.step(state, view, 2);
}

it.each(Object.entries(CLUSTERS))('an operator is removed in linear time with many: %s', (what, make) => {
  expectLinear((size) => step(make(size), what === 'CRDs' ? apisOf(size) : []), (run) => run(), 60);
});

const manifest = (object: Made): Manifest => ({
  apiVersion: object.apiVersion, kind: object.kind, name: object.metadata.name, object: { ...object }, source: 'mine',
  ...(object.metadata.namespace === undefined ? {} : { namespace: object.metadata.namespace }),
});

/** Manifests with many operators. */
const MANIFESTS: { readonly [what: string]: (size: number) => readonly Made[] } = {
  'operators without OLM': (size) => many(size, (index) => [
    made('v1', 'Namespace', `n${index}`), made('apps/v1', 'Deployment', `d${index}`, { spec: {} }, place(`n${index}`)), made('v1', 'Service', `w${index}`, {}, place(`n${index}`)),
    made('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', `v${index}`, {
      webhooks: [{ clientConfig: { service: { namespace: `n${index}`, name: `w${index}` } } }],
    }),
    crdOf(index), made('v1', 'ConfigMap', `m${index}`, {}, place(`n${index}`)),
  ]).flat(),
  'Subscriptions, OperatorGroups and catalogs': (size) => many(size, (index) => [
    made('v1', 'Namespace', `n${index}`), made(`${OLM}/v1`, 'OperatorGroup', `g${index}`, { spec: {} }, place(`n${index}`)),
    made(`${OLM}/v1alpha1`, 'CatalogSource', `c${index}`, { spec: {} }, place(`n${index}`)),
    made(`${OLM}/v1alpha1`, 'Subscription', `s${index}`, { spec: { name: 'p', source: `c${index}`, sourceNamespace: `n${index}` } }, place(`n${index}`)),
  ]).flat(),
};

it.each(Object.entries(MANIFESTS))('waits and removals are planned in linear time for many: %s', (_what, make) => {
  const operators = { approve: false, stepwise: false, allowedCsvs: [], recover: 0, adopt: false };
  const removal = { operands: 'abort', deleteCrds: false, resetConversion: false, dependencies: false, deleteLeftovers: false, force: false, removeOperators: false } as const;
  expectLinearWithNew((size) => make(size).map(manifest), (manifests) => {
    waitTargets(manifests, { namespace: 'default', operators });
    removalOfManifests(manifests, 'default', removal);
  }, 60);
});
