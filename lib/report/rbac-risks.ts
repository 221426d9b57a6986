import { RbacRiskKind, RbacScope, RiskSeverity } from './rbac-rule';
import type { BundleRbacConcern, BundleRbacRule, RbacRisk } from './rbac-rule';
import type { OperatorPolicyRule } from '../cluster-service-version-spec';

/** A right that is worth a second look, as what a rule must allow for it. */
interface RiskyRight {
  readonly kind: RbacRiskKind;
  readonly severity: RiskSeverity;
  /** Resources as in a rule, with the group behind a dot where it is not the core group; a rule that allows one of them is enough. */
  readonly resources: readonly string[];
  /** Verbs, of which one is enough. */
  readonly verbs: readonly string[];
  /** Whether it counts too where the rule is limited to some names. */
  readonly evenNamed?: true;
  readonly reason: string;
}

/** Where a rule holds and what counts as the operator's own. */
export interface RiskContext {
  readonly scope: RbacScope;
  /** Whether what holds in the watched namespaces holds in all of them in every install mode. */
  readonly watchesAll: boolean;
  /** Whether somebody gets the right by installing the bundle. */
  readonly isHeld: boolean;
  /** The groups of the APIs that the operator brings. */
  readonly ownGroups: ReadonlySet<string>;
}

const { HIGH, MEDIUM, LOW } = RiskSeverity;
const SEVERITIES = [HIGH, MEDIUM, LOW];
const RBAC = 'rbac.authorization.k8s.io';
const WRITE = ['create', 'update', 'patch', 'delete', 'deletecollection'];

const RISKY_RIGHTS: readonly RiskyRight[] = [
  {
    kind: RbacRiskKind.ESCALATE,
    severity: HIGH,
    resources: [`clusterroles.${RBAC}`, `roles.${RBAC}`],
    verbs: ['escalate'],
    evenNamed: true,
    reason: 'may put rights into roles that it does not have itself',
  },
  {
    kind: RbacRiskKind.BIND,
    severity: HIGH,
    resources: [`clusterroles.${RBAC}`, `roles.${RBAC}`],
    verbs: ['bind'],
    evenNamed: true,
    reason: 'may bind roles to anybody, itself included, with rights that it does not have',
  },
  {
    kind: RbacRiskKind.IMPERSONATE,
    severity: HIGH,
    resources: ['users', 'groups', 'serviceaccounts', 'users.authentication.k8s.io', 'groups.authentication.k8s.io', 'uids.authentication.k8s.io'],
    verbs: ['impersonate'],
    evenNamed: true,
    reason: 'may act in the name of others, with all that they may do',
  },
  {
    kind: RbacRiskKind.RBAC_WRITES,
    severity: MEDIUM,
    resources: [`clusterroles.${RBAC}`, `clusterrolebindings.${RBAC}`, `roles.${RBAC}`, `rolebindings.${RBAC}`],
    verbs: ['create', 'update', 'patch'],
    reason: 'may pass the rights on that it has itself',
  },
  {
    kind: RbacRiskKind.SERVICE_ACCOUNT_TOKENS,
    severity: HIGH,
    resources: ['serviceaccounts/token'],
    verbs: ['create'],
    reason: 'may make tokens of service accounts, and act with all that they may do',
  },
  {
    kind: RbacRiskKind.SECRETS_READ,
    severity: HIGH,
    resources: ['secrets'],
    verbs: ['get', 'list', 'watch'],
    reason: 'may read every Secret there, with passwords, keys and tokens of others',
  },
  {
    kind: RbacRiskKind.PODS_EXEC,
    severity: HIGH,
    resources: ['pods/exec', 'pods/attach'],
    verbs: ['create', 'get'],
    reason: 'may run programs inside of any pod there',
  },
  {
    kind: RbacRiskKind.NODES_PROXY,
    severity: HIGH,
    resources: ['nodes/proxy'],
    verbs: ['get', 'create', 'update', 'patch', 'delete'],
    reason: 'reaches the API of the kubelets, which runs programs in every pod of a node, past admission and audit',
  },
  {
    kind: RbacRiskKind.CRD_WRITES,
    severity: MEDIUM,
    resources: ['customresourcedefinitions.apiextensions.k8s.io'],
    verbs: WRITE,
    reason: 'may change or delete CustomResourceDefinitions, and with them all objects of their kinds',
  },
  {
    kind: RbacRiskKind.WEBHOOK_WRITES,
    severity: HIGH,
    resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations', 'mutatingadmissionpolicies', 'validatingadmissionpolicies']
      .map((resource) => `${resource}.admissionregistration.k8s.io`),
    verbs: WRITE,
    reason: 'may set up webhooks that see, change or stop requests to the API server, those with Secrets included',
  },
  {
    kind: RbacRiskKind.API_SERVICE_WRITES,
    severity: HIGH,
    resources: ['apiservices.apiregistration.k8s.io'],
    verbs: WRITE,
    reason: 'may take over whole API groups of the API server',
  },
  {
    kind: RbacRiskKind.CERTIFICATE_APPROVAL,
    severity: HIGH,
    resources: ['certificatesigningrequests/approval.certificates.k8s.io', 'signers.certificates.k8s.io'],
    verbs: ['update', 'patch', 'approve'],
    reason: 'may approve requests for certificates, with which others log in',
  },
];

