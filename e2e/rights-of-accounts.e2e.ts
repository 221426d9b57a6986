import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateProvider, InstallMode, PlainManifests } from 'olm-constructs';
import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { BundleReport } from 'olm-constructs/report';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import type { ClusterAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { fieldAt, type JsonMap, mapListField, stringField } from '../lib/formats/json/json-value';
import { resourceOfKind } from '../lib/formats/schema/kubernetes-manifest';
import { KUBERNETES_BINDINGS, KUBERNETES_ROLES, KUBERNETES_ROLES_VERSION } from '../lib/report/rights/generated/kubernetes-roles';
import { rulesInNamespace } from '../lib/report/rights/granted-rights';
import { isRbacObject, readRbacObjects } from '../lib/report/rights/rbac-objects';
import { RbacScope } from '../lib/report/rights/rbac-rule';
import { binding, operatorWith, role } from '../test/builders/rights-roads';
import { sampleBundles } from './acceptance/sample-bundles';
import { ControlPlane } from './control-plane/control-plane';
import { GuardedProcess } from './control-plane/guarded-process';
import { describeWith } from '../test/needed';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { freePorts, LOOPBACK } from './control-plane/ports';
import { neededProgram } from './programs/found-program';

/**
 * The computed rights of operators are those that the API server tells their accounts, in both directions, and the roles of Kubernetes that the
 * library knows are those that the API server creates.
 */

const RBAC = 'rbac.authorization.k8s.io';
const WATCHED = 'watched';
const OTHER = 'other';

type Manifest = JsonMap & { readonly kind: string; readonly metadata: { readonly name: string; readonly namespace?: string } };

const { signal } = new AbortController();
let controlPlane: ControlPlane;
let access: ClusterAccess;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
}, 20 * 60_000);
afterAll(() => controlPlane.stop());

function admin(request: ApiRequest): Promise<unknown> {
  return clientFor(access, {}).request(request, signal);
}

const listPath = (kind: string, namespace: string | undefined): string => (
  `/apis/${RBAC}/v1${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resourceOfKind(kind)}`
);
const pathOf = ({ kind, metadata: { name, namespace } }: Manifest): string => `${listPath(kind, namespace)}/${encodeURIComponent(name)}`;

/** Calls a function while the API server has the roles and bindings. */
async function withObjects(namespaces: readonly string[], objects: readonly Manifest[], run: () => Promise<void>): Promise<void> {
  for (const name of namespaces) {
    await admin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } }).catch(ignoreConflict);
  }
  for (const object of objects) {
    await admin({ method: 'POST', path: listPath(object.kind, object.metadata.namespace), body: object });
  }
  try {
    await run();
  } finally {
    for (const object of objects) {
      await admin({ method: 'DELETE', path: pathOf(object) });
    }
  }
}

function ignoreConflict(error: unknown): void {
  if ((error as { status?: number }).status !== 409) {
    throw error;
  }
}

/** A rule, as the API server or a report has it. */
interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceUrls: readonly string[];
}

/** Returns the single rights of rules, sorted. */
function rightsOf(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap(({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }) => verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) => resources.flatMap((resource) => (
      (resourceNames.length === 0 ? ['(all)'] : resourceNames).map((name) => `${verb} ${resource}.${group} ${name}`)
    ))),
    ...nonResourceUrls.map((url) => `${verb} ${url}`),
  ])))].sort();
}

