import type { OperatorPolicyRule } from '../bundle/model/cluster-service-version-spec';
import { type BundleRbacConcern, type BundleRbacRule, type RbacRisk, RbacRiskKind, RbacScope, RiskSeverity } from './rbac-rule';

/** A risky right, with what a rule must allow to grant it. */
interface RiskyRight {
  readonly kind: RbacRiskKind;
  readonly severity: RiskSeverity;
  /** Resources, any of which is sufficient, followed by a dot and the group unless it is the core group. */
  readonly resources: readonly string[];
  /** Verbs, any of which is sufficient. */
  readonly verbs: readonly string[];
  /** Whether a rule that is limited to some names also counts. */
  readonly evenNamed?: true;
  readonly reason: string;
}

/** Context of a rule, which affects the severity of its risks. @internal */
export interface RiskContext {
  readonly scope: RbacScope;
  /** Whether the operator watches all namespaces in every supported install mode. */
  readonly watchesAll: boolean;
  /** Whether installing the bundle grants the rule to anyone. */
  readonly isHeld: boolean;
  /** API groups of the APIs that the operator owns. */
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
    reason: 'may add rights to roles that it does not have itself',
  },
  {
    kind: RbacRiskKind.BIND,
    severity: HIGH,
    resources: [`clusterroles.${RBAC}`, `roles.${RBAC}`],
    verbs: ['bind'],
    evenNamed: true,
    reason: 'may bind roles with rights that it does not have, to itself and others',
  },
  {
    kind: RbacRiskKind.IMPERSONATE,
    severity: HIGH,
    resources: ['users', 'groups', 'serviceaccounts', 'users.authentication.k8s.io', 'groups.authentication.k8s.io', 'uids.authentication.k8s.io'],
    verbs: ['impersonate'],
    evenNamed: true,
    reason: 'may act as other users, with all their rights',
  },
  {
    kind: RbacRiskKind.RBAC_WRITES,
    severity: MEDIUM,
    resources: [`clusterroles.${RBAC}`, `clusterrolebindings.${RBAC}`, `roles.${RBAC}`, `rolebindings.${RBAC}`],
    verbs: ['create', 'update', 'patch'],
    reason: 'may pass on its own rights',
  },
  {
    kind: RbacRiskKind.SERVICE_ACCOUNT_TOKENS,
    severity: HIGH,
    resources: ['serviceaccounts/token'],
    verbs: ['create'],
    reason: 'may create tokens of service accounts, and use all their rights',
  },
  {
    kind: RbacRiskKind.SECRETS_READ,
    severity: HIGH,
    resources: ['secrets'],
    verbs: ['get', 'list', 'watch'],
    reason: 'may read every Secret there, including passwords, keys and tokens of others',
  },
  {
    kind: RbacRiskKind.PODS_EXEC,
    severity: HIGH,
    resources: ['pods/exec', 'pods/attach'],
    verbs: ['create', 'get'],
    reason: 'may run programs in any pod there',
  },
  {
    kind: RbacRiskKind.NODES_PROXY,
    severity: HIGH,
    resources: ['nodes/proxy'],
    verbs: ['get', 'create', 'update', 'patch', 'delete'],
    reason: 'may use the kubelet API, which runs programs in every pod of a node, bypassing admission and audit',
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
    reason: 'may configure webhooks that see, change or block requests to the API server, including those with Secrets',
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
    reason: 'may approve certificate requests, which allow others to log in',
  },
];

/** Whether a rule grants a risky right. @internal */
export function grantsRight(rule: OperatorPolicyRule, kind: RbacRiskKind): boolean {
  return RISKY_RIGHTS.some((right) => right.kind === kind && allows(rule, right));
}

/** Returns the risks of a rule, the most severe first. @internal */
export function rbacRisks(rule: OperatorPolicyRule, context: RiskContext): RbacRisk[] {
  const found = isEverything(rule)
    ? [{ kind: RbacRiskKind.EVERYTHING, severity: HIGH, reason: 'may do everything with every resource there, as a cluster-admin may' }]
    : [...wildcards(rule, context), ...RISKY_RIGHTS.filter((right) => allows(rule, right))];
  return found.map(({ kind, severity, reason }) => ({ kind, severity: severityThere(severity, context), reason })).sort(bySeverity);
}

