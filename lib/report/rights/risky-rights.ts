import { OLM_GROUP, OLM_V1_GROUP, RBAC_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { RbacRiskKind, RiskSeverity } from './rbac-rule';

/** A risky right, with what a rule must allow to grant it. */
export interface RiskyRight {
  readonly kind: RbacRiskKind;

  /** Severity in the whole cluster. */
  readonly severity: RiskSeverity;

  /** Resources, any of which is sufficient, followed by a dot and the group unless it is the core group. A subresource `*` is any subresource. */
  readonly resources: readonly string[];

  /** Verbs, any of which is sufficient. */
  readonly verbs: readonly string[];

  /**
   * Names for which a rule that is limited to names also counts.
   *
   * @default - none: only a rule for all names counts
   */
  readonly names?: RegExp;

  /** Whether only a rule that is limited to names counts. @default false */
  readonly onlyNamed?: true;

  /** Whether the resources are cluster-scoped, so that a role in one namespace does not grant the right. @default false */
  readonly clusterScoped?: true;

  readonly reason: string;
}

const { HIGH, MEDIUM, LOW } = RiskSeverity;
const CREATE_OR_CHANGE = ['create', 'update', 'patch'];
const CHANGE = ['update', 'patch'];
const WRITE = [...CREATE_OR_CHANGE, 'delete', 'deletecollection'];
const CONNECT = ['create', 'get', 'update', 'patch', 'delete'];

const ANY_NAME = /^/;

/** Roles of Kubernetes, which others rely on. */
const ROLES_OF_KUBERNETES = /^(cluster-admin|admin|edit|view|system:.*)$/;

/** ConfigMaps that decide who may log in and with which rights, and those of control plane and DNS. */
const POWERFUL_CONFIG_MAPS = /^(aws-auth|coredns|kube-proxy|kubeadm-config|extension-apiserver-authentication)$/;

/** Signers of Kubernetes, whose certificates its components trust. */
const SIGNERS_OF_KUBERNETES = /^kubernetes\.io\//;

/** SecurityContextConstraints of OpenShift that allow no more than an ordinary pod may do. */
const HARMLESS_CONSTRAINTS = '(restricted|restricted-v2|restricted-v3|nested-container|nonroot|nonroot-v2)$';
const ROOT_ON_NODE = '(privileged|hostaccess|hostmount-anyuid|hostmount-anyuid-v2|node-exporter|hostnetwork|hostnetwork-v2)$';

function inGroup(group: string, ...resources: string[]): string[] {
  return resources.map((resource) => `${resource}.${group}`);
}

const WORKLOADS = [
  'pods', 'replicationcontrollers', ...inGroup('apps', 'deployments', 'daemonsets', 'statefulsets', 'replicasets'), ...inGroup('batch', 'jobs', 'cronjobs'),
  ...inGroup('apps.openshift.io', 'deploymentconfigs'),
];

const WEBHOOKS = inGroup('admissionregistration.k8s.io', 'mutatingwebhookconfigurations', 'validatingwebhookconfigurations', 'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings', 'validatingadmissionpolicies', 'validatingadmissionpolicybindings');

/**
 * Rights with which an account can get more rights, or harm others: the list of Kubernetes' good practices, and what public scanners look for, as far
 * as it is a right (rather than a setting of a pod). Not listed is what nearly every account may do and what only ends programs: reading of objects
 * besides Secrets, writing Ingresses and Services' selectors in own namespaces, deleting pods.
 *
 * @see https://kubernetes.io/docs/concepts/security/rbac-good-practices/
 * @see https://github.com/aquasecurity/trivy-checks (KSV041 to KSV056, KSV111 to KSV115)
 * @see https://github.com/PaloAltoNetworks/rbac-police
 * @see https://github.com/cyberark/KubiScan
 * @see https://github.com/kubescape/regolibrary
 */
export const RISKY_RIGHTS: readonly RiskyRight[] = [
  {
    kind: RbacRiskKind.ESCALATE, severity: HIGH, resources: inGroup(RBAC_GROUP, 'clusterroles', 'roles'), verbs: ['escalate'], names: ANY_NAME,
    reason: 'may add rights to roles that it does not have itself',
  },
  {
    kind: RbacRiskKind.BIND, severity: HIGH, resources: inGroup(RBAC_GROUP, 'clusterroles', 'roles'), verbs: ['bind'], names: ANY_NAME,
    reason: 'may bind roles with rights that it does not have, to itself and others',
  },
  {
    kind: RbacRiskKind.IMPERSONATE,
    severity: HIGH,
    resources: [
      'users', 'groups', 'serviceaccounts', ...inGroup('authentication.k8s.io', 'users', 'groups', 'serviceaccounts', 'uids', 'userextras', 'userextras/*'),
    ],
    verbs: ['impersonate', 'impersonate:user-info', 'impersonate:serviceaccount', 'impersonate:arbitrary-node'],
    names: ANY_NAME,
    reason: 'may act as other users, with all their rights',
  },
  {
    kind: RbacRiskKind.RBAC_WRITES, severity: MEDIUM, resources: inGroup(RBAC_GROUP, 'clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'), verbs: CREATE_OR_CHANGE,
    names: ROLES_OF_KUBERNETES, reason: 'may pass on its own rights',
  },
  {
    kind: RbacRiskKind.SERVICE_ACCOUNT_TOKENS, severity: HIGH, resources: ['serviceaccounts/token'], verbs: ['create'],
    reason: 'may create tokens of service accounts, and use all their rights',
  },
  {
    kind: RbacRiskKind.SECRETS_READ, severity: HIGH, resources: ['secrets'], verbs: ['get', 'list', 'watch'],
    reason: 'may read every Secret there, including passwords, keys and tokens of others',
  },
  {
    kind: RbacRiskKind.SECRETS_WRITE, severity: MEDIUM, resources: ['secrets'], verbs: CREATE_OR_CHANGE,
    reason: 'may replace passwords and keys of others, and have tokens of service accounts written into Secrets',
  },
  {
    kind: RbacRiskKind.WORKLOAD_WRITES, severity: HIGH, resources: WORKLOADS, verbs: CREATE_OR_CHANGE,
    reason: 'may run pods with any ServiceAccount and any Secret there, and on the node itself unless admission prevents it',
  },
  {
    kind: RbacRiskKind.PODS_EXEC, severity: HIGH, resources: ['pods/exec', 'pods/attach'], verbs: ['create', 'get'],
    reason: 'may run programs in any pod there',
  },
  {
    kind: RbacRiskKind.EPHEMERAL_CONTAINERS, severity: HIGH, resources: ['pods/ephemeralcontainers'], verbs: CHANGE,
    reason: 'may run programs in any pod there, in containers that it adds',
  },
  {
    kind: RbacRiskKind.POD_CONNECTIONS, severity: MEDIUM, resources: ['pods/portforward', 'pods/proxy', 'services/proxy'], verbs: CONNECT,
    reason: 'may connect to any pod there through the API server, which no NetworkPolicy prevents',
  },
  {
    kind: RbacRiskKind.NODES_PROXY, severity: HIGH, resources: ['nodes/proxy'], verbs: CONNECT, clusterScoped: true,
    reason: 'may use the kubelet API, which runs programs in every pod of a node, bypassing admission and audit',
  },
  {
    kind: RbacRiskKind.NODE_WRITES, severity: MEDIUM, resources: ['nodes', 'nodes/status'], verbs: WRITE, clusterScoped: true,
    reason: 'may change, taint and remove nodes, and with them decide where pods of others run',
  },
  {
    kind: RbacRiskKind.NODE_CONFIGURATION_WRITES, severity: HIGH, clusterScoped: true,
    resources: inGroup('machineconfiguration.openshift.io', 'machineconfigs', 'kubeletconfigs', 'containerruntimeconfigs'), verbs: CREATE_OR_CHANGE,
    reason: 'may change files and run programs as root on nodes of OpenShift',
  },
  {
    kind: RbacRiskKind.PERSISTENT_VOLUME_WRITES, severity: HIGH, resources: ['persistentvolumes'], verbs: CREATE_OR_CHANGE, clusterScoped: true,
    reason: 'may create volumes with any path of a node, which admission does not see in pods',
  },
  {
    kind: RbacRiskKind.NAMESPACE_WRITES, severity: MEDIUM, resources: ['namespaces'], verbs: CHANGE,
    reason: 'may change labels of namespaces, and with them Pod Security Standards, and who is selected by NetworkPolicies',
  },
  {
    kind: RbacRiskKind.CRD_WRITES, severity: MEDIUM, resources: ['customresourcedefinitions.apiextensions.k8s.io'], verbs: WRITE, clusterScoped: true,
    reason: 'may change or delete CustomResourceDefinitions, and with them all objects of their kinds',
  },
  {
    kind: RbacRiskKind.WEBHOOK_WRITES, severity: HIGH, resources: WEBHOOKS, verbs: WRITE, clusterScoped: true,
    reason: 'may configure webhooks that see, change or block requests to the API server, including those with Secrets',
  },
  {
    // A configuration with any name can intercept all requests.
    kind: RbacRiskKind.WEBHOOK_WRITES, severity: HIGH, resources: WEBHOOKS, verbs: CHANGE, names: ANY_NAME, clusterScoped: true,
    reason: 'may configure webhooks that see, change or block requests to the API server, including those with Secrets',
  },
  {
    kind: RbacRiskKind.API_SERVICE_WRITES, severity: HIGH, resources: ['apiservices.apiregistration.k8s.io'], verbs: WRITE, clusterScoped: true,
    reason: 'may take over whole API groups of the API server',
  },
  {
    kind: RbacRiskKind.CERTIFICATE_APPROVAL, severity: HIGH, resources: ['certificatesigningrequests/approval.certificates.k8s.io'], verbs: CHANGE, clusterScoped: true,
    reason: 'may approve certificate requests, which allow others to log in',
  },
  {
    kind: RbacRiskKind.CERTIFICATE_APPROVAL, severity: HIGH, resources: ['signers.certificates.k8s.io'], verbs: ['approve', 'sign', 'attest'], names: SIGNERS_OF_KUBERNETES,
    clusterScoped: true, reason: 'may approve or sign certificates, with which others can log in',
  },
  {
    kind: RbacRiskKind.OPERATOR_WRITES,
    severity: HIGH,
    resources: [
      ...inGroup(OLM_GROUP, 'subscriptions', 'clusterserviceversions', 'catalogsources', 'installplans', 'operatorgroups'),
      ...inGroup(OLM_V1_GROUP, 'clusterextensions', 'clustercatalogs'), ...inGroup(RUKPAK_GROUP, 'bundledeployments', 'bundles'),
    ],
    verbs: CREATE_OR_CHANGE,
    reason: 'may install operators, which OLM gives any rights',
  },
  {
    kind: RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, severity: HIGH, resources: inGroup('security.openshift.io', 'securitycontextconstraints'), verbs: ['use'],
    names: new RegExp(`^${ROOT_ON_NODE}`), reason: 'may run pods with access to the node on OpenShift, which others cannot',
  },
  {
    kind: RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, severity: MEDIUM, resources: inGroup('security.openshift.io', 'securitycontextconstraints'), verbs: ['use'],
    names: new RegExp(`^(?!${HARMLESS_CONSTRAINTS}|${ROOT_ON_NODE})`), reason: 'may run pods on OpenShift with what SecurityContextConstraints deny to others, such as root',
  },
  {
    kind: RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, severity: HIGH, resources: inGroup('security.openshift.io', 'securitycontextconstraints'), verbs: CREATE_OR_CHANGE,
    clusterScoped: true, reason: 'may allow pods everything on OpenShift',
  },
  {
    kind: RbacRiskKind.TRAFFIC_WRITES, severity: MEDIUM, verbs: CREATE_OR_CHANGE,
    resources: ['endpoints', ...inGroup('discovery.k8s.io', 'endpointslices'), 'services/status', 'pods/status', ...inGroup('networking.k8s.io', 'networkpolicies')],
    reason: 'may direct traffic of others to itself, or remove what restricts it',
  },
  {
    kind: RbacRiskKind.CONFIG_MAP_WRITES, severity: LOW, resources: ['configmaps'], verbs: CREATE_OR_CHANGE,
    reason: 'may change the configuration of others there, such as DNS, and on some clouds who is administrator',
  },
  {
    kind: RbacRiskKind.CONFIG_MAP_WRITES, severity: MEDIUM, resources: ['configmaps'], verbs: CHANGE, names: POWERFUL_CONFIG_MAPS, onlyNamed: true,
    reason: 'may change a ConfigMap that decides who may log in, or how the cluster works',
  },
  {
    kind: RbacRiskKind.EVENTS_DELETE, severity: LOW, resources: ['events', 'events.events.k8s.io'], verbs: ['delete', 'deletecollection'],
    reason: 'may delete Events, and with them traces of what happened',
  },
];
