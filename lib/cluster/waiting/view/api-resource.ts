import { groupVersion, OLM_GROUP, OLM_V1_GROUP, PACKAGES_GROUP, RBAC_GROUP } from '../../../formats/schema/api-groups';


/** Resource of the Kubernetes API, with the parts of its request paths. */
export interface ApiResource {
  /** API group, or an empty string for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural name, as in request paths. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /**
   * Set if the API server can list but not watch the resource: packageserver computes PackageManifests per request. Such a resource is listed again
   * every 30 seconds while it is needed.
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
export const OPERATOR_CONDITIONS = resource(OLM_GROUP, 'v2', 'OperatorCondition', 'operatorconditions');
export const CLUSTER_EXTENSIONS = resource(OLM_V1_GROUP, 'v1', 'ClusterExtension', 'clusterextensions', false);
export const PACKAGE_MANIFESTS: ApiResource = { ...resource(PACKAGES_GROUP, 'v1', 'PackageManifest', 'packagemanifests'), listOnly: true };
export const NAMESPACES = resource('', 'v1', 'Namespace', 'namespaces', false);
export const PODS = resource('', 'v1', 'Pod', 'pods');
export const EVENTS = resource('', 'v1', 'Event', 'events');
export const PERSISTENT_VOLUME_CLAIMS = resource('', 'v1', 'PersistentVolumeClaim', 'persistentvolumeclaims');
export const DEPLOYMENTS = resource('apps', 'v1', 'Deployment', 'deployments');
export const JOBS = resource('batch', 'v1', 'Job', 'jobs');
export const CUSTOM_RESOURCE_DEFINITIONS = resource('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'customresourcedefinitions', false);
export const SERVICES = resource('', 'v1', 'Service', 'services');
export const CLUSTER_ROLES = resource(RBAC_GROUP, 'v1', 'ClusterRole', 'clusterroles', false);
export const CLUSTER_ROLE_BINDINGS = resource(RBAC_GROUP, 'v1', 'ClusterRoleBinding', 'clusterrolebindings', false);
export const ROLE_BINDINGS = resource(RBAC_GROUP, 'v1', 'RoleBinding', 'rolebindings');
export const VALIDATING_WEBHOOKS = resource('admissionregistration.k8s.io', 'v1', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', false);
export const MUTATING_WEBHOOKS = resource('admissionregistration.k8s.io', 'v1', 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', false);
export const API_SERVICES = resource('apiregistration.k8s.io', 'v1', 'APIService', 'apiservices', false);

/** Resources of the objects in a release of OLM, for its removal. */
const PARTS_OF_OLM: readonly ApiResource[] = [
  SUBSCRIPTIONS, INSTALL_PLANS, CLUSTER_SERVICE_VERSIONS, CATALOG_SOURCES, OPERATOR_GROUPS, OPERATORS, OLM_CONFIGS, NAMESPACES, DEPLOYMENTS,
  CUSTOM_RESOURCE_DEFINITIONS, API_SERVICES,
  SERVICES,
  resource('', 'v1', 'ServiceAccount', 'serviceaccounts'),
  resource('', 'v1', 'Secret', 'secrets'),
  resource('', 'v1', 'ConfigMap', 'configmaps'),
  CLUSTER_ROLES,
  CLUSTER_ROLE_BINDINGS,
  resource(RBAC_GROUP, 'v1', 'Role', 'roles'),
  ROLE_BINDINGS,
  resource('networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies'),
  resource('policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets'),
  resource('cert-manager.io', 'v1', 'Certificate', 'certificates'),
  resource('cert-manager.io', 'v1', 'Issuer', 'issuers'),
  resource('monitoring.coreos.com', 'v1', 'ServiceMonitor', 'servicemonitors'),
  resource('monitoring.coreos.com', 'v1', 'PrometheusRule', 'prometheusrules'),
];

/** Returns the resource of a kind that releases of OLM contain, or undefined for any other kind. */
export function partOfOlm(apiVersion: string, kind: string): ApiResource | undefined {
  return PARTS_OF_OLM.find((found) => found.kind === kind && groupVersion(found) === apiVersion);
}

/** Returns plural and group, as in the name of a CustomResourceDefinition. */
export function resourceName({ plural, group }: ApiResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Returns the request path of the collection, or of one object in it. */
export function requestPath({ group, version, plural }: ApiResource, namespace?: string, name?: string): string {
  return [
    group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
    ...(namespace === undefined ? [] : ['namespaces', encodeURIComponent(namespace)]),
    plural,
    ...(name === undefined ? [] : [encodeURIComponent(name)]),
  ].join('/');
}