/** Returns the rights that the API server tells an account that it has in a namespace. */
async function toldRights(own: string, account: string, namespace: string): Promise<string[]> {
  const client = clientFor({
    ...access,
    user: {
      ...access.user,
      impersonate: {
        user: `system:serviceaccount:${own}:${account}`, groups: ['system:serviceaccounts', `system:serviceaccounts:${own}`, 'system:authenticated'], extra: {},
      },
    },
  }, {});
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } };
  const { status } = await client.request({ method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', body }, signal) as { readonly status: JsonMap };
  const list = (rule: JsonMap, key: string): string[] => (rule[key] ?? []) as string[];
  const rule = (found: JsonMap): Rule => ({
    verbs: list(found, 'verbs'), apiGroups: list(found, 'apiGroups'), resources: list(found, 'resources'), resourceNames: list(found, 'resourceNames'),
    nonResourceUrls: list(found, 'nonResourceURLs'),
  });
  return rightsOf([...mapListField(status, 'resourceRules'), ...mapListField(status, 'nonResourceRules')].map(rule));
}

/** Expects that the API server soon tells an account exactly these rights: it takes a moment to notice roles. */
async function expectRights(own: string, account: string, namespace: string, rules: readonly Rule[]): Promise<void> {
  const everyone = rulesInNamespace(readRbacObjects(KUBERNETES_BINDINGS), { kind: 'ServiceAccount', name: account, namespace: own }, namespace);
  const expected = rightsOf([...rules, ...everyone]);
  const deadline = Date.now() + 20_000;
  let told = await toldRights(own, account, namespace);
  while (JSON.stringify(told) !== JSON.stringify(expected) && Date.now() < deadline) {
    await sleep(100);
    told = await toldRights(own, account, namespace);
  }
  expect({ account, namespace, rights: told }).toEqual({ account, namespace, rights: expected });
}

/** Returns the accounts of an operator. */
function accountsOf({ csv }: Bundle): string[] {
  const ofPods = csv.deployments.map(({ spec }) => stringField(fieldAt(spec, 'template', 'spec'), 'serviceAccountName') ?? 'default');
  return [...new Set([...[...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName), ...ofPods])];
}

/** Namespace of an operator: the one that its bindings name. */
function ownNamespace({ csv }: Bundle): string {
  return stringField(fieldAt(csv.manifest.content, 'metadata', 'annotations'), 'operatorframework.io/suggested-namespace') ?? 'own';
}

/** Namespaces that an operator watches, or undefined for all. OLM v0 creates the roles of permissions in its own namespace as well. */
function watchedBy({ installModes }: Bundle, own: string): string[] | undefined {
  return installModes.includes(InstallModeType.SINGLE_NAMESPACE) ? [own, WATCHED]
    : installModes.includes(InstallModeType.OWN_NAMESPACE) ? [own] : undefined;
}

/** Returns the roles and bindings that OLM v0 creates for a bundle. */
function createdByOlm({ csv, otherManifests }: Bundle, own: string, watched: readonly string[] | undefined): Manifest[] {
  const granted = (kind: string, name: string, namespace: string | undefined, account: string, rules: readonly JsonMap[]): Manifest[] => {
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
    return [
      { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
      {
        apiVersion: `${RBAC}/v1`, kind: `${kind}Binding`, metadata, roleRef: { apiGroup: RBAC, kind, name }, subjects: [{ kind: 'ServiceAccount', name: account, namespace: own }],
      },
    ];
  };
  const permissionsOf = (key: string): { account: string; rules: JsonMap[] }[] => mapListField(fieldAt(csv.manifest.content, 'spec', 'install', 'spec'), key)
    .map((permission) => ({ account: stringField(permission, 'serviceAccountName')!, rules: mapListField(permission, 'rules') }));
  const namespacesRule = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };
  return [
    ...permissionsOf('permissions').flatMap(({ account, rules }, index) => (watched === undefined
      ? granted('ClusterRole', `promoted-${index}`, undefined, account, [...rules, namespacesRule])
      : watched.flatMap((namespace) => granted('Role', `permission-${index}`, namespace, account, rules)))),
    ...permissionsOf('clusterPermissions').flatMap(({ account, rules }, index) => granted('ClusterRole', `cluster-${index}`, undefined, account, rules)),
    ...otherManifests.filter(({ content }) => isRbacObject(content)).map(({ kind, content }) => ({
      ...content, metadata: { ...content['metadata'] as object, ...(kind.startsWith('Cluster') ? {} : { namespace: own }) },
    } as unknown as Manifest)),
  ];
}

/** Returns the rules that a report says an account has in a namespace. */
function reportedRules(bundle: Bundle, account: string, namespace: string, own: string, watched: readonly string[] | undefined): Rule[] {
  return BundleReport.of(bundle).content.rbac.filter(({ holders, scope }) => holders.includes(`ServiceAccount ${account}`) && (
    scope === RbacScope.CLUSTER || (scope === RbacScope.OWN_NAMESPACE && namespace === own)
      || (scope === RbacScope.WATCHED_NAMESPACES && (watched === undefined || watched.includes(namespace)))
  ));
}

it('the roles of Kubernetes are those that the API server creates', async () => {
  const { gitVersion } = await admin({ method: 'GET', path: '/version' }) as { gitVersion: string };
  const lists = await Promise.all(['clusterroles', 'roles'].map((resource) => admin({ method: 'GET', path: `/apis/${RBAC}/v1/${resource}` }))) as { items: Manifest[] }[];
  const known = (objects: readonly JsonMap[]): string[] => readRbacObjects(objects).roles.map(({ source, labels, selectors, rules }) => (
    JSON.stringify([source, Object.entries(labels).filter(([key]) => key.startsWith(RBAC)).sort(), selectors ?? [], rightsOf(rules)])
  )).sort();
  const created = lists.flatMap(({ items }, index) => items.map((item) => ({ ...item, apiVersion: `${RBAC}/v1`, kind: index === 0 ? 'ClusterRole' : 'Role' })));
  // Another version may be built with KUBERNETES_VERSION; its roles differ.
  expect(gitVersion === KUBERNETES_ROLES_VERSION ? known(KUBERNETES_ROLES) : known(created)).toEqual(known(created));
});

describeWith(SAMPLES).each(sampleBundles())('%s', (_, archive) => {
  it('has the reported rights when OLM v0 installed it', async () => {
    const bundle = Bundle.fromPath(archive);
    const own = ownNamespace(bundle);
    const watched = watchedBy(bundle, own);
    await withObjects([own, WATCHED, OTHER], createdByOlm(bundle, own, watched), async () => {
      for (const account of accountsOf(bundle)) {
        for (const namespace of [own, WATCHED, OTHER]) {
          await expectRights(own, account, namespace, reportedRules(bundle, account, namespace, own, watched));
        }
      }
    });
  }, 5 * 60_000);

  it('has the computed rights when it was installed without OLM', async () => {
    const bundle = Bundle.fromPath(archive);
    const own = ownNamespace(bundle);
    const { objects } = PlainManifests.render(bundle, {
      installNamespace: own,
      certificates: CertificateProvider.certManager(),
      ...(bundle.installModes.includes(InstallModeType.SINGLE_NAMESPACE) ? { installMode: InstallMode.singleNamespace(WATCHED) } : {}),
    });
    const rbac = objects.filter(isRbacObject) as unknown as Manifest[];
    await withObjects([own, WATCHED, OTHER], rbac, async () => {
      for (const account of accountsOf(bundle)) {
        for (const namespace of [own, WATCHED, OTHER]) {
          await expectRights(own, account, namespace, rulesInNamespace(readRbacObjects(rbac), { kind: 'ServiceAccount', name: account, namespace: own }, namespace));
        }
      }
    });
  }, 5 * 60_000);
});

/** Roads that no sample has, to roles that nothing aggregates. */
const ROADS: readonly (readonly [string, object[]])[] = [
  ['a binding to cluster-admin', [binding('ClusterRoleBinding', 'road', 'ClusterRole cluster-admin', 'ServiceAccount own/demo')]],
  ['a RoleBinding to a ClusterRole', [binding('RoleBinding', 'road', 'ClusterRole system:node', 'ServiceAccount own/demo')]],
  ['a group of all accounts', [binding('ClusterRoleBinding', 'road', 'ClusterRole system:node', 'Group system:serviceaccounts')]],
  ['a group of another namespace', [binding('ClusterRoleBinding', 'road', 'ClusterRole system:node', 'Group system:serviceaccounts:other')]],
  ['the user name of another account', [binding('ClusterRoleBinding', 'road', 'ClusterRole system:node', 'User system:serviceaccount:other:demo')]],
  ['an account of another namespace', [binding('ClusterRoleBinding', 'road', 'ClusterRole system:node', 'ServiceAccount other/demo')]],
  ['paths', [
    role('ClusterRole', 'road', [{ verbs: ['get'], nonResourceURLs: ['/metrics', '/logs/*'] }]), binding('ClusterRoleBinding', 'road', 'ClusterRole road', 'ServiceAccount own/demo'),
  ]],
];

/** Roads to roles that a controller of Kubernetes aggregates. */
const AGGREGATED: readonly (readonly [string, object[]])[] = [
  ['a binding to admin', [binding('RoleBinding', 'road', 'ClusterRole admin', 'ServiceAccount own/demo')]],
  ['a binding to edit', [binding('RoleBinding', 'road', 'ClusterRole edit', 'ServiceAccount own/demo')]],
  ['a binding to view', [binding('ClusterRoleBinding', 'road', 'ClusterRole view', 'ServiceAccount own/demo')]],
  ['a role aggregated into view, by a binding to admin', [
    role('ClusterRole', 'part', [{ verbs: ['get'], apiGroups: ['example.test'], resources: ['things'] }], { labels: { [`${RBAC}/aggregate-to-view`]: 'true' } }),
    binding('RoleBinding', 'road', 'ClusterRole admin', 'ServiceAccount own/demo'),
  ]],
  ['an own aggregationRule', [
    role('ClusterRole', 'part', [{ verbs: ['get'], apiGroups: ['example.test'], resources: ['things'] }], { labels: { 'example.test/collect': 'yes' } }),
    role('ClusterRole', 'road', [], {
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'example.test/collect', operator: 'Exists' }] }, { matchLabels: { [`${RBAC}/aggregate-to-view`]: 'true' } }] },
    }),
    binding('ClusterRoleBinding', 'road', 'ClusterRole road', 'ServiceAccount own/demo'),
  ]],
];

