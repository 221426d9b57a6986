import { OLM_GROUP, PACKAGES_GROUP } from '../../../olm/olm-group';

/** A resource of the API: what the path of a request is made of. */
export interface ApiResource {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name, as in paths. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /**
   * Set where the API server can list but not watch the resource: packages are made up at each request. The client lists them
   * when they are asked for, and again every half minute as long as they are.
   */
  readonly listOnly?: true;
}

const resource = (group: string, version: string, kind: string, plural: string, namespaced = true): ApiResource => (
  { group, version, kind, plural, namespaced }
);

export const SUBSCRIPTIONS = resource(OLM_GROUP, 'v1alpha1', 'Subscription', 'subscriptions');
export const INSTALL_PLANS = resource(OLM_GROUP, 'v1alpha1', 'InstallPlan', 'installplans');
export const CLUSTER_SERVICE_VERSIONS = resource(OLM_GROUP, 'v1alpha1', 'ClusterServiceVersion', 'clusterserviceversions');
export const CATALOG_SOURCES = resource(OLM_GROUP, 'v1alpha1', 'CatalogSource', 'catalogsources');
export const OPERATOR_GROUPS = resource(OLM_GROUP, 'v1', 'OperatorGroup', 'operatorgroups');
export const OPERATORS = resource(OLM_GROUP, 'v1', 'Operator', 'operators', false);
export const OLM_CONFIGS = resource(OLM_GROUP, 'v1', 'OLMConfig', 'olmconfigs', false);
export const PACKAGE_MANIFESTS: ApiResource = { ...resource(PACKAGES_GROUP, 'v1', 'PackageManifest', 'packagemanifests'), listOnly: true };
export const NAMESPACES = resource('', 'v1', 'Namespace', 'namespaces', false);
export const PODS = resource('', 'v1', 'Pod', 'pods');
export const EVENTS = resource('', 'v1', 'Event', 'events');
export const PERSISTENT_VOLUME_CLAIMS = resource('', 'v1', 'PersistentVolumeClaim', 'persistentvolumeclaims');
export const DEPLOYMENTS = resource('apps', 'v1', 'Deployment', 'deployments');
export const JOBS = resource('batch', 'v1', 'Job', 'jobs');
export const CUSTOM_RESOURCE_DEFINITIONS = resource('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'customresourcedefinitions', false);
export const API_SERVICES = resource('apiregistration.k8s.io', 'v1', 'APIService', 'apiservices', false);

/** What else a release of OLM is made of, so that it can be taken away. */
const PARTS_OF_OLM: readonly ApiResource[] = [
  SUBSCRIPTIONS, INSTALL_PLANS, CLUSTER_SERVICE_VERSIONS, CATALOG_SOURCES, OPERATOR_GROUPS, OPERATORS, OLM_CONFIGS, NAMESPACES, DEPLOYMENTS,
  CUSTOM_RESOURCE_DEFINITIONS, API_SERVICES,
  resource('', 'v1', 'Service', 'services'),
  resource('', 'v1', 'ServiceAccount', 'serviceaccounts'),
  resource('', 'v1', 'Secret', 'secrets'),
  resource('', 'v1', 'ConfigMap', 'configmaps'),
  resource('rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'clusterroles', false),
  resource('rbac.authorization.k8s.io', 'v1', 'ClusterRoleBinding', 'clusterrolebindings', false),
  resource('rbac.authorization.k8s.io', 'v1', 'Role', 'roles'),
  resource('rbac.authorization.k8s.io', 'v1', 'RoleBinding', 'rolebindings'),
  resource('networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies'),
  resource('policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets'),
  resource('cert-manager.io', 'v1', 'Certificate', 'certificates'),
  resource('cert-manager.io', 'v1', 'Issuer', 'issuers'),
  resource('monitoring.coreos.com', 'v1', 'ServiceMonitor', 'servicemonitors'),
  resource('monitoring.coreos.com', 'v1', 'PrometheusRule', 'prometheusrules'),
];

/** The resource of a kind that releases of OLM contain; undefined for any other kind. */
export function partOfOlm(apiVersion: string, kind: string): ApiResource | undefined {
  return PARTS_OF_OLM.find((found) => found.kind === kind && groupVersion(found) === apiVersion);
}

/** Group and version as the field `apiVersion` has them. */
export function groupVersion({ group, version }: ApiResource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Plural and group: how people and RBAC name a resource. */
export function resourceName({ plural, group }: ApiResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}
