import { bundleOf, podOf } from '../../builders/bundle-of';
import type { Bundle } from '../../../lib/bundle/bundle';
import { BundleReport } from '../../../lib/report/bundle-report';
import type { BundleReportContent } from '../../../lib/report/build-report';
import { RbacRiskKind, RbacScope, RiskSeverity } from '../../../lib/report/rights/rbac-rule';

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const ALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
const RBAC = 'rbac.authorization.k8s.io';

interface RestOfBundle {
  readonly modes?: readonly string[];
  readonly files?: object;
  readonly owned?: readonly object[];
}

function asking(permissions: object, rest: RestOfBundle = {}): Bundle {
  return bundleOf({
    spec: {
      installModes: (rest.modes ?? ALL_MODES).map((type) => ({ type, supported: true })),
      install: { strategy: 'deployment', spec: { deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }], ...permissions } },
      ...(rest.owned === undefined ? {} : { apiservicedefinitions: { owned: rest.owned } }),
    },
    ...(rest.files === undefined ? {} : { files: rest.files as { [path: string]: unknown } }),
  });
}

const inCluster = (...rules: Rule[]): object => ({ clusterPermissions: [{ serviceAccountName: 'demo', rules }] });
const inNamespaces = (...rules: Rule[]): object => ({ permissions: [{ serviceAccountName: 'demo', rules }] });
const contentOf = (bundle: Bundle): BundleReportContent => BundleReport.of(bundle).content;
const risks = (bundle: Bundle): [RbacRiskKind, RiskSeverity][] => contentOf(bundle).risks.map(({ kind, severity }) => [kind, severity]);

const { HIGH, MEDIUM, LOW } = RiskSeverity;

const ADMISSION = 'admissionregistration.k8s.io';
const OPENSHIFT = 'security.openshift.io';