/** Returns the risks of all rules, each once per holder with its highest severity, the most severe first. @internal */
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

/** Returns the key by which risks of two bundles are compared. @internal */
export function concernKey({ kind, scope, holder }: BundleRbacConcern): string {
  return JSON.stringify([kind, scope, holder]);
}

function bySeverity(left: RbacRisk, right: RbacRisk): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity);
}

function isEverything({ verbs, apiGroups, resources, resourceNames }: OperatorPolicyRule): boolean {
  return [verbs, apiGroups, resources].every((names) => names.includes('*')) && resourceNames.length === 0;
}

/** Lowers the severity of a right that applies only in some namespaces, and sets it to low for a right without a holder. */
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
      ? [risk(RbacRiskKind.WILDCARD_VERBS, MEDIUM, 'may do everything with some resources, including verbs of later API versions')] : []),
    ...(resources.includes('*') ? [risk(RbacRiskKind.WILDCARD_RESOURCES, HIGH, 'may use every resource of whole API groups, including later ones')] : []),
    ...(apiGroups.includes('*') ? [risk(RbacRiskKind.WILDCARD_GROUPS, MEDIUM, 'may use resources of every API group, including later ones')] : []),
  ];
}

function allows({ verbs, apiGroups, resources, resourceNames }: OperatorPolicyRule, right: RiskyRight): boolean {
  return (resourceNames.length === 0 || right.evenNamed === true)
    && (verbs.includes('*') || right.verbs.some((verb) => verbs.includes(verb)))
    && right.resources.some((name) => {
      const dot = name.indexOf('.');
      const [resource, group] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
      const slash = resource.indexOf('/');
      const wildcard = slash < 0 ? [] : [`*${resource.slice(slash)}`];
      return ['*', group].some((each) => apiGroups.includes(each)) && ['*', resource, ...wildcard].some((each) => resources.includes(each));
    });
}

/** Rights that a policy can forbid operators to have, and that an upgrade must not gain. */
export enum ForbiddenRight {
  /** `*` as a verb, a resource or an API group. */
  WILDCARDS = 'wildcards',

  /** `escalate` and `bind` on roles, and `impersonate`: with them, an account can get any other right. */
  ESCALATION = 'escalation',

  /** Reading all Secrets in namespaces other than its own. */
  SECRETS_ACROSS_NAMESPACES = 'secrets-across-namespaces',
}

/** Returns what a forbidden right allows, for messages. @internal */
export const FORBIDDEN_RIGHT_ALLOWS: { readonly [right in ForbiddenRight]: string } = {
  [ForbiddenRight.WILDCARDS]: 'has a right with a wildcard',
  [ForbiddenRight.ESCALATION]: 'may escalate, bind or impersonate',
  [ForbiddenRight.SECRETS_ACROSS_NAMESPACES]: 'may read all Secrets in other namespaces',
};

/**
 * Whether a rule grants a forbidden right.
 *
 * @param inSeveral whether the rule applies to several namespaces, or to the whole cluster
 * @internal
 */
export function grantsForbidden(right: ForbiddenRight, rule: OperatorPolicyRule, inSeveral: boolean): boolean {
  switch (right) {
    case ForbiddenRight.WILDCARDS:
      return [rule.verbs, rule.apiGroups, rule.resources].some((names) => names.includes('*'));
    case ForbiddenRight.ESCALATION:
      return [RbacRiskKind.ESCALATE, RbacRiskKind.BIND, RbacRiskKind.IMPERSONATE].some((kind) => grantsRight(rule, kind));
    case ForbiddenRight.SECRETS_ACROSS_NAMESPACES:
      return inSeveral && grantsRight(rule, RbacRiskKind.SECRETS_READ);
  }
}
