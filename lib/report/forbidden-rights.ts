import { ForbiddenRight } from './forbidden-right';
import { grantsRight } from './rbac-risks';
import { RbacRiskKind } from './rbac-rule';
import type { OperatorPolicyRule } from '../bundle/model/cluster-service-version-spec';

/** Returns what a forbidden right allows, for messages. */
export const FORBIDDEN_RIGHT_ALLOWS: { readonly [right in ForbiddenRight]: string } = {
  [ForbiddenRight.WILDCARDS]: 'has a right with a wildcard',
  [ForbiddenRight.ESCALATION]: 'may escalate, bind or impersonate',
  [ForbiddenRight.SECRETS_ACROSS_NAMESPACES]: 'may read all Secrets in other namespaces',
};

/**
 * Whether a rule grants a forbidden right.
 *
 * @param inSeveral whether the rule applies to several namespaces, or to the whole cluster
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