/** Rules in the whole cluster, with their risks. */
const RULES: readonly (readonly [string, Rule, (readonly [RbacRiskKind, RiskSeverity])[]])[] = [
  ['to everything', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, [[RbacRiskKind.EVERYTHING, HIGH]]],
  ['to every verb', { verbs: ['*'], apiGroups: ['other.test'], resources: ['things'] }, [[RbacRiskKind.WILDCARD_VERBS, MEDIUM]]],
  ['to every resource', { verbs: ['get'], apiGroups: ['apps'], resources: ['*'] }, [[RbacRiskKind.WILDCARD_RESOURCES, HIGH]]],
  ['to every group', { verbs: ['get'], apiGroups: ['*'], resources: ['things'] }, [[RbacRiskKind.WILDCARD_GROUPS, MEDIUM]]],
  ['to escalate', { verbs: ['escalate'], apiGroups: [RBAC], resources: ['roles'] }, [[RbacRiskKind.ESCALATE, HIGH]]],
  ['to bind one role', { verbs: ['bind'], apiGroups: [RBAC], resources: ['clusterroles'], resourceNames: ['cluster-admin'] }, [[RbacRiskKind.BIND, HIGH]]],
  ['to impersonate', { verbs: ['impersonate'], apiGroups: [''], resources: ['serviceaccounts'] }, [[RbacRiskKind.IMPERSONATE, HIGH]]],
  ['to write bindings', { verbs: ['create'], apiGroups: [RBAC], resources: ['rolebindings'] }, [[RbacRiskKind.RBAC_WRITES, MEDIUM]]],
  ['to create tokens', { verbs: ['create'], apiGroups: [''], resources: ['serviceaccounts/token'] }, [[RbacRiskKind.SERVICE_ACCOUNT_TOKENS, HIGH]]],
  ['to tokens of any resource', { verbs: ['create'], apiGroups: [''], resources: ['*/token'] }, [[RbacRiskKind.SERVICE_ACCOUNT_TOKENS, HIGH]]],
  ['to read Secrets', { verbs: ['list'], apiGroups: [''], resources: ['secrets'] }, [[RbacRiskKind.SECRETS_READ, HIGH]]],
  ['to read one Secret', { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'] }, []],
  ['to create Secrets', { verbs: ['create'], apiGroups: [''], resources: ['secrets'] }, [[RbacRiskKind.SECRETS_WRITE, MEDIUM]]],
  ['to a resource named secrets in another group', { verbs: ['get'], apiGroups: ['other.test'], resources: ['secrets'] }, []],
  ['to run programs in pods', { verbs: ['create'], apiGroups: [''], resources: ['pods/exec'] }, [[RbacRiskKind.PODS_EXEC, HIGH]]],
  ['to the kubelets', { verbs: ['get'], apiGroups: [''], resources: ['nodes/proxy'] }, [[RbacRiskKind.NODES_PROXY, HIGH]]],
  ['to write CRDs', { verbs: ['patch'], apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] }, [[RbacRiskKind.CRD_WRITES, MEDIUM]]],
  ['to read CRDs', { verbs: ['get', 'list'], apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] }, []],
  ['to write webhooks', { verbs: ['update'], apiGroups: ['admissionregistration.k8s.io'], resources: ['mutatingwebhookconfigurations'] }, [
    [RbacRiskKind.WEBHOOK_WRITES, HIGH],
  ]],
  ['to write APIServices', { verbs: ['create'], apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'] }, [[RbacRiskKind.API_SERVICE_WRITES, HIGH]]],
  ['to approve certificates', { verbs: ['update'], apiGroups: ['certificates.k8s.io'], resources: ['certificatesigningrequests/approval'] }, [
    [RbacRiskKind.CERTIFICATE_APPROVAL, HIGH],
  ]],
  ['to all of the core group', { verbs: ['get'], apiGroups: [''], resources: ['*'] }, [
    [RbacRiskKind.WILDCARD_RESOURCES, HIGH], [RbacRiskKind.SECRETS_READ, HIGH], [RbacRiskKind.PODS_EXEC, HIGH], [RbacRiskKind.NODES_PROXY, HIGH],
    [RbacRiskKind.POD_CONNECTIONS, MEDIUM],
  ]],
  ['to a path', { verbs: ['get'], nonResourceURLs: ['/metrics'] }, []],
  ['to every path', { verbs: ['get'], nonResourceURLs: ['*'] }, [[RbacRiskKind.WILDCARD_URLS, MEDIUM]]],
  ['to impersonate a named group', { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['system:masters'] }, [[RbacRiskKind.IMPERSONATE, HIGH]]],
  ['to impersonate with scopes', { verbs: ['impersonate'], apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes'] }, [[RbacRiskKind.IMPERSONATE, HIGH]]],
  ['to change a role of Kubernetes', { verbs: ['update'], apiGroups: [RBAC], resources: ['clusterroles'], resourceNames: ['cluster-admin'] }, [
    [RbacRiskKind.RBAC_WRITES, MEDIUM],
  ]],
  ['to change an own role', { verbs: ['update'], apiGroups: [RBAC], resources: ['clusterroles'], resourceNames: ['mine'] }, []],
  ['to create a named role, which no rule allows', { verbs: ['create'], apiGroups: [RBAC], resources: ['clusterroles'], resourceNames: ['cluster-admin'] }, []],
  ['to create pods', { verbs: ['create'], apiGroups: [''], resources: ['pods'] }, [[RbacRiskKind.WORKLOAD_WRITES, HIGH]]],
  ['to change DaemonSets', { verbs: ['patch'], apiGroups: ['apps'], resources: ['daemonsets'] }, [[RbacRiskKind.WORKLOAD_WRITES, HIGH]]],
  ['to create Jobs', { verbs: ['create'], apiGroups: ['batch'], resources: ['jobs'] }, [[RbacRiskKind.WORKLOAD_WRITES, HIGH]]],
  ['to delete pods', { verbs: ['delete'], apiGroups: [''], resources: ['pods'] }, []],
  ['to change one own Deployment', { verbs: ['update'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['mine'] }, []],
  ['to add ephemeral containers', { verbs: ['patch'], apiGroups: [''], resources: ['pods/ephemeralcontainers'] }, [[RbacRiskKind.EPHEMERAL_CONTAINERS, HIGH]]],
  ['to forward ports', { verbs: ['create'], apiGroups: [''], resources: ['pods/portforward'] }, [[RbacRiskKind.POD_CONNECTIONS, MEDIUM]]],
  ['to create volumes', { verbs: ['create'], apiGroups: [''], resources: ['persistentvolumes'] }, [[RbacRiskKind.PERSISTENT_VOLUME_WRITES, HIGH]]],
  ['to create claims', { verbs: ['create'], apiGroups: [''], resources: ['persistentvolumeclaims'] }, []],
  ['to change namespaces', { verbs: ['patch'], apiGroups: [''], resources: ['namespaces'] }, [[RbacRiskKind.NAMESPACE_WRITES, MEDIUM]]],
  ['to create namespaces', { verbs: ['create'], apiGroups: [''], resources: ['namespaces'] }, []],
  ['to change nodes', { verbs: ['patch'], apiGroups: [''], resources: ['nodes/status'] }, [[RbacRiskKind.NODE_WRITES, MEDIUM]]],
  ['to write files of nodes', { verbs: ['create'], apiGroups: ['machineconfiguration.openshift.io'], resources: ['machineconfigs'] }, [
    [RbacRiskKind.NODE_CONFIGURATION_WRITES, HIGH],
  ]],
  ['to change one webhook configuration', { verbs: ['patch'], apiGroups: [ADMISSION], resources: ['validatingwebhookconfigurations'], resourceNames: ['mine'] }, [
    [RbacRiskKind.WEBHOOK_WRITES, HIGH],
  ]],
  ['to delete one webhook configuration', { verbs: ['delete'], apiGroups: [ADMISSION], resources: ['validatingwebhookconfigurations'], resourceNames: ['mine'] }, []],
  ['to bind admission policies', { verbs: ['create'], apiGroups: [ADMISSION], resources: ['mutatingadmissionpolicybindings'] }, [[RbacRiskKind.WEBHOOK_WRITES, HIGH]]],
  ['to sign as the cluster', { verbs: ['sign'], apiGroups: ['certificates.k8s.io'], resources: ['signers'], resourceNames: ['kubernetes.io/kube-apiserver-client'] }, [
    [RbacRiskKind.CERTIFICATE_APPROVAL, HIGH],
  ]],
  ['to sign as an own signer', { verbs: ['sign'], apiGroups: ['certificates.k8s.io'], resources: ['signers'], resourceNames: ['issuers.example.test/*'] }, []],
  ['to write Subscriptions', { verbs: ['create'], apiGroups: ['operators.coreos.com'], resources: ['subscriptions'] }, [[RbacRiskKind.OPERATOR_WRITES, HIGH]]],
  ['to approve InstallPlans', { verbs: ['patch'], apiGroups: ['operators.coreos.com'], resources: ['installplans'] }, [[RbacRiskKind.OPERATOR_WRITES, HIGH]]],
  ['to write ClusterExtensions', { verbs: ['update'], apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensions'] }, [[RbacRiskKind.OPERATOR_WRITES, HIGH]]],
  ['to use privileged constraints', { verbs: ['use'], apiGroups: [OPENSHIFT], resources: ['securitycontextconstraints'], resourceNames: ['privileged'] }, [
    [RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, HIGH],
  ]],
  ['to use constraints that allow root', { verbs: ['use'], apiGroups: [OPENSHIFT], resources: ['securitycontextconstraints'], resourceNames: ['anyuid'] }, [
    [RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, MEDIUM],
  ]],
  ['to use all constraints', { verbs: ['use'], apiGroups: [OPENSHIFT], resources: ['securitycontextconstraints'] }, [[RbacRiskKind.SECURITY_CONTEXT_CONSTRAINTS, HIGH]]],
  ['to use restricted constraints', { verbs: ['use'], apiGroups: [OPENSHIFT], resources: ['securitycontextconstraints'], resourceNames: ['restricted-v2'] }, []],
  ['to write EndpointSlices', { verbs: ['create'], apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] }, [[RbacRiskKind.TRAFFIC_WRITES, MEDIUM]]],
  ['to write Services', { verbs: ['create', 'update'], apiGroups: [''], resources: ['services'] }, []],
  ['to write ConfigMaps', { verbs: ['update'], apiGroups: [''], resources: ['configmaps'] }, [[RbacRiskKind.CONFIG_MAP_WRITES, LOW]]],
  ['to write one own ConfigMap', { verbs: ['update'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'] }, []],
  ['to write the ConfigMap of logins', { verbs: ['update'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['aws-auth'] }, [
    [RbacRiskKind.CONFIG_MAP_WRITES, MEDIUM],
  ]],
  ['to delete Events', { verbs: ['delete'], apiGroups: ['events.k8s.io'], resources: ['events'] }, [[RbacRiskKind.EVENTS_DELETE, LOW]]],
];

describe('a right in the cluster', () => {
  it.each(RULES)('%s has its risks', (_, rule, expected) => {
    expect(risks(asking(inCluster(rule)))).toEqual(expected);
  });

  it('is in this table with every kind of risk', () => {
    const tested = new Set(RULES.flatMap(([, , expected]) => expected.map(([kind]) => kind)));
    // The risk of unknown rights is one of bindings.
    expect(Object.values(RbacRiskKind).filter((kind) => !tested.has(kind))).toEqual([RbacRiskKind.RIGHTS_UNKNOWN]);
  });

  it.each(RULES.filter(([, { resources = [] }, expected]) => expected.length === 1 && !resources.includes('*')))('%s is a sentence, and none in other groups', (_, rule, [found]) => {
    const [concern] = contentOf(asking(inCluster(rule))).risks;
    expect(concern?.reason).toMatch(/^(may|has) [^.]+$/);
    if (rule.apiGroups !== undefined && found![0] !== RbacRiskKind.WILDCARD_VERBS && !rule.apiGroups.includes('*')) {
      expect(risks(asking(inCluster({ ...rule, apiGroups: ['other.test'] })))).toEqual([]);
      expect(risks(asking(inCluster({ ...rule, verbs: ['nothing'] })))).toEqual([]);
    }
  });

  it('to the operator\'s own APIs is a low risk, even with wildcards', () => {
    const owned = [{ group: 'own.test', version: 'v1', kind: 'Own', name: 'owns', deploymentName: 'demo' }];
    expect(risks(asking(inCluster({ verbs: ['*'], apiGroups: ['own.test'], resources: ['*'] }), { owned }))).toEqual([
      [RbacRiskKind.WILDCARD_VERBS, LOW], [RbacRiskKind.WILDCARD_RESOURCES, LOW],
    ]);
  });

  it('has a reason, and is listed once per holder, with the highest severity', () => {
    const read = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };
    expect(contentOf(asking({ ...inCluster(read, { ...read, verbs: ['list'] }), ...inNamespaces(read) })).risks).toEqual([
      {
        kind: RbacRiskKind.SECRETS_READ,
        severity: HIGH,
        scope: RbacScope.CLUSTER,
        holder: 'ServiceAccount demo',
        reason: 'may read every Secret there, including passwords, keys and tokens of others',
      },
      expect.objectContaining({ severity: MEDIUM, scope: RbacScope.WATCHED_NAMESPACES }),
    ]);
  });
});

describe('a right in the watched namespaces', () => {
  const read = inNamespaces({ verbs: ['get'], apiGroups: [''], resources: ['secrets'] });
  const crds = inNamespaces({ verbs: ['create'], apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] });

  it('is less of a risk', () => {
    expect(risks(asking(read))).toEqual([[RbacRiskKind.SECRETS_READ, MEDIUM]]);
    expect(risks(asking(crds))).toEqual([[RbacRiskKind.CRD_WRITES, LOW]]);
  });

  it('has the risk of a right in the cluster if the operator only supports AllNamespaces', () => {
    expect(risks(asking(read, { modes: ['AllNamespaces'] }))).toEqual([[RbacRiskKind.SECRETS_READ, HIGH]]);
  });
});

describe('roles in manifests/', () => {
  const object = (kind: string, name: string, rest: object): object => ({ apiVersion: `${RBAC}/v1`, kind, metadata: { name }, ...rest });
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }];
  const bind = (kind: string, role: string, roleName: string, ...subjects: string[]): object => object(kind, 'binding', {
    roleRef: { apiGroup: RBAC, kind: role, name: roleName },
    subjects: subjects.map((name) => ({ kind: 'ServiceAccount', name })),
  });
  const rbacWith = (...objects: object[]): [RbacScope, string, string[], RiskSeverity | undefined][] => {
    const files = Object.fromEntries(objects.map((file, index) => [`manifests/${index}.yaml`, file]));
    return contentOf(asking({}, { files })).rbac.map(({ scope, source, holders, risks: found }) => [scope, source, holders, found[0]?.severity]);
  };

  it('have the scope and holders of their bindings', () => {
    const role = object('ClusterRole', 'reader', { rules });
    expect(rbacWith(role, bind('ClusterRoleBinding', 'ClusterRole', 'reader', 'a', 'b'))).toEqual([
      [RbacScope.CLUSTER, 'ClusterRole reader', ['ServiceAccount a', 'ServiceAccount b'], HIGH],
    ]);
    expect(rbacWith(role, bind('RoleBinding', 'ClusterRole', 'reader', 'a'))).toEqual([
      [RbacScope.OWN_NAMESPACE, 'ClusterRole reader', ['ServiceAccount a'], MEDIUM],
    ]);
  });

  it('have no holders and a low risk without a binding', () => {
    expect(rbacWith(object('Role', 'reader', { rules }), bind('RoleBinding', 'Role', 'other', 'a'))).toEqual([
      [RbacScope.OWN_NAMESPACE, 'Role reader', [], LOW],
    ]);
  });

  it('list the cluster roles that they are aggregated to', () => {
    const labels = { [`${RBAC}/aggregate-to-view`]: 'true', [`${RBAC}/aggregate-to-edit`]: 'false' };
    const role = object('ClusterRole', 'reader', { rules, metadata: { name: 'reader', labels } });
    expect(contentOf(asking({}, { files: { 'manifests/role.yaml': role } })).rbac[0]?.aggregatedTo).toEqual(['view']);
  });
});
