import type { Bundle } from '../../bundle/bundle';
import { defined } from '../../formats/json/defined';
import { type CrdChange, CrdVerdict } from '../../formats/schema/changes/crd-change';
import type { BundleCrdChange } from '../../report/build-comparison';
import { BundleComparison } from '../../report/bundle-comparison';
import { bundleRbacRules } from '../../report/bundle-rbac-rules';
import { Grants } from '../../report/grants';
import { FORBIDDEN_RIGHT_ALLOWS, type ForbiddenRight, grantsForbidden } from '../../report/rbac-risks';
import { type BundleRbacGrant, type BundleRbacRule, RbacScope } from '../../report/rbac-rule';
import { waives } from '../lock/fewest-waivers';
import { LockChangeKind } from '../lock/lock-change';
import { bundleOfPackage, catalogKeyOf, type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import { type LockWaiver, NOT_CHECKED, RIGHT_GAINED } from '../lock/lock-waiver';
import type { PlanSources } from '../plan/make-plan';
import type { PlannedOperator, UpgradeFinding } from '../plan/planned-operator';
import type { GateSettings } from './gate-settings';

/** A version on the way, without a bundle if the catalog has no manifests for it. */
interface Step {
  readonly csv: string;
  readonly bundle?: Bundle;
}

/**
 * Adds to each upgrade of a plan the findings about changes that are not allowed, with the reasons of waivers: changes of CRDs that OLM v1 refuses,
 * and forbidden rights, from each version to the next one on the way. Operators that are new or removed have none.
 */
export function withGates(
  operators: readonly PlannedOperator[], after: LockContent, sources: PlanSources, settings: GateSettings,
): PlannedOperator[] {
  const locked = new Map(after.operators.map((operator) => [operatorKey(operator), operator]));
  return operators.map((operator) => {
    const to = locked.get(operatorKey(operator));
    return operator.kind !== LockChangeKind.CHANGED || to === undefined ? operator : { ...operator, ...gatesOf(operator, to, sources, settings) };
  });
}

function gatesOf(
  { before, after, approvals }: PlannedOperator, locked: LockedOperator, sources: PlanSources, settings: GateSettings,
): Pick<PlannedOperator, 'findings' | 'staleWaivers' | 'unchecked'> {
  // Without a path, the operator must be removed and reinstalled, which keeps CRDs, so the first and last versions are compared.
  const steps = [before, ...(approvals.length === 0 ? [after] : approvals)].map((csv) => stepOf(csv, locked, sources));
  const known = steps.filter(({ bundle }) => bundle !== undefined);
  const unknown = steps.filter(({ bundle }) => bundle === undefined).map(({ csv }) => csv);
  const watchesOne = settings.singleNamespaces.includes(locked.namespace);
  const found = [
    ...known.slice(1).flatMap(({ csv, bundle }, index): UpgradeFinding[] => {
      const previous = known[index]!;
      return findingsOf(previous.bundle!, bundle!, settings, watchesOne)
        .map(({ rule, field, message }) => ({ rule, field, before: previous.csv, after: csv, message }));
    }),
    ...(settings.requireManifests ? unknown.map((csv): UpgradeFinding => ({
      rule: NOT_CHECKED, field: csv, before, after, message: 'the catalog has no manifests of it, and they are required',
    })) : []),
  ];
  return { ...waivedFindings(found, waiversForLocked(locked)), unchecked: unknown };
}

function findingsOf(before: Bundle, after: Bundle, settings: GateSettings, watchesOne: boolean): ChangeFinding[] {
  return [...crdFindings(BundleComparison.of(before, after).content.crdChanges), ...rightFindings(before, after, settings, watchesOne)];
}

function stepOf(csv: string, locked: LockedOperator, { catalogs }: PlanSources): Step {
  const bundle = bundleOfPackage(catalogs.get(catalogKeyOf(locked)), locked, csv)?.content;
  return { csv, ...defined({ bundle }) };
}

/** Returns the waivers for the version that an operator is locked to. */
export function waiversForLocked({ waivers, version: locked }: LockedOperator): LockWaiver[] {
  return waivers.filter(({ version = locked }) => version === locked);
}

/** Findings with the reasons of their waivers, and the waivers that match none. */
interface WaivedFindings {
  readonly findings: UpgradeFinding[];
  readonly staleWaivers: LockWaiver[];
}

/** Adds the reason of the first waiver that matches to each finding. */
function waivedFindings(found: readonly UpgradeFinding[], waivers: readonly LockWaiver[]): WaivedFindings {
  return {
    findings: found.map((finding) => {
      const reason = waivers.find((waiver) => waives(waiver, finding))?.reason;
      return reason === undefined ? finding : { ...finding, reason };
    }),
    staleWaivers: waivers.filter((waiver) => !found.some((finding) => waives(waiver, finding))),
  };
}

/** A finding without the CSVs before and after the change. */
export interface ChangeFinding {
  readonly rule: string;
  readonly field: string;
  readonly message: string;
}

/** Returns the changes of CustomResourceDefinitions because of which OLM v1 refuses an upgrade. */
export function crdFindings(changes: readonly BundleCrdChange[]): ChangeFinding[] {
  return changes.flatMap((crd) => crd.changes
    .filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED)
    .map((change) => ({ rule: change.rule, field: fieldOf(crd.name, change), message: change.message })));
}

function fieldOf(crd: string, { version, servedBeside, path }: CrdChange): string {
  const versions = version === undefined ? '' : `/${version}${servedBeside === undefined ? '' : ` beside ${servedBeside}`}`;
  return `${crd}${versions}${path === undefined || path === '' ? '' : `/${path}`}`;
}

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
