import { defined } from '../../../formats/json/defined';
import { OLM_GROUP, PACKAGES_GROUP, RBAC_GROUP } from '../../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';

/** Name of the ServiceAccount of both controllers and of packageserver. */
export const SERVICE_ACCOUNT_NAME = 'olm-operator-serviceaccount';

/** Name of OLM's ClusterRole. The colons are upstream's: valid for a ClusterRole, though not in a DNS label. */
export const CONTROLLER_ROLE = 'system:controller:operator-lifecycle-manager';

/** Prefix of the name of the ClusterRoleBinding, before the namespace. */
export const CONTROLLER_BINDING_PREFIX = 'olm-operator-binding-';

/** Prefix of the names of ClusterRoles that are aggregated into Kubernetes' own. */
export const AGGREGATED_ROLE_PREFIX = 'aggregate-olm-';

interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

const ALL_VERBS = ['watch', 'list', 'get', 'create', 'update', 'patch', 'delete', 'deletecollection', 'escalate', 'bind'];

const ACCESS_REVIEWS: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
];

/** Returns the ServiceAccount of OLM. */
export function serviceAccount({ namespace }: CompleteReleaseSettings): KubernetesManifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: SERVICE_ACCOUNT_NAME, namespace } };
}

/**
 * Returns OLM's ClusterRole. It allows almost everything, since OLM grants operators the permissions that they request; `escalate` and `bind`
 * let it grant permissions that it does not have.
 */
export function clusterRole(version: OlmVersion): KubernetesManifest {
  return role(CONTROLLER_ROLE, [
    { apiGroups: ['*'], resources: ['*'], verbs: hasFeature(version, 'listedVerbs') ? ALL_VERBS : ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
    ...(hasFeature(version, 'accessReviews') ? ACCESS_REVIEWS : []),
  ]);
}

/** Returns the ClusterRoleBinding of OLM's ServiceAccount. Its name contains the namespace, so two installations would not collide. */
export function clusterRoleBinding(settings: CompleteReleaseSettings): KubernetesManifest {
  const { namespace } = settings;
  return binding(CONTROLLER_ROLE, { name: SERVICE_ACCOUNT_NAME, namespace }, { name: `${CONTROLLER_BINDING_PREFIX}${namespace}` });
}

/** Returns the ClusterRole that lets editors of a namespace subscribe to operators and remove them. */
export function aggregateEditRole(): KubernetesManifest {
  return role(`${AGGREGATED_ROLE_PREFIX}edit`, [
    { apiGroups: [OLM_GROUP], resources: ['subscriptions'], verbs: ['create', 'update', 'patch', 'delete'] },
    { apiGroups: [OLM_GROUP], resources: ['clusterserviceversions', 'catalogsources', 'installplans', 'subscriptions'], verbs: ['delete'] },
  ], { aggregatesTo: ['admin', 'edit'] });
}

/** Returns the ClusterRole that lets viewers of a namespace see OLM's objects and the available packages. */
export function aggregateViewRole(): KubernetesManifest {
  const verbs = ['get', 'list', 'watch'];
  return role(`${AGGREGATED_ROLE_PREFIX}view`, [
    {
      apiGroups: [OLM_GROUP],
      resources: ['clusterserviceversions', 'catalogsources', 'installplans', 'subscriptions', 'operatorgroups'],
      verbs,
    },
    { apiGroups: [PACKAGES_GROUP], resources: ['packagemanifests', 'packagemanifests/icon'], verbs },
  ], { aggregatesTo: ['admin', 'edit', 'view'] });
}

/** Scope of a role, and aggregation into Kubernetes' own roles. */
interface RoleOptions {
  /** Namespace of the role, or undefined for a ClusterRole. */
  readonly namespace?: string;
  readonly aggregatesTo?: readonly string[];
}

/** Returns a ClusterRole, or a Role if it has a namespace. */
export function role(name: string, rules: readonly PolicyRule[], { namespace, aggregatesTo = [] }: RoleOptions = {}): KubernetesManifest {
  const labels = Object.fromEntries(aggregatesTo.map((target) => [`${RBAC_GROUP}/aggregate-to-${target}`, 'true']));
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...defined({ namespace }), ...(aggregatesTo.length > 0 ? { labels } : {}) },
    rules,
  };
}

/** ServiceAccount to bind a role to. */
interface Account {
  readonly name: string;
  readonly namespace: string;
}

/** Name and scope of a binding. */
interface BindingOptions {
  /** Name of the binding. @default - the name of the role */
  readonly name?: string;
  /** Namespace of the binding, or undefined for a ClusterRoleBinding. */
  readonly namespace?: string;
}

/** Returns the binding of a role to a ServiceAccount. */
export function binding(roleName: string, account: Account, options: BindingOptions = {}): KubernetesManifest {
  const { name = roleName, namespace } = options;
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: `${kind}Binding`,
    metadata: { name, ...defined({ namespace }) },
    roleRef: { apiGroup: RBAC_GROUP, kind, name: roleName },
    subjects: [{ kind: 'ServiceAccount', name: account.name, namespace: account.namespace }],
  };
}
