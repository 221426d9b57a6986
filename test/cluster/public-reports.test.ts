import { explainMessage } from '../../lib/cluster';
import type { CauseName } from '../../lib/cluster/waiting/explain/known-causes';

const GITHUB = 'https://github.com/';
const OLM = 'operator-framework/operator-lifecycle-manager';

/** Messages from public reports, as their authors pasted them, and the cause that explains them. */
const REPORTS: readonly (readonly [thread: string, cause: CauseName, message: string])[] = [
  ['redhat-scholars/acs-workshop/pull/15', 'package-unknown',
    'constraints not satisfiable: no operators found in package stable in the catalog referenced by subscription rhacs-operator, subscription rhacs-operator exists'],
  ['openshift/local-storage-operator/issues/503', 'csv-without-subscription',
    'constraints not satisfiable: subscription local-storage-operator requires redhat-operator-index/openshift-marketplace/stable/local-storage-operator.v4.15.0-202410010035, subscription '
    + 'local-storage-operator exists, clusterserviceversion local-storage-operator.v4.15.0-202410010035 exists and is not referenced by a subscription, '
    + '@existing/openshift-local-storage//local-storage-operator.v4.15.0-202410010035 and redhat-operator-index/openshift-marketplace/stable/local-storage-operator.v4.15.0-202410010035 '
    + 'provide LocalVolumeDiscovery (local.storage.openshift.io/v1alpha1)'],
  ['redhat-cop/cert-utils-operator/issues/131', 'csv-without-subscription',
    'constraints not satisfiable: @existing/cert-utils-operator//cert-utils-operator.v1.3.9 and community-operators/openshift-marketplace/alpha/cert-utils-operator.v1.3.9 originate from package '
    + 'cert-utils-operator, subscription cert-utils-operator requires community-operators/openshift-marketplace/alpha/cert-utils-operator.v1.3.9, subscription cert-utils-operator exists, '
    + 'clusterserviceversion cert-utils-operator.v1.3.9 exists and is not referenced by a subscription'],
  [`${OLM}/issues/2408`, 'csv-without-subscription',
    'constraints not satisfiable: clusterserviceversion b-h22lb-stable exists and is not referenced by a subscription, @existing/b-nfb6f//b-h22lb-stable and '
    + 'catalog-7b4rq/b-nfb6f/stable/b-h22lb-stable originate from package b-h22lb, subscription b-pgdh4 requires catalog-7b4rq/b-nfb6f/stable/b-h22lb-stable, subscription b-pgdh4 exists'],
  [`${OLM}/issues/3114`, 'csv-without-subscription',
    'constraints not satisfiable: subscription ibm-management-ui requires ibm-management-catalog/openshift-marketplace/2.3-candidate/ibm-management-ui.v2.3.30-202311131931, '
    + 'clusterserviceversion ibm-management-ui.v2.3.30-202311131931 exists and is not referenced by a subscription'],
  ['openshift/operator-framework-olm/pull/842', 'catalog-unreachable',
    'failed to populate resolver cache from source <deleted-catalogsource>: failed to list bundles: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing dial '
    + 'tcp: lookup <deleted-catalogsource>.<ns>.svc on 172.....: no such host"'],
  [`${OLM}/issues/2600`, 'catalog-unreachable',
    '[error using catalog test-catalog (in namespace subscription-e2e-gcqhv): failed to list bundles: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing dial '
    + 'tcp 10.96.185.140:50051: connect: connection refused", error using catalog operatorhubio-catalog (in namespace operator-lifecycle-manager): failed to list bundles: rpc error]'],
  ['openshift/operator-framework-olm/pull/218', 'catalog-unreachable',
    'sync "subscription-e2e-m2p5f" failed: [error using catalog redhat-marketplace (in namespace openshift-marketplace): failed to list bundles: rpc error: code = Unavailable desc = connection error: '
    + 'desc = "transport: Error while dialing dial tcp 172.30.90.72:50051: connect: no route to host"'],
  ['redhat-openshift-ecosystem/certified-operators/pull/9654', 'catalog-unreachable',
    '[error using catalogsource openshift-marketplace/community-operators: failed to list bundles: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp '
    + '172.30.126.175:50051: connect: connection refused"]'],
  ['openshift/operator-framework-olm/pull/78', 'unpack-failed', 'Bundle extract Job failed with Reason: DeadlineExceeded, and Message: Job was active longer than specified deadline'],
  [`${OLM}/issues/3132`, 'pod-security',
    'couldn\'t ensure registry server - error ensuring pod: : error creating new pod: foobar-: pods "foobar-6ttkb" is forbidden: violates PodSecurity "restricted:v1.24": allowPrivilegeEscalation != false '
    + '(container "registry-server" must set securityContext.allowPrivilegeEscalation=false)'],
  [`${OLM}/issues/2057`, 'plan-failed',
    'error updating CRD: commonservices.operator.ibm.com: Operation cannot be fulfilled on customresourcedefinitions.apiextensions.k8s.io "commonservices.operator.ibm.com": the object has been modified; '
    + 'please apply your changes to the latest version and try again'],
  ['k8s-operatorhub/community-operators/pull/419', 'plan-api-missing',
    'api-server resource not found installing ServiceMonitor controller-manager-metrics-monitor: GroupVersionKind monitoring.coreos.com/v1, Kind=ServiceMonitor not found on the cluster. This API may have '
    + 'been deprecated and removed, see https://kubernetes.io/docs/reference/using-api/deprecation-guide/ for more information.'],
  ['jaegertracing/jaeger-operator/issues/1683', 'plan-api-missing',
    'api-server resource not found installing ServiceMonitor jaeger-operator-metrics-monitor: GroupVersionKind monitoring.coreos.com/v1, Kind=ServiceMonitor not found on the cluster'],
  ['redhat-cop/vault-config-operator/issues/221', 'api-missing',
    'Error: INSTALLATION FAILED: unable to build kubernetes objects from release manifest: resource mapping not found for name: "vault-config-operator-controller-manager-metrics-monitor" namespace: '
    + '"vault-config-operator" from "": no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"\nensure CRDs are installed first'],
  [`${OLM}/issues/3342`, 'plan-breaks-objects',
    'error validating existing CRs against new CRD\'s schema for "addons.tackle.konveyor.io": error validating tackle.konveyor.io/v1alpha2, Kind=Addon "openshift-mta/analyzer": updated validation is too '
    + 'restrictive: [].spec.container: Required value'],
  ['redhat-cop/namespace-configuration-operator/issues/88', 'install-mode-unsupported', 'Failed: OwnNamespace InstallModeType not supported, cannot configure to watch own namespace'],
  ['kube-green/kube-green/issues/296', 'install-mode-unsupported', 'OwnNamespace InstallModeType not supported, cannot configure to watch own namespace'],
  ['operator-framework/community-operators/issues/517', 'install-mode-unsupported', 'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces'],
  ['opendatahub-io/opendatahub-operator/issues/114', 'too-many-operator-groups', 'csv created in namespace with multiple operatorgroups, can\'t pick one automatically'],
  ['openshift-knative/serverless-operator/pull/457', 'too-many-operator-groups', 'Danger alert:Failed: csv created in namespace with multiple operatorgroups, can\'t pick one automatically'],
  [`${OLM}/issues/1063`, 'operator-group-missing', 'level=info msg="operatorgroup incorrect" csv=halkyon.v0.1.3 error="csv in namespace with no operatorgroups" id=OTXzH namespace=test phase='],
  ['operator-framework/operator-sdk/issues/4116', 'operator-group-conflict', 'csv failed: reason: "InterOperatorGroupOwnerConflict", message: "intersecting operatorgroups provide the same apis"'],
  ['cloud-native-toolkit/multi-tenancy-gitops/issues/134', 'operator-group-conflict', 'intersecting operatorgroups provide the same apis'],
  [`${OLM}/issues/2028`, 'service-account-of-another', 'Service account is not owned by this ClusterServiceVersion'],
  ['dell/csm/issues/144', 'service-account-of-another', 'Service account is owned by another ClusterServiceVersion'],
  [`${OLM}/issues/724`, 'permissions-missing', 'Policy rule not satisfied for service account'],
  ['operator-framework/community-operators/pull/485', 'kubernetes-too-old', 'version requirement not met: minKubeVersion (1.13.0) > server version (1.12.0)'],
  [`${OLM}/issues/2001`, 'csv-start-timeout', 'install timeout'],
  [`${OLM}/issues/2901`, 'api-service-unavailable',
    'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: packages.operators.coreos.com/v1: the server is currently unable to handle the request'],
  [`${OLM}/issues/3356`, 'api-service-unavailable',
    'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: packages.operators.coreos.com/v1: stale GroupVersion discovery: packages.operators.coreos.com/v1'],
  ['Azure/azure-service-operator/issues/1531', 'conversion-webhook-failed',
    'Error from server: error when creating "azuredb.yaml": conversion webhook for azure.microsoft.com/v1alpha1, Kind=AzureSqlDatabase failed: Post '
    + '"https://webhook-service.system.svc:443/convert?timeout=30s": service "webhook-service" not found'],
  ['OT-CONTAINER-KIT/redis-operator/issues/837', 'conversion-webhook-failed',
    'Error from server: conversion webhook for redis.redis.opstreelabs.in/v1beta1, Kind=Redis failed: Post "https://webhook-service.redis-operator.svc:443/convert?timeout=30s": service '
    + '"webhook-service" not found'],
  ['StarRocks/starrocks-kubernetes-operator/issues/471', 'olm-missing', 'error: the server doesn\'t have a resource type "subscription"'],
  ['rht-labs/tech-exercise/issues/296', 'api-server-unreachable',
    'one or more objects failed to apply, reason: error validating data: failed to check CRD: failed to list CRDs: the server was unable to return a response in the time allotted, but may still be '
    + 'processing the request (retried 5 times).'],
  ['fluxcd/flux2/issues/3874', 'api-missing', 'dry-run failed, error: no matches for kind "ClusterClass" in version "cluster.x-k8s.io/v1beta1'],
  ['fluxcd/flux2/issues/2743', 'plan-removes-stored-version',
    'CustomResourceDefinition/buckets.source.toolkit.fluxcd.io dry-run failed, reason: Invalid, error: CustomResourceDefinition.apiextensions.k8s.io "buckets.source.toolkit.fluxcd.io" is invalid: '
    + 'status.storedVersions[0]: Invalid value: "v1beta2": must appear in spec.versions'],
  ['pulumi/pulumi/issues/9845', 'api-missing', 'error: no matches for kind "CustomResourceDefinition" in version "apiextensions.k8s.io/v1beta1"'],
  ['keras-team/kinetic/issues/285', 'invalid-credentials',
    'error: configured Kubernetes cluster is unreachable: unable to load schema information from the API server: the server has asked for the client to provide credentials'],
  ['pulumi/pulumi-kubernetes/issues/2374', 'api-server-unreachable', 'configured Kubernetes cluster is unreachable: unable to load Kubernetes client configuration from kubeconfig file. [...]'],
  ['operator-framework/operator-controller/issues/1361', 'successor-missing', 'error upgrading from currently installed version "1.0.0": no bundles found for package "my-package" matching version "1.0.2"'],
  ['openshift/openshift-docs/pull/94408', 'extension-rights-missing',
    'pre-authorization failed: service account requires the following permissions to manage cluster extension:\nNamespace:"" APIGroups:[] Resources:[services] Verbs:[list,watch]'],
  ['IBM/cloud-operators/issues/260', 'container-crash', 'back-off 5m0s restarting failed container=manager pod=ibmcloud-operator-controller-manager-5c4d7c974b-m2z2t_ibm-common-services(8ff08114)'],
  ['apache/devlake-helm-chart/issues/355', 'access-denied',
    'Error: INSTALLATION FAILED: Unable to continue with install: could not get information about the resource ClusterRole "devlake-grafana-clusterrole" in namespace "": '
    + 'clusterroles.rbac.authorization.k8s.io "devlake-grafana-clusterrole" is forbidden: User "<my username here>" cannot get resource "clusterroles" in API group "rbac.authorization.k8s.io" at the '
    + 'cluster scope'],
];

describe('a message from a public report has its cause', () => {
  it.each(REPORTS)(`${GITHUB}%s: %s`, (_, cause, message) => {
    expect(explainMessage(message)?.cause).toBe(cause);
  });

  it('of which there are at least 40, each of another thread', () => {
    const threads = REPORTS.map(([thread]) => thread);
    expect(new Set(threads).size).toBe(threads.length);
    expect(threads.length).toBeGreaterThanOrEqual(40);
  });
});
