import {
  API_SERVICES, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, EVENTS, INSTALL_PLANS,
  JOBS, NAMESPACES, OLM_CONFIGS, OPERATOR_GROUPS, OPERATORS, PACKAGE_MANIFESTS, partOfOlm, PERSISTENT_VOLUME_CLAIMS, PODS, requestPath,
  resourceName, SUBSCRIPTIONS,
} from '../../../../lib/cluster/waiting/view/api-resource';
import { groupVersion } from '../../../../lib/formats/schema/api-groups';

const OLM = '/apis/operators.coreos.com';

test.each([
  [SUBSCRIPTIONS, `${OLM}/v1alpha1/subscriptions`, true], [INSTALL_PLANS, `${OLM}/v1alpha1/installplans`, true],
  [CLUSTER_SERVICE_VERSIONS, `${OLM}/v1alpha1/clusterserviceversions`, true], [CATALOG_SOURCES, `${OLM}/v1alpha1/catalogsources`, true],
  [OPERATOR_GROUPS, `${OLM}/v1/operatorgroups`, true], [OPERATORS, `${OLM}/v1/operators`, false], [OLM_CONFIGS, `${OLM}/v1/olmconfigs`, false],
  [CLUSTER_EXTENSIONS, '/apis/olm.operatorframework.io/v1/clusterextensions', false],
  [PACKAGE_MANIFESTS, '/apis/packages.operators.coreos.com/v1/packagemanifests', true], [NAMESPACES, '/api/v1/namespaces', false],
  [PODS, '/api/v1/pods', true], [EVENTS, '/api/v1/events', true], [PERSISTENT_VOLUME_CLAIMS, '/api/v1/persistentvolumeclaims', true],
  [DEPLOYMENTS, '/apis/apps/v1/deployments', true], [JOBS, '/apis/batch/v1/jobs', true],
  [CUSTOM_RESOURCE_DEFINITIONS, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', false],
  [API_SERVICES, '/apis/apiregistration.k8s.io/v1/apiservices', false],
])('$kind has its request path', (resource, path, namespaced) => {
  expect(requestPath(resource)).toBe(path);
  expect(resource.namespaced).toBe(namespaced);
});

test('a request path contains the namespace and the name', () => {
  expect(requestPath(PODS, 'demo', 'a b')).toBe('/api/v1/namespaces/demo/pods/a%20b');
  expect(requestPath(NAMESPACES, undefined, 'demo')).toBe('/api/v1/namespaces/demo');
});

test('only packages cannot be watched', () => {
  expect([PACKAGE_MANIFESTS.listOnly, SUBSCRIPTIONS.listOnly]).toEqual([true, undefined]);
});

test.each([
  ['operators.coreos.com/v1alpha1', 'Subscription', 'subscriptions.operators.coreos.com', true],
  ['operators.coreos.com/v1', 'OLMConfig', 'olmconfigs.operators.coreos.com', false], ['v1', 'Namespace', 'namespaces', false],
  ['apps/v1', 'Deployment', 'deployments.apps', true], ['v1', 'Service', 'services', true], ['v1', 'ServiceAccount', 'serviceaccounts', true],
  ['v1', 'Secret', 'secrets', true], ['v1', 'ConfigMap', 'configmaps', true],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles.rbac.authorization.k8s.io', false],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings.rbac.authorization.k8s.io', false],
  ['rbac.authorization.k8s.io/v1', 'Role', 'roles.rbac.authorization.k8s.io', true],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings.rbac.authorization.k8s.io', true],
  ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies.networking.k8s.io', true],
  ['policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets.policy', true], ['cert-manager.io/v1', 'Certificate', 'certificates.cert-manager.io', true],
  ['cert-manager.io/v1', 'Issuer', 'issuers.cert-manager.io', true],
  ['monitoring.coreos.com/v1', 'ServiceMonitor', 'servicemonitors.monitoring.coreos.com', true],
  ['monitoring.coreos.com/v1', 'PrometheusRule', 'prometheusrules.monitoring.coreos.com', true],
])('a release of OLM can contain %s %s', (apiVersion, kind, name, namespaced) => {
  const resource = partOfOlm(apiVersion, kind)!;
  expect([groupVersion(resource), resource.kind, resourceName(resource), resource.namespaced]).toEqual([apiVersion, kind, name, namespaced]);
});

test('a release of OLM contains no other kinds or versions', () => {
  expect([partOfOlm('v1', 'Pod'), partOfOlm('apps/v1beta1', 'Deployment')]).toEqual([undefined, undefined]);
});
