import type { Bundle } from '../../bundle/bundle';
import { bundleRbacRules } from '../../report/bundle-rbac-rules';
import { Grants } from '../../report/grants';
import { FORBIDDEN_RIGHT_ALLOWS, type ForbiddenRight, grantsForbidden } from '../../report/rbac-risks';
import { type BundleRbacGrant, type BundleRbacRule, RbacScope } from '../../report/rbac-rule';
import { RIGHT_GAINED } from '../lock/waiver-rules';
import type { ChangeFinding } from './crd-findings';
import type { GateSettings } from './gate-settings';

/** Maximum number of single rights that a gained right is split into; no real bundle gains that many in one upgrade. */
const MAX_SINGLE = 10_000;

/** The scopes that each scope includes. */
const INCLUDED: { readonly [scope in RbacScope]: readonly RbacScope[] } = {
  [RbacScope.CLUSTER]: [RbacScope.CLUSTER, RbacScope.WATCHED_NAMESPACES, RbacScope.OWN_NAMESPACE],
  [RbacScope.WATCHED_NAMESPACES]: [RbacScope.WATCHED_NAMESPACES, RbacScope.OWN_NAMESPACE],
  [RbacScope.OWN_NAMESPACE]: [RbacScope.OWN_NAMESPACE],
};

/**
 * Returns the forbidden rights that an operator gains. Its accounts count as one, so that renaming an account is not a change.
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
    const inSeveral = grant.scope === RbacScope.CLUSTER || (grant.scope === RbacScope.WATCHED_NAMESPACES && !watchesOne);
    for (const [target, { verbs, right }] of forbiddenTargets(grant, forbiddenRights, inSeveral)) {
      const field = `${verbs.join(',')} ${target}`;
      findings.set(field, findings.get(field) ?? { rule: RIGHT_GAINED, field, message: `${FORBIDDEN_RIGHT_ALLOWS[right]} (${right})` });
    }
  }
  return [...findings.values()];
}

/** Returns the rules of all accounts of a bundle, as if they belonged to one account. */
function heldRules(bundle: Bundle): BundleRbacRule[] {
  return bundleRbacRules(bundle).filter(({ holders }) => holders.length > 0).map((rule) => ({ ...rule, holders: ['operator'] }));
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
      verbs.verbs.push(...single.verbs);
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
