import { ApiObject, type Chart } from 'cdk8s';
import { CatalogRef, InstallPlanApproval, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorPolicyProps } from 'olm-constructs/gitops';
import { ForbiddenRight } from 'olm-constructs/report';
import { ALL_MODES, object, operator } from '../../builders/operator-objects';

/** Two apps that differ in what a rule is about, and the finding in the bad one. */
export interface RulePair {
  readonly rules: Omit<OperatorPolicyProps, 'name'>;
  readonly bad: (chart: Chart) => void;
  readonly good: (chart: Chart) => void;
  /** Path of the construct in the finding, if it is not the operator. */
  readonly path?: string;
  readonly message: string;
  readonly remedy: string;
}

const CACHE = operator('cache', 'Cache', { spec: { installModes: ALL_MODES, provider: { name: 'Example Inc.' } } });
const QUEUE = operator('queue', 'Queue', { spec: { installModes: ALL_MODES, provider: { name: 'Stranger' } } });

const subscription = (props: Partial<OperatorSubscriptionProps> = {}, content = CACHE, catalog = 'community') => (chart: Chart): void => (
  void new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named(catalog, 'olm', { content: Catalog.fromBundles([content]) }), ...props })
);

const container = (image: string) => (chart: Chart): void => void object(chart, 'pod', 'v1', 'Pod', 'ns', { containers: [{ name: 'a', image }] });

/** An operator that has a right in the whole cluster. */
const withRight = (verbs: string[], apiGroup: string, resource: string): ((chart: Chart) => void) => {
  const template = { spec: { serviceAccountName: 'cache', containers: [] } };
  const install = {
    strategy: 'deployment',
    spec: {
      deployments: [{ name: 'cache', spec: { selector: {}, template } }],
      clusterPermissions: [{ serviceAccountName: 'cache', rules: [{ apiGroups: [apiGroup], resources: [resource], verbs }] }],
    },
  };
  return subscription({}, operator('cache', 'Cache', { spec: { installModes: ALL_MODES, install } }));
};

const binding = (chart: Chart, role: string): ApiObject => new ApiObject(chart, 'binding', {
  apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'binding' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }, subjects: [{ kind: 'ServiceAccount', name: 'demo', namespace: 'ns' }],
});

const LESS = 'use an operator or a version that needs less, or waive the finding with a reason';

/** A pair for each rule, by its ID. */
export const RULE_PAIRS: { readonly [id: string]: RulePair } = {
  'policy-catalog': {
    rules: { allowedCatalogs: ['olm/community'] },
    bad: subscription({}, CACHE, 'other'),
    good: subscription(),
    message: "package 'cache' comes from catalog 'olm/other', and the allowed catalogs are 'olm/community'",
    remedy: 'install the operator from an allowed catalog',
  },
  'policy-package': {
    rules: { allowedPackages: ['cache', 'prometheus*'] },
    bad: subscription({}, QUEUE),
    good: subscription(),
    message: "package 'queue' is installed, and the allowed packages are 'cache', 'prometheus*'",
    remedy: 'remove the operator, or allow its package',
  },
  'policy-channel': {
    rules: { allowedChannels: ['stable'] },
    bad: subscription(),
    good: subscription({ channel: 'stable' }),
    message: "package 'cache' follows the default channel, which the catalog can change, and the allowed channels are 'stable'",
    remedy: 'set an allowed channel',
  },
  'policy-publisher': {
    rules: { allowedPublishers: ['Example*'] },
    bad: subscription({}, QUEUE),
    good: subscription(),
    message: "bundle 'queue.v1.0.0' has the publisher 'Stranger', and the allowed publishers are 'Example*'",
    remedy: 'install an operator of an allowed publisher, or let the app know the content of the catalog with `content`',
  },
  'policy-approval': {
    rules: { allowedApprovals: [InstallPlanApproval.MANUAL] },
    bad: subscription(),
    good: subscription({ approval: InstallPlanApproval.MANUAL }),
    message: "package 'cache' has the approval Automatic, and the allowed approvals are 'Manual'",
    remedy: 'set an allowed `approval`, or an exact version with OLM v1',
  },
  'policy-registry': {
    rules: { allowedRegistries: ['registry.example.com/team'] },
    bad: container('registry.example.com/teams/a:1'),
    good: container('registry.example.com/team/a:1'),
    path: 'chart/pod',
    message: "Pod 'pod' has the image 'registry.example.com/teams/a:1', and the allowed registries are 'registry.example.com/team'",
    remedy: 'mirror the image to an allowed registry, and set `registryMirror` or `mirrorsByPrefix` of the `Cluster`, or `ImageMirror.set`',
  },
  'policy-wildcards': {
    rules: { forbiddenRights: [ForbiddenRight.WILDCARDS] },
    bad: withRight(['get'], 'apps', '*'),
    good: withRight(['get'], 'apps', 'deployments'),
    message: "bundle 'cache.v1.0.0' has a right with a wildcard: get on * of apps",
    remedy: LESS,
  },
  'policy-escalation': {
    rules: { forbiddenRights: [ForbiddenRight.ESCALATION] },
    bad: withRight(['get', 'impersonate'], '', 'users'),
    good: withRight(['get'], '', 'users'),
    message: "bundle 'cache.v1.0.0' may escalate, bind or impersonate: get, impersonate on users of the core group",
    remedy: LESS,
  },
  'policy-secrets': {
    rules: { forbiddenRights: [ForbiddenRight.SECRETS_ACROSS_NAMESPACES] },
    bad: withRight(['get', 'list'], '', 'secrets'),
    good: withRight(['create'], '', 'secrets'),
    message: "bundle 'cache.v1.0.0' may read all Secrets in other namespaces: get, list on secrets of the core group",
    remedy: LESS,
  },
  'policy-unknown-rights': {
    rules: { forbiddenRights: [ForbiddenRight.ESCALATION] },
    bad: (chart) => void binding(chart, 'other'),
    good: (chart) => void binding(chart, 'view'),
    path: 'chart/binding',
    message: "ClusterRoleBinding 'binding' gives ServiceAccount ns/demo unknown rights: neither the app nor Kubernetes has ClusterRole other",
    remedy: 'add the role to the app, refer to a role of Kubernetes, or waive the finding with the reason why the rights are acceptable',
  },
};
