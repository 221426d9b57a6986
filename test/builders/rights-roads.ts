import { Bundle } from '../../lib/bundle/bundle';
import { bundleOf, crdOf } from './bundle-of';

const RBAC = 'rbac.authorization.k8s.io';

type Files = { readonly [path: string]: object };

/** A bundle with one road to more rights than the plain one has. */
export interface Road {
  readonly name: string;
  readonly bundle: Bundle;

  /** What a text of every reviewer names: a role, a binding or a right. */
  readonly named: RegExp;

  /** Whether the rights are unknown, rather than known and forbidden. */
  readonly isUnknown: boolean;
}

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const EVERYTHING: Rule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
const SECRETS: Rule = { verbs: ['get', 'list', '*'], apiGroups: [''], resources: ['secrets'] };

/** Returns a bundle with an operator that owns an API, may read Pods, and has further permissions and objects. */
export function operatorWith(permissions: { readonly cluster?: readonly Rule[]; readonly watched?: readonly Rule[] } = {}, files: Files = {}, version = '1.0.0'): Bundle {
  return bundleOf({
    version,
    spec: {
      installModes: ['OwnNamespace', 'SingleNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{
            name: 'demo',
            spec: {
              selector: { matchLabels: { app: 'demo' } },
              template: { metadata: { labels: { app: 'demo' } }, spec: { serviceAccountName: 'demo', containers: [{ name: 'demo', image: 'example.test/demo:1' }] } },
            },
          }],
          permissions: [{ serviceAccountName: 'demo', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, ...permissions.watched ?? []] }],
          ...(permissions.cluster === undefined ? {} : { clusterPermissions: [{ serviceAccountName: 'demo', rules: permissions.cluster }] }),
        },
      },
    },
    files: { 'manifests/crd.yaml': crdOf('Thing'), ...files },
  });
}

/** Returns a role. */
export function role(
  kind: string, name: string, rules: readonly Rule[], rest: { readonly labels?: object; readonly aggregationRule?: object } = {},
): object {
  const { labels, aggregationRule } = rest;
  return {
    apiVersion: `${RBAC}/v1`, kind, metadata: { name, ...(labels === undefined ? {} : { labels }) }, rules, ...(aggregationRule === undefined ? {} : { aggregationRule }),
  };
}

/** Returns a binding; a subject is `kind name` or `ServiceAccount namespace/name`. */
export function binding(kind: string, name: string, roleRef: string, ...subjects: string[]): object {
  const [roleKind, ...roleName] = roleRef.split(' ');
  return {
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: roleKind, name: roleName.join(' ') },
    subjects: subjects.map((subject) => {
      const [subjectKind, full = ''] = subject.split(' ');
      const [namespace, account] = full.includes('/') ? full.split('/') : [undefined, full];
      return {
        kind: subjectKind, name: account, ...(subjectKind === 'ServiceAccount' ? namespace === undefined ? {} : { namespace } : { apiGroup: RBAC }),
      };
    }),
  };
}

const binds = (roleRef: string, subject: string, kind = 'ClusterRoleBinding'): Bundle => (
  operatorWith({}, { 'manifests/binding.yaml': binding(kind, 'road', roleRef, subject) }, '2.0.0')
);
const aggregated = (to: string): Bundle => (
  operatorWith({}, { 'manifests/role.yaml': role('ClusterRole', 'road', [SECRETS], { labels: { [`${RBAC}/aggregate-to-${to}`]: 'true' } }) }, '2.0.0')
);
const known = (name: string, bundle: Bundle, named: RegExp): Road => ({ name, bundle, named, isUnknown: false });

/** The operator without any of the roads. */
export const WITHOUT_ROADS = operatorWith();

/** The namespace in which `WITHOUT_ROADS` and the roads are installed. */
export const NAMESPACE = 'demo';

/** Bundles that each have one road to more rights. */
export const ROADS: readonly Road[] = [
  known('a ClusterRoleBinding to cluster-admin', binds('ClusterRole cluster-admin', `ServiceAccount ${NAMESPACE}/demo`), /cluster-admin|\*/),
  known('a RoleBinding to admin', binds('ClusterRole admin', `ServiceAccount ${NAMESPACE}/demo`, 'RoleBinding'), /admin|impersonate/),
  known('a binding to a role of Kubernetes\' controllers', binds('ClusterRole system:kube-controller-manager', `ServiceAccount ${NAMESPACE}/demo`), /system:kube-controller-manager|secrets/),
  { name: 'a binding to an unknown role', bundle: binds('ClusterRole other', `ServiceAccount ${NAMESPACE}/demo`), named: /other/, isUnknown: true },
  { name: 'a binding to a role whose name has another case', bundle: binds('ClusterRole Cluster-Admin', `ServiceAccount ${NAMESPACE}/demo`), named: /Cluster-Admin/, isUnknown: true },
  {
    name: 'a binding without roleRef',
    bundle: operatorWith({}, { 'manifests/binding.yaml': { ...binding('ClusterRoleBinding', 'road', 'ClusterRole x', `ServiceAccount ${NAMESPACE}/demo`), roleRef: null } }, '2.0.0'),
    named: /road/,
    isUnknown: true,
  },
  known('a role that aggregates another one', operatorWith({}, {
    'manifests/part.yaml': role('ClusterRole', 'part', [EVERYTHING], { labels: { 'demo.test/collect': 'yes' } }),
    'manifests/road.yaml': role('ClusterRole', 'road', [], {
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'demo.test/collect', operator: 'In', values: ['yes'] }] }] },
    }),
    'manifests/binding.yaml': binding('ClusterRoleBinding', 'road', 'ClusterRole road', `ServiceAccount ${NAMESPACE}/demo`),
  }, '2.0.0'), /road|\*/),
  known('a role that aggregates every role', operatorWith({}, {
    'manifests/road.yaml': role('ClusterRole', 'road', [], { aggregationRule: { clusterRoleSelectors: [{}] } }),
    'manifests/binding.yaml': binding('ClusterRoleBinding', 'road', 'ClusterRole road', `ServiceAccount ${NAMESPACE}/demo`),
  }, '2.0.0'), /road|\*/),
  known('a role aggregated into admin', aggregated('admin'), /secrets/),
  known('a role aggregated into edit', aggregated('edit'), /secrets/),
  known('a role aggregated into view', aggregated('view'), /secrets/),
  known('a group of all accounts', binds('ClusterRole cluster-admin', 'Group system:serviceaccounts'), /cluster-admin|\*/),
  known('a group of all users', binds('ClusterRole cluster-admin', 'Group system:authenticated'), /cluster-admin|\*/),
  known('a user', binds('ClusterRole cluster-admin', 'User jane'), /cluster-admin|\*/),
  known('an account of another namespace', binds('ClusterRole cluster-admin', 'ServiceAccount other/robot'), /cluster-admin|\*/),
  known('every path of the API server', operatorWith({ cluster: [{ verbs: ['get'], nonResourceURLs: ['*'] }] }, {}, '2.0.0'), /\*|every path/),
  known('every verb in permissions', operatorWith({ watched: [{ verbs: ['*'], apiGroups: [''], resources: ['configmaps'] }] }, {}, '2.0.0'), /\*/),
  known('binding a named role', operatorWith({
    cluster: [{ verbs: ['bind'], apiGroups: [RBAC], resources: ['clusterroles'], resourceNames: ['cluster-admin'] }],
  }, {}, '2.0.0'), /bind/),
  known('impersonating a named group', operatorWith({
    cluster: [{ verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['system:masters'] }],
  }, {}, '2.0.0'), /impersonate/),
];
