import { LockChangeKind } from '../lock/lock-change';
import { waives } from '../lock/fewest-waivers';
import { catalogKeyOf, type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import { NOT_REACHED } from '../lock/lock-waiver';
import { NOT_DECIDED, withInstallPlans } from '../plan/install-plans';
import { makePlan, type PlanSources } from '../plan/make-plan';
import type { PlanContent } from '../plan/plan-content';
import type { PlannedOperator, UpgradeFinding } from '../plan/planned-operator';
import type { GateSettings } from './gate-settings';
import { waiversForLocked, withGates } from './upgrade-gates';

/** Returns the plan from one lock to another, with the findings about changes that are not allowed and versions that OLM does not install. */
export function gatedPlan(before: LockContent, after: LockContent, sources: PlanSources, settings: GateSettings): PlanContent {
  const plan = withInstallPlans(withGates(makePlan(before, after, sources), after, sources, settings), before, after, sources);
  const locked = new Map(after.operators.map((operator) => [operatorKey(operator), operator]));
  return {
    ...plan,
    operators: plan.operators.map((operator) => {
      const to = locked.get(operatorKey(operator));
      // Without the content of the catalog, nothing is known about its upgrades.
      return to === undefined || !sources.catalogs.has(catalogKeyOf(to)) ? operator : withReach(operator, to);
    }),
  };
}

/** Adds a finding if OLM does not install the locked version, and removes the waivers for it from those that match nothing. */
function withReach(operator: PlannedOperator, locked: LockedOperator): PlannedOperator {
  if (operator.kind === LockChangeKind.REMOVED || operator.approvals.length > 0) {
    return operator;
  }
  const { before, after, problems } = operator;
  const message = problems.some((problem) => problem.startsWith(NOT_DECIDED)) ? 'it is not decided whether OLM installs it' : 'OLM does not install it';
  const finding: UpgradeFinding = { rule: NOT_REACHED, field: after, before: before === '' ? '(new)' : before, after, message };
  const waiver = waiversForLocked(locked).find((each) => waives(each, finding));
  return {
    ...operator,
    findings: [...operator.findings, waiver === undefined ? finding : { ...finding, reason: waiver.reason }],
    staleWaivers: operator.staleWaivers.filter((each) => !waives(each, finding)),
  };
}
