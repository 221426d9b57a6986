import type { CauseName } from '../../lib/cluster/waiting/explain/known-causes';

/** Who prints a message. */
export type MessageAuthor = 'OLM' | 'Kubernetes' | 'Argo CD' | 'Flux' | 'Pulumi';

/** Message as its author prints it, for an operator `plain` in the namespace `shop`. */
export interface LiteralMessage {
  readonly by: MessageAuthor;
  readonly message: string;
}

const by = (author: MessageAuthor) => (...messages: string[]): LiteralMessage[] => messages.map((message) => ({ by: author, message }));
const [olm, kubernetes, argo, flux, pulumi] = (['OLM', 'Kubernetes', 'Argo CD', 'Flux', 'Pulumi'] as const).map(by) as [
  ReturnType<typeof by>, ReturnType<typeof by>, ReturnType<typeof by>, ReturnType<typeof by>, ReturnType<typeof by>,
];

/** Error of Pulumi about a kind that the API server does not serve. */
const PULUMI_MISSING = 'creation of resource "urn:pulumi:dev::shop::kubernetes:apiextensions.k8s.io:CustomResource::plain" failed because the Kubernetes API server reported that '
  + 'the apiVersion for this resource does not exist. Verify that any required CRDs have been created: ';

/** Beginning of the error of operator-controller about a bundle. */
const OF_BUNDLE = 'error for resolved bundle "plain.v0.2.0" with version "0.2.0": ';

