import type { Bundle } from '../../bundle/bundle';
import { bundleRights } from '../../report/rights/bundle-rights';
import { FORBIDDEN_RIGHT_ALLOWS, type ForbiddenRight, grantsForbidden } from '../../report/rights/forbidden-rights';
import { Grants } from '../../report/rights/grants';
import { type BundleRbacBinding, type BundleRbacGrant, type BundleRbacRule, RbacScope } from '../../report/rights/rbac-rule';
import { missing } from '../../text/group-by';
import { append } from '../../text/lists';
import { abridgedList } from '../../text/text-table';
import { RIGHT_GAINED, RIGHTS_UNKNOWN } from '../lock/lock-waiver';
import type { GateSettings } from './gate-settings';

/** A finding without the CSVs before and after the change. */
export interface ChangeFinding {
  readonly rule: string;
  readonly field: string;
  readonly message: string;
}

/** Maximum number of bindings and subjects in a message. */
const MAX_BINDINGS = 3;

/** Maximum number of single rights that a gained right is split into; no real bundle gains that many in one upgrade. */
const MAX_SINGLE = 10_000;

/** The scopes that each scope includes. */
const INCLUDED: { readonly [scope in RbacScope]: readonly RbacScope[] } = {
  [RbacScope.CLUSTER]: [RbacScope.CLUSTER, RbacScope.WATCHED_NAMESPACES, RbacScope.OWN_NAMESPACE],
  [RbacScope.WATCHED_NAMESPACES]: [RbacScope.WATCHED_NAMESPACES, RbacScope.OWN_NAMESPACE],
  [RbacScope.OWN_NAMESPACE]: [RbacScope.OWN_NAMESPACE],
  [RbacScope.BOUND_NAMESPACES]: [RbacScope.BOUND_NAMESPACES],
};

/** Holder that stands for all accounts of an operator. */
const OPERATOR = 'operator';

/**
 * Returns the forbidden rights that an upgrade gives to its operator and to others, and roles whose rights are unknown. The accounts of the operator
 * count as one, so that renaming an account is not a change.
 *
 * @param watchesOne whether the operator watches only one namespace
 */
export function rightFindings(before: Bundle, after: Bundle, { forbiddenRights }: GateSettings, watchesOne: boolean): ChangeFinding[] {
  if (forbiddenRights.length === 0) {
    return [];
  }
  const held = heldRules(before).flatMap((rule) => INCLUDED[rule.scope].map((scope) => ({ ...rule, scope })));
  const gained = Grants.of(heldRules(after)).without(Grants.of(held));
  const findings = new Map<string, ChangeFinding>();
  for (const grant of gained) {
    const { scope, holder, through } = grant;
    const inSeveral = scope === RbacScope.CLUSTER || scope === RbacScope.BOUND_NAMESPACES || (scope === RbacScope.WATCHED_NAMESPACES && !watchesOne);
    for (const [target, { verbs, right }] of forbiddenTargets(grant, forbiddenRights, inSeveral)) {
      const field = `${verbs.join(',')} ${target}${holder === OPERATOR ? '' : ` for ${holder}`}`;
      const message = `${FORBIDDEN_RIGHT_ALLOWS[right]} (${right})${through.length === 0 ? '' : `, through ${abridgedList(through, MAX_BINDINGS)}`}`;
      findings.set(field, findings.get(field) ?? { rule: RIGHT_GAINED, field, message });
    }
  }
  return [...findings.values(), ...unknownFindings(before, after)];
}

/** Returns the bindings whose rights are unknown, unless the same subjects had the same role before. */
function unknownFindings(before: Bundle, after: Bundle): ChangeFinding[] {
  const unknownOf = (bundle: Bundle): BundleRbacBinding[] => bundleRights(bundle).bindings.filter(({ unknown }) => unknown !== '');
  return missing(unknownOf(after), unknownOf(before), subjectsKey).map(({ binding, role, subjects, unknown }) => ({
    rule: RIGHTS_UNKNOWN,
    field: `${role === '' ? 'no role' : role} through ${binding}`,
    message: `gives ${abridgedList(subjects, MAX_BINDINGS)} rights that are unknown: ${unknown}`,
  }));
}

function subjectsKey({ scope, role, subjects }: BundleRbacBinding): string {
  return JSON.stringify([scope, role, subjects]);
}

/** Returns the rules that a bundle grants to anyone, with one holder for all accounts of the operator. */
function heldRules(bundle: Bundle): BundleRbacRule[] {
  const operators = new Map<readonly string[], string[]>();
  return bundleRights(bundle).rules.filter(({ holders }) => holders.length > 0).map((rule) => {
    const holders = operators.get(rule.holders) ?? [...new Set(rule.holders.map((holder) => (/^ServiceAccount [^/]*$/.test(holder) ? OPERATOR : holder)))];
    operators.set(rule.holders, holders);
    return { ...rule, holders };
  });
}

/** Verbs on a target, and the first forbidden right that they grant. */
interface ForbiddenVerbs {
  readonly verbs: string[];
  readonly right: ForbiddenRight;
}

function forbiddenTargets(grant: BundleRbacGrant, forbidden: readonly ForbiddenRight[], inSeveral: boolean): Map<string, ForbiddenVerbs> {
  const found = new Map<string, ForbiddenVerbs>();
  for (const single of singleGrants(grant)) {
    const right = forbidden.find((each) => grantsForbidden(each, single, inSeveral));
    if (right !== undefined) {
      const target = targetOf(single);
      const verbs = found.get(target) ?? { verbs: [], right };
      found.set(target, verbs);
      append(verbs.verbs, single.verbs);
    }
  }
  return found;
}

function singleGrants(grant: BundleRbacGrant): BundleRbacGrant[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceUrls } = grant;
  if (verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceUrls.length) > MAX_SINGLE) {
    return [grant];
  }
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  const [nothing, empty] = [{ nonResourceUrls: [] }, { apiGroups: [], resources: [], resourceNames: [] }];
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) => resources.flatMap((resource) => names.map((name) => (
      { ...grant, ...nothing, verbs: [verb], apiGroups: [group], resources: [resource], resourceNames: name }
    )))),
    ...nonResourceUrls.map((url) => ({ ...grant, ...empty, verbs: [verb], nonResourceUrls: [url] })),
  ]);
}

function targetOf({ apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacGrant): string {
  const [group = '', ...others] = apiGroups;
  const what = [...resources, ...nonResourceUrls].join(',');
  const groups = others.length > 0 ? ` of ${apiGroups.join(',')}` : group === '' ? '' : `.${group}`;
  return `${what}${groups}${resourceNames.length === 0 ? '' : ` named ${resourceNames.join(',')}`}`;
}
