import { OperatorUpgradePlan } from '../../lib/resolve/operator-upgrade-plan';

/** An operator of a test plan: what is installed before, and what is approved. */
export interface PlannedPath {
  readonly namespace: string;
  readonly packageName: string;
  readonly before?: string;
  readonly approvals: readonly string[];
}

/** Returns the JSON of a plan, without InstallPlans. */
export function planJson(...operators: PlannedPath[]): string {
  return JSON.stringify({
    planVersion: 1,
    operators: operators.map(({ before = '', approvals, ...operator }) => (
      { ...operator, kind: before === '' ? 'added' : 'changed', before, after: approvals.at(-1), approvals }
    )),
  }, undefined, 1);
}

/** Returns a plan, without InstallPlans. */
export function planOf(...operators: PlannedPath[]): OperatorUpgradePlan {
  return OperatorUpgradePlan.fromString(planJson(...operators));
}