/** Messages of OLM, Kubernetes, Argo CD, Flux and Pulumi that each cause explains. A test feeds them to `explainMessage`. */
export const LITERAL_MESSAGES: { readonly [cause in CauseName]?: readonly LiteralMessage[] } = {
  'access-denied': kubernetes('subscriptions.operators.coreos.com is forbidden: User "ci" cannot list resource "subscriptions" in API group "operators.coreos.com" in the namespace "shop"'),
  'invalid-credentials': [
    ...kubernetes('error: You must be logged in to the server (Unauthorized)'),
    ...pulumi('configured Kubernetes cluster is unreachable: unable to load schema information from the API server: the server has asked for the client to provide credentials'),
  ],
  'api-server-unreachable': [
    ...kubernetes('Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout', 'The connection to the server localhost:8080 was refused - did you specify the right host or port?'),
    ...argo('failed to list CRDs: the server was unable to return a response in the time allotted, but may still be processing the request'),
    ...pulumi('configured Kubernetes cluster is unreachable: unable to load Kubernetes client configuration from kubeconfig file'),
  ],
  'request-rejected': [
    ...kubernetes('admission webhook "policy.example" denied the request: no'),
    ...flux('Subscription/shop/plain dry-run failed (Forbidden): admission webhook "policy.example" denied the request: no'),
  ],
  'namespace-missing': [...kubernetes('namespaces "shop" not found'), ...flux('Subscription/shop/plain dry-run failed (NotFound): namespaces "shop" not found')],
  'namespace-terminating': kubernetes('subscriptions.operators.coreos.com "plain" is forbidden: unable to create new content in namespace shop because it is being terminated'),
  'olm-missing': [
    ...kubernetes('no matches for kind "Subscription" in version "operators.coreos.com/v1alpha1"', 'error: the server doesn\'t have a resource type "subscriptions"'),
    ...argo('The Kubernetes API could not find operators.coreos.com/Subscription for requested resource shop/plain. Make sure the "Subscription" CRD is installed on the destination cluster.'),
    ...flux('Subscription/shop/plain dry-run failed: no matches for kind "Subscription" in version "operators.coreos.com/v1alpha1"'),
    ...pulumi(`${PULUMI_MISSING}no matches for kind "Subscription" in version "operators.coreos.com/v1alpha1"`),
  ],
  'olm-exists': olm('OLM is already installed in olm namespace. Exiting...', 'detected existing OLM resources: OLM must be completely uninstalled before installation'),
  'object-missing': kubernetes('catalogsources.operators.coreos.com "cat" not found'),
  'api-service-unavailable': kubernetes(
    'unable to retrieve the complete list of server APIs: packages.operators.coreos.com/v1: the server is currently unable to handle the request',
    'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: packages.operators.coreos.com/v1: stale GroupVersion discovery: packages.operators.coreos.com/v1',
  ),
  'conversion-webhook-failed': [
    ...kubernetes('conversion webhook for plain.test/v1, Kind=Plain failed: Post "https://plain-service.shop.svc:443/convert?timeout=30s": service "plain-service" not found'),
    ...argo('Failed to load live state: failed to list resources: conversion webhook for plain.test/v1, Kind=Plain failed: Post "https://plain-service.shop.svc:443/convert?timeout=30s": no endpoints available'),
  ],
  'crd-not-established': olm('CRD is present but the Established condition is False (not available)'),
  'crd-names-conflict': kubernetes('"Plain" is already in use'),
  'crd-version-not-served': olm('CRD version not served'),

  'subscription-missing': kubernetes('subscriptions.operators.coreos.com "plain" not found'),
  'operator-group-missing': olm('csv in namespace with no operatorgroups', 'expected 1 OperatorGroup in the namespace, found 0', 'attenuated service account query failed - no operator group found that is managing this namespace'),
  'too-many-operator-groups': olm(
    "csv created in namespace with multiple operatorgroups, can't pick one automatically", 'expected 1 OperatorGroup in the namespace, found 2',
    'attenuated service account query failed - more than one operator group(s) are managing this namespace count=2',
  ),
  'operator-group-service-account': olm('attenuated service account query failed - please make sure the service account exists. sa=installer operatorgroup=shop/og'),
  'catalog-missing': olm('targeted catalogsource olm/cat missing'),
  'catalog-invalid': olm('image and address unset: at least one must be set for sourcetype: grpc'),
  'catalog-unreachable': olm(
    'error using catalogsource olm/cat: failed to list bundles: rpc error: code = Unavailable desc = connection error', 'no registry client established for catalogsource olm/cat',
    'failed to populate resolver cache from source cat/olm: failed to list bundles: rpc error: code = Unavailable desc = connection error',
    'constraints not satisfiable: no operators found from catalog cat in namespace olm referenced by subscription plain, subscription plain exists', 'targeted catalogsource olm/cat unhealthy',
  ),
  'package-unknown': olm('constraints not satisfiable: no operators found in package plain in the catalog referenced by subscription plain, subscription plain exists'),
  'channel-unknown': olm('constraints not satisfiable: no operators found in channel alfa of package plain in the catalog referenced by subscription plain, subscription plain exists'),
  'version-unknown': olm('constraints not satisfiable: no operators found with name plain.v9 in channel alpha of package plain in the catalog referenced by subscription plain, subscription plain exists'),
  'dependency-missing': olm(
    'constraints not satisfiable: bundle plain.v0.2.0 requires an operator providing an API with group: store.test, version: v1, kind: Backup, subscription plain exists',
    'constraints not satisfiable: bundle plain.v0.2.0 requires an operator with package: store and with version in range: >1.0.0, subscription plain exists',
  ),
  'csv-without-subscription': olm('constraints not satisfiable: clusterserviceversion plain.v0.2.0 exists and is not referenced by a subscription, subscription plain exists'),
  'constraints-not-satisfiable': olm('constraints not satisfiable: no operators found matching the criteria of subscription plain, subscription plain exists'),
  'package-conflict': olm('constraints not satisfiable: cat/olm/alpha/plain.v0.1.0 and cat/olm/beta/plain.v0.2.0 originate from package plain, subscription plain exists'),
  'bundle-deprecated': olm('constraints not satisfiable: bundle cat/olm/alpha/plain.v0.2.0 is deprecated, subscription plain exists'),
  'channel-invalid': olm(
    'no channel heads (entries not replaced by another entry) found in channel "alpha" of package "plain"',
    'a cycle exists in the chain of replacement beginning with "plain.v0.2.0" in channel "alpha" of package "plain"',
    'a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel "alpha" of package "plain": a...b, c...d',
  ),
  'unpack-failed': olm('bundle unpacking failed. Reason: DeadlineExceeded, and Message: Job was active longer than specified deadline'),
  unpacking: olm('unpack job not completed', 'unpack job not yet started'),

  'plan-failed': olm('error updating CRD "plains.test": Operation cannot be fulfilled on customresourcedefinitions.apiextensions.k8s.io "plains.test": the object has been modified; please apply your changes to the latest version and try again'),
  'plan-retrying': olm('retrying execution due to error: Internal error occurred: failed calling webhook "policy.example"'),
  'plan-forbidden': olm(
    'retrying execution due to error: error creating clusterrole plain: clusterroles.rbac.authorization.k8s.io is forbidden: User "system:serviceaccount:shop:installer" cannot create resource "clusterroles"',
  ),
  'plan-api-missing': olm('api-server resource not found installing ServiceMonitor plain: GroupVersionKind monitoring.coreos.com/v1, Kind=ServiceMonitor not found on the cluster. This API may have been deprecated and removed'),
  'api-missing': [
    ...kubernetes('resource mapping not found for name: "plain" namespace: "shop" from "": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"'),
    ...argo('The Kubernetes API could not find monitoring.coreos.com/ServiceMonitor for requested resource shop/plain. Make sure the "ServiceMonitor" CRD is installed on the destination cluster.'),
    ...flux('ServiceMonitor/shop/plain dry-run failed: no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"'),
    ...pulumi(`${PULUMI_MISSING}no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"`),
  ],
  'kind-unsupported': olm('the given InstallPlan is invalid'),
  'plan-breaks-objects': olm(
    'error validating existing CRs against new CRD\'s schema for "plains.test": error validating plain.test/v1, Kind=Plain "shop/a": updated validation is too restrictive: [].spec.size: Required value',
  ),
  'plan-removes-stored-version': [
    ...olm('risk of data loss updating "plains.test": new CRD removes version v1alpha1 that is listed as a stored version on the existing CRD'),
    ...kubernetes('CustomResourceDefinition.apiextensions.k8s.io "plains.test" is invalid: status.storedVersions[0]: Invalid value: "v1alpha1": must appear in spec.versions'),
    ...flux('CustomResourceDefinition/plains.test dry-run failed (Invalid): CustomResourceDefinition.apiextensions.k8s.io "plains.test" is invalid: status.storedVersions[0]: Invalid value: "v1alpha1": must appear in spec.versions'),
  ],
  'install-mode-unsupported': olm(
    'OwnNamespace InstallModeType not supported, cannot configure to watch own namespace', 'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces',
    'no targetNamespaces are matched operatorgroups namespace selection', 'csv missing olm.targetNamespaces annotation',
  ),
  'operator-group-conflict': olm('intersecting operatorgroups provide the same apis', 'static provided api operatorgroup cannot be modified by these apis'),
  'api-owned-by-another': olm(
    'pre-existing CRD owners found for owned CRD(s) of dependent CSV plain.v0.2.0',
    'constraints not satisfiable: @existing/shop//other.v1.0.0 and cat/olm/alpha/plain.v0.2.0 provide Plain (plain.test/v1), subscription plain exists',
  ),
  'kubernetes-too-old': olm('CSV version requirement not met: minKubeVersion (1.40.0) > server version (1.34.4)'),
  'min-kube-version-invalid': olm('CSV version parsing error'),
  'kubernetes-version-unknown': olm('Server version discovery error', 'Server version parsing error'),
  'required-crd-missing': olm('CRD is not present'),
  'crd-of-replaced-version': olm('CRD installed alongside other CSV(s): plain.v0.1.0'),
  'native-api-missing': olm('Native API does not exist'),
  'service-account-missing': olm('Service account does not exist'),
  'service-account-of-another': olm('Service account is owned by another ClusterServiceVersion'),
  'permissions-missing': olm('Policy rule not satisfied for service account'),
  'csv-invalid': olm('install strategy invalid: no install strategy', 'CSV contains repeated WebhookDescription name'),
  'csv-component-failed': olm('InstallComponentFailedNoRetry'),
  'csv-failed': olm('install strategy failed: Deployment.apps "plain" is invalid: spec.template: Required value', 'APIService install failed: forbidden'),
  'csv-start-timeout': olm('install timeout', 'install failed: deployment plain not ready before timeout: deployment "plain" exceeded its progress deadline'),
  'upgrade-blocked': olm('operator is not upgradeable: the operator is not upgradeable: migrating', 'operator is not upgradeable: the operatorcondition status "Upgradeable"="True" is outdated'),

  'olm-v1-missing': [
    ...kubernetes('no matches for kind "ClusterExtension" in version "olm.operatorframework.io/v1"'),
    ...flux('ClusterExtension/plain dry-run failed: no matches for kind "ClusterExtension" in version "olm.operatorframework.io/v1"'),
  ],
  'extension-invalid': olm('desired version range "^" is invalid: improper constraint: ^'),
  'cluster-catalog-not-served': olm('error walking catalogs: error getting package "plain" from catalog "cat": cache for catalog "cat" not found'),
  'catalog-image-invalid': olm('source catalog content: error unpacking image: catalog image is missing the required label "operators.operatorframework.io.index.configs.v1"'),
  'catalogs-ambiguous': olm('found bundles for package "plain" in multiple catalogs with the same priority [a b]'),
  'bundle-not-found': olm('no bundles found for package "plain" matching version "9.0.0"'),
  'bundle-unsupported': olm(`${OF_BUNDLE}unsupported bundle: bundle does not support AllNamespaces install mode`),
  'successor-missing': olm('error upgrading from currently installed version "0.1.0": no bundles found for package "plain" matching version "0.3.0"'),
  'image-not-found': olm('source catalog content: error creating image source: reading manifest 9 in registry.test/cat: manifest unknown'),
  'image-unauthorized': olm('source catalog content: error creating image source: reading manifest 1 in registry.test/cat: unauthorized: authentication required'),
  'image-reference-invalid': olm('source catalog content: terminal error: error parsing image reference "Cat:1": invalid reference format'),
  'registry-untrusted': olm('source catalog content: error creating image source: pinging container registry registry.test: tls: failed to verify certificate: x509: certificate signed by unknown authority'),
  'registry-unreachable': olm('source catalog content: error creating image source: pinging container registry registry.test: dial tcp: lookup registry.test: no such host'),
  'extension-account-missing': olm('installation cannot proceed due to missing ServiceAccount', 'service account "installer" not found in namespace "shop"'),
  'extension-rights-missing': olm(`${OF_BUNDLE}pre-authorization failed: service account requires the following permissions to manage cluster extension:`),
  'crd-upgrade-unsafe': olm(`${OF_BUNDLE}validating upgrade for CRD "plains.test" failed: CustomResourceDefinition plains.test failed upgrade safety validation.`),
  'object-owned-by-another': olm(`${OF_BUNDLE}ConfigMap "plain" already exists in namespace "shop" and cannot be managed by operator-controller`),

  'cert-manager-missing': [
    ...kubernetes('no matches for kind "Certificate" in version "cert-manager.io/v1"'),
    ...flux('Certificate/shop/plain dry-run failed: no matches for kind "Certificate" in version "cert-manager.io/v1"'),
  ],
  'webhook-unreachable': [
    ...kubernetes('Internal error occurred: failed calling webhook "plain.test": failed to call webhook: Post "https://plain.shop.svc:443/validate?timeout=10s": no endpoints available for service "plain"'),
    ...flux('Plain/shop/a dry-run failed (InternalError): Internal error occurred: failed calling webhook "plain.test": failed to call webhook: Post "https://plain.shop.svc:443/validate?timeout=10s": no endpoints available for service "plain"'),
  ],
  'rukpak-missing': kubernetes('no matches for kind "BundleDeployment" in version "core.rukpak.io/v1alpha2"'),

  'pod-security': kubernetes('pods "plain-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true'),
  'quota-exceeded': kubernetes('pods "plain-1" is forbidden: exceeded quota: small, requested: pods=1, used: pods=4, limited: pods=4'),
  'image-pull-failed': kubernetes('Back-off pulling image "registry.test/plain:1"', 'ErrImagePull'),
  unschedulable: kubernetes('0/3 nodes are available: 3 Insufficient cpu.'),
  'node-label-missing': kubernetes("0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector."),
  'container-crash': kubernetes('back-off 5m0s restarting failed container=manager pod=plain-1_shop(0)', 'CrashLoopBackOff'),
  'out-of-memory': kubernetes('OOMKilled'),
  'container-config-invalid': kubernetes('secret "plain" not found', 'CreateContainerConfigError'),
  'pod-not-ready': kubernetes('Readiness probe failed: HTTP probe failed with statuscode: 500'),

  'crd-cleanup-delayed': kubernetes('could not list instances: storage is (re)initializing'),
  'namespace-stuck': kubernetes('Some content in the namespace has finalizers remaining: plain.test/finalizer in 1 resource instances', 'Some resources are remaining: plains.test has 1 resource instances'),
};