/** What makes a rule worth a second look, the gravest first. */
export function rbacRisks(rule: OperatorPolicyRule, context: RiskContext): RbacRisk[] {
  const found = isEverything(rule)
    ? [{ kind: RbacRiskKind.EVERYTHING, severity: HIGH, reason: 'may do everything with every resource there, as a cluster-admin may' }]
    : [...wildcards(rule, context), ...RISKY_RIGHTS.filter((right) => allows(rule, right))];
  return found.map(({ kind, severity, reason }) => ({ kind, severity: severityThere(severity, context), reason })).sort(bySeverity);
}

/** The risks of all rules, each once for a holder with the severity of its gravest rule, the gravest first. */
export function rbacConcerns(rules: readonly BundleRbacRule[]): BundleRbacConcern[] {
  const concerns = rules
    .flatMap(({ scope, source, holders, risks }) => (holders.length > 0 ? holders : [source]).flatMap((holder) => (
      risks.map((risk): BundleRbacConcern => ({ ...risk, scope, holder }))
    )))
    .sort(bySeverity);
  const seen = new Set<string>();
  return concerns.filter((concern) => {
    const key = concernKey(concern);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** What makes concerns of two bundles one and the same. */
export function concernKey({ kind, scope, holder }: BundleRbacConcern): string {
  return JSON.stringify([kind, scope, holder]);
}

function bySeverity(left: RbacRisk, right: RbacRisk): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity);
}

function isEverything({ verbs, apiGroups, resources, resourceNames }: OperatorPolicyRule): boolean {
  return [verbs, apiGroups, resources].every((names) => names.includes('*')) && resourceNames.length === 0;
}

/** A right of few namespaces is less of a risk, one of nobody hardly any. */
function severityThere(severity: RiskSeverity, { scope, watchesAll, isHeld }: RiskContext): RiskSeverity {
  if (!isHeld) {
    return LOW;
  }
  const isEverywhere = scope === RbacScope.CLUSTER || (scope === RbacScope.WATCHED_NAMESPACES && watchesAll);
  return isEverywhere ? severity : severity === HIGH ? MEDIUM : LOW;
}

function wildcards(rule: OperatorPolicyRule, { ownGroups }: RiskContext): RbacRisk[] {
  const { verbs, apiGroups, resources } = rule;
  const isOwn = apiGroups.length > 0 && apiGroups.every((group) => ownGroups.has(group));
  const risk = (kind: RbacRiskKind, severity: RiskSeverity, reason: string): RbacRisk => ({ kind, severity: isOwn ? LOW : severity, reason });
  return [
    ...(verbs.includes('*') && resources.length > 0
      ? [risk(RbacRiskKind.WILDCARD_VERBS, MEDIUM, 'may do everything with some resources, also what later versions of their APIs bring')] : []),
    ...(resources.includes('*') ? [risk(RbacRiskKind.WILDCARD_RESOURCES, HIGH, 'reaches every resource of whole groups, also those that come later')] : []),
    ...(apiGroups.includes('*') ? [risk(RbacRiskKind.WILDCARD_GROUPS, MEDIUM, 'reaches resources of every group, also of those that come later')] : []),
  ];
}

function allows({ verbs, apiGroups, resources, resourceNames }: OperatorPolicyRule, right: RiskyRight): boolean {
  return (resourceNames.length === 0 || right.evenNamed === true)
    && (verbs.includes('*') || right.verbs.some((verb) => verbs.includes(verb)))
    && right.resources.some((name) => {
      const dot = name.indexOf('.');
      const [resource, group] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
      const slash = resource.indexOf('/');
      const anySuch = slash < 0 ? [] : [`*${resource.slice(slash)}`];
      return ['*', group].some((wanted) => apiGroups.includes(wanted)) && ['*', resource, ...anySuch].some((wanted) => resources.includes(wanted));
    });
}