async function expectReported(files: readonly object[]): Promise<void> {
  const bundle = operatorWith({}, Object.fromEntries(files.map((file, index) => [`manifests/road${index}.yaml`, file])));
  const [own, watched] = ['own', ['own', WATCHED]];
  const objects = createdByOlm(bundle, own, watched);
  await withObjects([own, WATCHED, OTHER], objects, async () => {
    for (const namespace of [own, WATCHED, OTHER]) {
      await expectRights(own, 'demo', namespace, rulesInNamespace(readRbacObjects(objects), { kind: 'ServiceAccount', name: 'demo', namespace: own }, namespace));
    }
  });
}

it.each(ROADS)('an operator has the computed rights by %s', (_, files) => expectReported(files), 5 * 60_000);

const CONTROLLER_MANAGER = neededProgram('kube-controller-manager');

describeWith(CONTROLLER_MANAGER)('with the controller that aggregates roles', () => {
  let manager: GuardedProcess;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'controller-manager-'));
    const [port] = await freePorts(1);
    manager = new GuardedProcess('kube-controller-manager', CONTROLLER_MANAGER.value, [
      `--kubeconfig=${controlPlane.kubeconfig}`, '--authentication-skip-lookup=true',
      '--controllers=clusterrole-aggregation-controller', '--leader-elect=false', `--secure-port=${port}`, `--bind-address=${LOOPBACK}`,
    ], join(folder, 'log'));
  });
  afterAll(async () => {
    await manager.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(AGGREGATED)('an operator has the computed rights by %s', (_, files) => expectReported(files), 5 * 60_000);
});
