import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import { requiredPermission } from '../lib/cluster/client/error-response';
import type { ClusterAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { type AuditRecord, eventFor, eventPath } from '../lib/cluster/operations/audit-log';
import type { Waiter } from '../lib/cluster/waiting/machine/waiter';
import { clusterCatalogReady } from '../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { extensionInterests, extensionSituation } from '../lib/cluster/waiting/olm-v1/extension-situation';
import { CLUSTER_CATALOGS, extensionInterest } from '../lib/cluster/waiting/olm-v1/resources';
import { catalogReady } from '../lib/cluster/waiting/olm/catalog-waiter';
import { olmParts, olmReady } from '../lib/cluster/waiting/olm/olm-waiter';
import {
  catalogInterests, explainingInterests, namespaceInterest, namespaceInterests, packages, requiredInterest,
} from '../lib/cluster/waiting/operator/operator-interests';
import { conversionServiceInterest } from '../lib/cluster/waiting/removal/crd-conversion';
import { namespaceContentInterests } from '../lib/cluster/waiting/removal/namespace-removal';
import { type RemovalInterests, removalInterests } from '../lib/cluster/waiting/removal/removal-interests';
import {
  API_SERVICES, ApiResource, CLUSTER_EXTENSIONS, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS,
  INSTALL_PLANS, JOBS, NAMESPACES, OPERATOR_GROUPS, OPERATORS, SUBSCRIPTIONS,
} from '../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../lib/cluster/waiting/view/cluster-store';
import { type Interest, named } from '../lib/cluster/waiting/view/cluster-view';
import { groupVersion } from '../lib/formats/schema/api-groups';
import { OlmVersion } from '../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../lib/olm/v0/olm-release';
import { configMap } from './cluster/seen-objects';
import { ControlPlane } from './control-plane/control-plane';

/** The roles in the guide are exactly what the waiters need. */

const NAMESPACE = 'operators';
const GUIDE = join(__dirname, '..', 'docs', 'reference', 'waiter-permissions.md');
const { signal } = new AbortController();

interface Role {
  readonly kind: 'Role' | 'ClusterRole';
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
}

let controlPlane: ControlPlane;
let access: ClusterAccess;
const roles = [...readFileSync(GUIDE, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => load(yaml!) as Role);

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const admin = (request: ApiRequest): Promise<unknown> => clientFor(access, {}).request(request, signal);

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
  await admin({ method: 'POST', path: '/api/v1/namespaces', body: { ...configMap(NAMESPACE), kind: 'Namespace' } });
  for (const role of roles) {
    const { kind, metadata: { name, namespace } } = role;
    const path = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`;
    await admin({ method: 'POST', path: `${path}/${kind.toLowerCase()}s`, body: role });
    await admin({
      method: 'POST', path: `${path}/${kind.toLowerCase()}bindings`,
      body: {
        apiVersion: 'rbac.authorization.k8s.io/v1', kind: `${kind}Binding`, metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name }, subjects: [{ kind: 'User', name }],
      },
    });
  }
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
});

/** Path of the objects of a resource, or of one. */
function pathOf({ resource, namespace, name }: { resource: ApiResource; namespace?: string; name?: string }): string {
  return [
    resource.group === '' ? '/api' : '/apis', groupVersion(resource), ...(namespace === undefined ? [] : ['namespaces', namespace]), resource.plural,
    ...(name === undefined ? [] : [name]),
  ].join('/');
}

/** Permissions to watch something. */
function following(interests: readonly Interest[]): ApiRequest[] {
  return interests.flatMap(({ resource, namespace, name }): ApiRequest[] => {
    const path = pathOf({ resource, ...(namespace === undefined ? {} : { namespace }) });
    const query = name === undefined ? '' : `fieldSelector=metadata.name%3D${name}&`;
    return [{ method: 'GET', path: `${path}?${query}limit=1` },
      ...(resource.listOnly === true ? [] : [{ method: 'GET', path: `${path}?${query}watch=true&timeoutSeconds=1` } as const])];
  });
}

const deleting = (resource: ApiResource, namespace?: string): ApiRequest => ({
  method: 'DELETE', path: pathOf({ resource, name: 'none', ...(namespace === undefined ? {} : { namespace }) }),
});
const patching = (resource: ApiResource, namespace?: string): ApiRequest => ({
  method: 'PATCH', path: deleting(resource, namespace).path, body: {}, type: 'application/merge-patch+json',
});

const DATABASE = { group: 'example.com', version: 'v1', plural: 'databases', kind: 'Database', crd: 'databases.example.com' };
const databases: ApiResource = { ...DATABASE, namespaced: true };
const removal = removalOfDatabases(knowingLeftovers());
const place = namespaceContentInterests(NAMESPACE, knowingDatabases());

/** Returns the interests of the removal of an operator whose bundle has cluster-scoped objects. */
function removalOfDatabases(view: ClusterStore): RemovalInterests {
  const objects = ['ClusterRole', 'ClusterRoleBinding'].map((kind) => ({ group: 'rbac.authorization.k8s.io', version: 'v1', kind, name: 'one', isCreated: true }));
  return removalInterests({ namespace: NAMESPACE, subscription: 'one' }, { csvs: ['one.v1.0.0'], apis: [DATABASE], package: 'one', objects }, view);
}

/** A view of a cluster in which objects of the bundle are left. */
function knowingLeftovers(): ClusterStore {
  const store = new ClusterStore();
  removalOfDatabases(store).bundleObjects.lists.forEach((interest) => store.relist(interest, [{ metadata: { name: 'one' } }]));
  return store;
}

/** A view of a cluster in which OLM labeled a CRD as the operator's. */
function knowingDatabases(): ClusterStore {
  const store = new ClusterStore();
  const { crd: name, group, plural, kind, version } = DATABASE;
  store.relist(namespaceContentInterests(NAMESPACE, store).ofNamespace.crds, [
    { metadata: { name, labels: { [`operators.coreos.com/one.${NAMESPACE}`]: '' } }, spec: { group, scope: 'Namespaced', names: { plural, kind }, versions: [{ name: version, served: true }] } },
  ]);
  return store;
}

/** A view of a cluster with a ClusterExtension. */
function knowingExtension(): ClusterStore {
  const store = new ClusterStore();
  store.relist(extensionInterest('one'), [{ metadata: { name: 'one' }, spec: { namespace: NAMESPACE } }]);
  return store;
}

/** Identification of a cluster. */
const identity: ApiRequest = { method: 'GET', path: pathOf({ resource: NAMESPACES, name: 'kube-system' }) };

/** Fields written to a Subscription so that it continues where OLM left it. */
const subscriptionStatus = { ...patching(SUBSCRIPTIONS, NAMESPACE), path: `${patching(SUBSCRIPTIONS, NAMESPACE).path}/status` };

/** Record of an approval. */
const APPROVAL: AuditRecord = {
  time: '2026-01-31T12:00:00.000Z', action: 'approve', apiVersion: groupVersion(INSTALL_PLANS), kind: INSTALL_PLANS.kind, namespace: NAMESPACE, name: 'install-a',
  reason: 'operator operators/one: approves InstallPlan operators/install-a, which installs one.v1.0.0', result: 'done',
};

/** Requests of the waiters, by the name of the roles that must be sufficient. */
const needs: { readonly [role: string]: readonly ApiRequest[] } = {
  'operator-waiter': [
    ...following([
      ...Object.values(namespaceInterests(NAMESPACE)), namespaceInterest(NAMESPACE), ...catalogInterests(NAMESPACE, undefined),
      ...explainingInterests(NAMESPACE, undefined), packages(NAMESPACE), named(CUSTOM_RESOURCE_DEFINITIONS, DATABASE.crd),
      requiredInterest({ resource: API_SERVICES, name: 'v1.example.com' }),
      ...watchedAtLast(catalogReady({ namespace: NAMESPACE, name: 'one', deployment: 'one' })),
    ]),
    patching(INSTALL_PLANS, NAMESPACE),
    identity,
  ],
  'operator-recovery': [INSTALL_PLANS, CLUSTER_SERVICE_VERSIONS, JOBS].map((resource) => deleting(resource, NAMESPACE)),
  'operator-resolution': [subscriptionStatus],
  'operator-adoption': [subscriptionStatus],
  'audit-events': [{ method: 'POST', path: eventPath(APPROVAL), body: eventFor(APPROVAL) }],
  'operator-removal': [
    ...following([
      removal.allCsvs, removal.operator!, ...removal.operands.map(({ interest }) => interest), ...removal.owned, removal.authReaders,
      conversionServiceInterest({ namespace: NAMESPACE, name: 'one-service' }), ...removal.bundleObjects.lists, ...removal.bundleObjects.users,
    ]),
    ...[SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, databases].map((resource) => deleting(resource, NAMESPACE)),
    ...[OPERATORS, CUSTOM_RESOURCE_DEFINITIONS, CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS].map((resource) => deleting(resource)),
    patching(databases, NAMESPACE), patching(CUSTOM_RESOURCE_DEFINITIONS),
  ],
  'operator-place': [
    ...following([...Object.values(place.ofGroup), ...Object.values(place.ofNamespace), place.extensions, ...place.operands]),
    deleting(OPERATOR_GROUPS, NAMESPACE), deleting(NAMESPACES), identity,
  ],
  'extension-waiter': [
    ...following(watchedAtLast(clusterCatalogReady({ name: 'one' }))), ...following(extensionInterests(extensionSituation('one', knowingExtension()), true)), identity,
  ],
  'extension-removal': [
    ...following([{ resource: databases }]),
    ...[CLUSTER_CATALOGS, CLUSTER_EXTENSIONS].map((resource) => deleting(resource)), deleting(databases, NAMESPACE), patching(databases, NAMESPACE),
  ],
  'olm-waiter': [...following(watchedAtLast(olmReady({ parts: olmParts(OlmRelease.of({ version: OlmVersion.V0_46_0 })) }))), identity],
};

/** Resources that a waiter watches if the wait takes long. */
function watchedAtLast<State, Outcome>(waiter: Waiter<State, Outcome>): readonly Interest[] {
  return waiter.step(waiter.start(0), new ClusterStore(), 60_000).watch;
}

test.each(Object.keys(needs))('the roles %s are sufficient', async (name) => {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: name, groups: [], extra: {} } } }, {});
  // Missing or unserved objects are allowed: authorization comes first.
  const answers = await Promise.all(needs[name]!.map(async (request) => {
    try {
      (await client.open(request, signal)).end();
      return 'allowed';
    } catch (error) {
      return (error as { status?: number }).status === 404 ? 'allowed' : (error as Error).message;
    }
  }));
  expect(answers).toEqual(answers.map(() => 'allowed'));
});

test.each(Object.keys(needs))('the roles %s contain nothing that no waiter needs', (name) => {
  const needed = new Set(needs[name]!.map((request) => {
    const right = requiredPermission(request)!;
    return `${right.verb} ${right.group} ${right.resource}`;
  }));
  const granted = roles.filter((role) => role.metadata.name === name).flatMap(({ rules }) => rules.flatMap(({ apiGroups, resources, verbs }) => (
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group} ${resource}`)))
  )));
  expect(granted.filter((right) => !needed.has(right))).toEqual([]);
});

test('a missing permission is reported, with the rule that grants it', async () => {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: 'operator-recovery', groups: [], extra: {} } } }, {});
  await expect(client.request({ method: 'GET', path: pathOf({ resource: SUBSCRIPTIONS, namespace: NAMESPACE }) }, signal)).rejects.toThrow(
    'the account \'operator-recovery\' is not allowed to list subscriptions.operators.coreos.com in namespace \'operators\'; bind it to a Role in namespace '
    + '\'operators\' with the rule { apiGroups: ["operators.coreos.com"], resources: ["subscriptions"], verbs: ["list","watch"] }',
  );
});
