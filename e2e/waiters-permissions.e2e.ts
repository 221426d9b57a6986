import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { configMap } from './cluster/seen-objects';
import { ControlPlane } from './control-plane/control-plane';
import { OlmRelease } from '../lib/olm/olm-release';
import { OlmVersion } from '../lib/olm/olm-version';
import type { ApiRequest } from '../lib/pulumi/wait/client/api-client';
import { clientFor } from '../lib/pulumi/wait/client/clients';
import type { ClusterAccess } from '../lib/pulumi/wait/client/kubeconfig';
import { findCluster } from '../lib/pulumi/wait/client/kubeconfig-source';
import { rightFor } from '../lib/pulumi/wait/client/missing-right';
import { catalogReady } from '../lib/pulumi/wait/catalog/catalog-ready';
import {
  ApiResource, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, groupVersion, INSTALL_PLANS, JOBS, NAMESPACES, OPERATOR_GROUPS, OPERATORS,
  SUBSCRIPTIONS,
} from '../lib/pulumi/wait/cluster/api-resource';
import { ClusterStore } from '../lib/pulumi/wait/cluster/cluster-store';
import type { Interest } from '../lib/pulumi/wait/cluster/interest';
import { one } from '../lib/pulumi/wait/cluster/queries';
import { olmParts } from '../lib/pulumi/wait/olm/olm-parts';
import { olmReady } from '../lib/pulumi/wait/olm/olm-ready';
import {
  catalogInterests, explainingInterests, namespaceInterest, namespaceInterests, packages,
} from '../lib/pulumi/wait/operator/operator-interests';
import { removalInterests } from '../lib/pulumi/wait/removal/operator-knowledge';
import { placeInterests } from '../lib/pulumi/wait/removal/place-content';
import type { Waiter } from '../lib/pulumi/wait/waiting/waiter';

/** The roles of the page about rights are what the waiters need, and no more. */

const NAMESPACE = 'operators';
const GUIDE = join(__dirname, '..', 'docs', 'guides', 'pulumi-rights.md');
const { signal } = new AbortController();

interface Role {
  readonly kind: 'Role' | 'ClusterRole';
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
}

let controlPlane: ControlPlane;
let access: ClusterAccess;
const roles = [...readFileSync(GUIDE, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => load(text!) as Role);

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

/** The path of the objects of a resource, or of one. */
function pathOf({ resource, namespace, name }: { resource: ApiResource; namespace?: string; name?: string }): string {
  return [
    resource.group === '' ? '/api' : '/apis', groupVersion(resource), ...(namespace === undefined ? [] : ['namespaces', namespace]), resource.plural,
    ...(name === undefined ? [] : [name]),
  ].join('/');
}

/** What following something takes. */
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
const removal = removalInterests({ namespace: NAMESPACE, subscription: 'one' }, { csvs: [], apis: [DATABASE], package: 'one' }, new ClusterStore());
const place = placeInterests(NAMESPACE, knowingDatabases());

/** A view of a cluster in which OLM marked a CRD as the operator's. */
function knowingDatabases(): ClusterStore {
  const store = new ClusterStore();
  const { crd: name, group, plural, kind, version } = DATABASE;
  store.relist(placeInterests(NAMESPACE, store).ofNamespace.crds, [
    { metadata: { name, labels: { [`operators.coreos.com/one.${NAMESPACE}`]: '' } }, spec: { group, scope: 'Namespaced', names: { plural, kind }, versions: [{ name: version, served: true }] } },
  ]);
  return store;
}

/** Who a cluster is. */
const identity: ApiRequest = { method: 'GET', path: pathOf({ resource: NAMESPACES, name: 'kube-system' }) };

/** What is written of a Subscription that is to go on from where OLM left it. */
const subscriptionStatus = { ...patching(SUBSCRIPTIONS, NAMESPACE), path: `${patching(SUBSCRIPTIONS, NAMESPACE).path}/status` };

/** What the waiters ask for, by the name of the roles that must be enough. */
const needs: { readonly [role: string]: readonly ApiRequest[] } = {
  'operator-waiter': [
    ...following([
      ...Object.values(namespaceInterests(NAMESPACE)), namespaceInterest(NAMESPACE), ...catalogInterests(NAMESPACE, undefined),
      ...explainingInterests(NAMESPACE, undefined), packages(NAMESPACE), one(CUSTOM_RESOURCE_DEFINITIONS, DATABASE.crd),
      ...watchedAtLast(catalogReady({ namespace: NAMESPACE, name: 'one', deployment: 'one' })),
    ]),
    patching(INSTALL_PLANS, NAMESPACE),
    identity,
  ],
  'operator-recovery': [...[INSTALL_PLANS, CLUSTER_SERVICE_VERSIONS, JOBS].map((resource) => deleting(resource, NAMESPACE)), subscriptionStatus],
  'operator-adoption': [subscriptionStatus],
  'operator-removal': [
    ...following([removal.allCsvs, removal.operator!, ...removal.operands.map(({ interest }) => interest)]),
    ...[SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, databases].map((resource) => deleting(resource, NAMESPACE)),
    ...[OPERATORS, CUSTOM_RESOURCE_DEFINITIONS].map((resource) => deleting(resource)),
    patching(databases, NAMESPACE),
  ],
  'operator-place': [
    ...following([...Object.values(place.ofGroup), ...Object.values(place.ofNamespace), ...place.operands]),
    deleting(OPERATOR_GROUPS, NAMESPACE), deleting(NAMESPACES), identity,
  ],
  'olm-waiter': [...following(watchedAtLast(olmReady({ parts: olmParts(OlmRelease.of({ version: OlmVersion.V0_46_0 })) }))), identity],
};

/** What a waiter follows when it takes long. */
function watchedAtLast<State, Outcome>(waiter: Waiter<State, Outcome>): readonly Interest[] {
  return waiter.step(waiter.start(0), new ClusterStore(), 60_000).watch;
}

test.each(Object.keys(needs))('the roles %s are enough', async (name) => {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: name, groups: [], extra: {} } } }, {});
  // What is not there or not served is allowed all the same: rights come first.
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

test.each(Object.keys(needs))('the roles %s have nothing that no waiter needs', (name) => {
  const needed = new Set(needs[name]!.map((request) => {
    const right = rightFor(request)!;
    return `${right.verb} ${right.group} ${right.resource}`;
  }));
  const granted = roles.filter((role) => role.metadata.name === name).flatMap(({ rules }) => rules.flatMap(({ apiGroups, resources, verbs }) => (
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group} ${resource}`)))
  )));
  expect(granted.filter((right) => !needed.has(right))).toEqual([]);
});

test('a right that is missing is named, with the rule that grants it', async () => {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: 'operator-recovery', groups: [], extra: {} } } }, {});
  await expect(client.request({ method: 'GET', path: pathOf({ resource: SUBSCRIPTIONS, namespace: NAMESPACE }) }, signal)).rejects.toThrow(
    'the account \'operator-recovery\' may not list subscriptions.operators.coreos.com in namespace \'operators\'; bind it to a Role of namespace '
    + '\'operators\' with the rule { apiGroups: ["operators.coreos.com"], resources: ["subscriptions"], verbs: ["list","watch"] }',
  );
});
