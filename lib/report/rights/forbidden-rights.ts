import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { grantsRight } from './rbac-risks';
import { RbacRiskKind } from './rbac-rule';

/** Rights that a policy can forbid operators to have, and that an upgrade must not gain. */
export enum ForbiddenRight {
  /** `*` as a verb, a resource, an API group or a non-resource URL. */
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
      return [rule.verbs, rule.apiGroups, rule.resources, rule.nonResourceUrls].some((names) => names.includes('*'));
    case ForbiddenRight.ESCALATION:
      return [RbacRiskKind.ESCALATE, RbacRiskKind.BIND, RbacRiskKind.IMPERSONATE].some((kind) => grantsRight(rule, kind));
    case ForbiddenRight.SECRETS_ACROSS_NAMESPACES:
      return inSeveral && grantsRight(rule, RbacRiskKind.SECRETS_READ);
  }
}