/** Causes without a message of their own: what is observed is a state, which nothing reports in words. */
export const STATES: readonly CauseName[] = [
  'not-inspected', 'olm-elsewhere', 'olm-not-running', 'object-outdated', 'olm-config-ignored', 'several-csvs-without-subscription', 'package-subscribed-twice',
  'subscription-of-another-package', 'resolution-outdated', 'resolution-error', 'no-upgrade-path', 'newer-version-installed', 'plan-not-allowed', 'upgrade-plan-exceeded',
  'upgrade-plan-out-of-order', 'plan-not-owned', 'plan-requires-approval', 'csv-missing', 'owned-crd-missing', 'required-api-service-missing', 'requirement-missing', 'requirement-outdated',
  'upgrade-from-failed', 'olm-v1-idle', 'olm-v1-retrying', 'olm-v1-blocked', 'rollout-deadline-exceeded', 'revision-unavailable', 'cluster-catalog-missing', 'cluster-catalog-disabled',
  'certificate-not-ready', 'ca-not-injected', 'rukpak-idle', 'rukpak-unpack-failed', 'rukpak-bundle-unsupported', 'rukpak-content-unreadable', 'rukpak-install-failed',
  'rukpak-release-too-large', 'rukpak-crd-upgrade-unsafe', 'rukpak-object-exists', 'rukpak-unhealthy', 'deployment-missing', 'deployment-outdated', 'deployment-unavailable', 'pods-rejected',
  'operands-remaining', 'operands-at-risk', 'operators-remaining', 'finalizers-remaining', 'deletion-pending', 'warning-event', 'unexplained',
];
