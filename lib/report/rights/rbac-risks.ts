import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { type BundleRbacConcern, type BundleRbacRule, type RbacRisk, RbacRiskKind, RbacScope, RiskSeverity } from './rbac-rule';
import { RISKY_RIGHTS, type RiskyRight } from './risky-rights';

/** Context of a rule, which affects the severity of its risks. */
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

/** Whether a rule grants a risky right. */
export function grantsRight(rule: OperatorPolicyRule, kind: RbacRiskKind): boolean {
  return RISKY_RIGHTS.some((right) => right.kind === kind && allows(new RuleParts(rule), right));
}

/** Returns the risks of a rule, the most severe first. */
export function rbacRisks(rule: OperatorPolicyRule, context: RiskContext): RbacRisk[] {
  const parts = new RuleParts(rule);
  const inOneNamespace = context.scope === RbacScope.OWN_NAMESPACE || context.scope === RbacScope.BOUND_NAMESPACES;
  const found = isEverything(rule)
    ? [{ kind: RbacRiskKind.EVERYTHING, severity: HIGH, reason: 'may do everything with every resource there, as a cluster-admin may' }]
    : [...wildcards(rule, context), ...RISKY_RIGHTS.filter((right) => !(right.clusterScoped === true && inOneNamespace) && allows(parts, right))];
  return oncePerKind(found.map(({ kind, severity, reason }) => ({ kind, severity: severityThere(severity, context), reason })).sort(bySeverity));
}

/** Returns the severity of a binding whose rights are unknown. */
export function severityOfUnknown(context: RiskContext): RiskSeverity {
  return severityThere(MEDIUM, context);
}

/** Returns the risks of all rules, each once per holder with its highest severity, the most severe first. */
export function rbacConcerns(rules: readonly BundleRbacRule[], others: readonly BundleRbacConcern[] = []): BundleRbacConcern[] {
  const found = new Map<string, BundleRbacConcern>();
  const add = (concern: BundleRbacConcern): void => {
    const key = concernKey(concern);
    const known = found.get(key);
    if (known === undefined || bySeverity(concern, known) < 0) {
      found.set(key, concern);
    }
  };
  // Rules of a role share their list of holders, so that many rules with many holders take no more time than either.
  const byHolders = new Map<readonly string[], Map<string, BundleRbacConcern>>();
  for (const { scope, source, holders, risks } of rules) {
    const shared = byHolders.get(holders) ?? new Map<string, BundleRbacConcern>();
    byHolders.set(holders, shared);
    for (const risk of risks) {
      const concern = { ...risk, scope, holder: holders.length > 0 ? '' : source };
      const key = concernKey(concern);
      const known = shared.get(key);
      if (known === undefined || bySeverity(concern, known) < 0) {
        shared.set(key, concern);
      }
    }
  }
  for (const [holders, concerns] of byHolders) {
    for (const concern of concerns.values()) {
      (holders.length > 0 ? holders : [concern.holder]).forEach((holder) => add({ ...concern, holder }));
    }
  }
  others.forEach(add);
  const holderKey = ({ holder, scope }: BundleRbacConcern): string => JSON.stringify([holder, scope]);
  const everything = new Set([...found.values()].filter(({ kind }) => kind === RbacRiskKind.EVERYTHING).map(holderKey));
  return [...found.values()]
    // Who may do everything with every resource gains little by other paths.
    .filter((concern) => concern.kind !== RbacRiskKind.WILDCARD_URLS || !everything.has(holderKey(concern)))
    .sort(bySeverity);
}

/** Returns the key by which risks of two bundles are compared. The reason of unknown rights names the role. */
export function concernKey({ kind, scope, holder, reason }: BundleRbacConcern): string {
  return JSON.stringify([kind, scope, holder, ...kind === RbacRiskKind.RIGHTS_UNKNOWN ? [reason] : []]);
}

function bySeverity(left: RbacRisk, right: RbacRisk): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity);
}

/** Returns the first risk of each kind. */
export function oncePerKind(risks: readonly RbacRisk[]): RbacRisk[] {
  return risks.filter(({ kind }, index) => risks.findIndex((other) => other.kind === kind) === index);
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
  const { verbs, apiGroups, resources, nonResourceUrls } = rule;
  const isOwn = apiGroups.length > 0 && apiGroups.every((group) => ownGroups.has(group));
  const risk = (kind: RbacRiskKind, severity: RiskSeverity, reason: string): RbacRisk => ({ kind, severity: isOwn ? LOW : severity, reason });
  return [
    ...(verbs.includes('*') && resources.length > 0
      ? [risk(RbacRiskKind.WILDCARD_VERBS, MEDIUM, 'may do everything with some resources, including verbs of later API versions')] : []),
    ...(resources.includes('*') ? [risk(RbacRiskKind.WILDCARD_RESOURCES, HIGH, 'may use every resource of whole API groups, including later ones')] : []),
    ...(apiGroups.includes('*') ? [risk(RbacRiskKind.WILDCARD_GROUPS, MEDIUM, 'may use resources of every API group, including later ones')] : []),
    ...(nonResourceUrls.some((url) => url === '*' || url === '/*')
      ? [risk(RbacRiskKind.WILDCARD_URLS, MEDIUM, 'may request every path of the API server, including its logs and profiles')] : []),
  ];
}

/** The parts of a rule as sets, because a rule may have any number of them. */
class RuleParts {
  public readonly verbs: ReadonlySet<string>;
  public readonly groups: ReadonlySet<string>;
  public readonly resources: ReadonlySet<string>;
  public readonly names: readonly string[];

  public constructor({ verbs, apiGroups, resources, resourceNames }: OperatorPolicyRule) {
    this.verbs = new Set(verbs);
    this.groups = new Set(apiGroups);
    this.resources = new Set(resources);
    this.names = resourceNames;
  }

  /** Whether it contains a resource, given with its group. */
  public hasResource(name: string): boolean {
    const dot = name.indexOf('.');
    const [resource, group] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
    if (!this.groups.has('*') && !this.groups.has(group)) {
      return false;
    }
    const slash = resource.indexOf('/');
    return this.resources.has('*') || this.resources.has(resource) || (slash >= 0 && this.resources.has(`*${resource.slice(slash)}`))
      || (resource.endsWith('/*') && [...this.resources].some((other) => other.startsWith(resource.slice(0, -1))));
  }
}

function allows(parts: RuleParts, right: RiskyRight): boolean {
  const isNamed = parts.names.length > 0;
  // The API server does not know the name of an object when it authorizes its creation, so a rule with names never allows that.
  const verbs = isNamed && right.verbs.length > 1 ? right.verbs.filter((verb) => verb !== 'create') : right.verbs;
  return (isNamed ? right.names !== undefined && parts.names.some((name) => right.names!.test(name)) : right.onlyNamed !== true)
    && (parts.verbs.has('*') || verbs.some((verb) => parts.verbs.has(verb)))
    && right.resources.some((name) => parts.hasResource(name));
}
