import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP, PACKAGES_GROUP } from './olm-group';
import type { OlmVersion } from './olm-version';
import { hasFeature } from './release-features';
import { SERVICE_ACCOUNT_NAME } from './service-account';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The colons are upstream's: it is a valid ClusterRole name, though not a DNS label. */
export const CONTROLLER_ROLE = 'system:controller:operator-lifecycle-manager';

/** How the name of the binding of that role begins; the namespace follows. */
export const CONTROLLER_BINDING_PREFIX = 'olm-operator-binding-';

/** How the names of the roles begin that add to the cluster's own. */
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

/**
 * What OLM may do. It installs whatever an operator asks for, so it may do nearly everything; `escalate` and `bind`
 * let it hand out rights that it was not given itself.
 */
export function clusterRole(version: OlmVersion): KubernetesManifest {
  return role(CONTROLLER_ROLE, [
    { apiGroups: ['*'], resources: ['*'], verbs: hasFeature(version, 'listedVerbs') ? ALL_VERBS : ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
    ...(hasFeature(version, 'accessReviews') ? ACCESS_REVIEWS : []),
  ]);
}

/** Gives OLM's ServiceAccount its rights. The namespace is part of the name, so two installations would not collide. */
export function clusterRoleBinding(settings: CompleteReleaseSettings): KubernetesManifest {
  const { namespace } = settings;
  return binding(CONTROLLER_ROLE, { name: SERVICE_ACCOUNT_NAME, namespace }, { name: `${CONTROLLER_BINDING_PREFIX}${namespace}` });
}

/** Lets everybody who may edit a namespace subscribe to operators in it, and remove them. */
export function aggregateEditRole(): KubernetesManifest {
  return role(`${AGGREGATED_ROLE_PREFIX}edit`, [
    { apiGroups: [OLM_GROUP], resources: ['subscriptions'], verbs: ['create', 'update', 'patch', 'delete'] },
    { apiGroups: [OLM_GROUP], resources: ['clusterserviceversions', 'catalogsources', 'installplans', 'subscriptions'], verbs: ['delete'] },
  ], { aggregatesTo: ['admin', 'edit'] });
}

/** Lets everybody who may view a namespace see what OLM does in it, and the packages on offer. */
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

/** Where a role holds, and to which of the cluster's own roles it adds. */
interface RoleOptions {
  /** Without it the role holds in the whole cluster. */
  readonly namespace?: string;
  readonly aggregatesTo?: readonly string[];
}

/** A role with some rights. */
export function role(name: string, rules: readonly PolicyRule[], { namespace, aggregatesTo = [] }: RoleOptions = {}): KubernetesManifest {
  const labels = Object.fromEntries(aggregatesTo.map((target) => [`${RBAC_GROUP}/aggregate-to-${target}`, 'true']));
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...(aggregatesTo.length > 0 ? { labels } : {}) },
    rules,
  };
}

/** A ServiceAccount that is given a role. */
interface Account {
  readonly name: string;
  readonly namespace: string;
}

/** What a binding is called, and where it holds. */
interface BindingOptions {
  /** Without it the binding is called as the role. */
  readonly name?: string;
  /** Without it the binding is to a ClusterRole and holds in the whole cluster. */
  readonly namespace?: string;
}

/** Gives a role to a ServiceAccount. */
export function binding(roleName: string, account: Account, options: BindingOptions = {}): KubernetesManifest {
  const { name = roleName, namespace } = options;
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: `${kind}Binding`,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    roleRef: { apiGroup: RBAC_GROUP, kind, name: roleName },
    subjects: [{ kind: 'ServiceAccount', name: account.name, namespace: account.namespace }],
  };
}
