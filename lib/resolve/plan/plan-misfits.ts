import { groupBy } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { LockChangeKind } from '../lock/lock-change';
import type { LockProblem } from '../lock/lock-problem';
import type { PlanContent } from './plan-content';
import type { PlannedOperator } from './planned-operator';

/** A Subscription for which a plan is used. */
export interface PlannedSubscription {
  readonly namespace: string;
  readonly name: string;
  readonly packageName: string;

  /** Its `startingCSV`. @default - none */
  readonly csv?: string;

  /** Whether InstallPlans for it need approval. */
  readonly isManual: boolean;
}

/** Returns why a plan cannot be used for Subscriptions, with the lines of the plan. Operators without one of these Subscriptions are ignored. */
export function planMisfits({ operators, source }: PlanContent, subscriptions: readonly PlannedSubscription[]): LockProblem[] {
  const byPackage = groupBy(subscriptions, packageKey);
  const found = operators.flatMap((operator, index) => (byPackage.get(packageKey(operator)) ?? [])
    .map((subscription) => ({ operator, subscription, line: source === undefined ? {} : { line: source.lines[index]! } })));
  if (found.length === 0 && operators.length > 0) {
    return [{ message: `the plan is for ${namesOf(operators)}, and the Subscriptions are for ${namesOf(subscriptions)}; use the plan for these` }];
  }
  return found.flatMap(({ operator, subscription, line }) => {
    const message = misfitOf(operator, subscription);
    return message === undefined ? [] : [{ message, ...line }];
  });
}

/** Returns the planned operator of a Subscription, or undefined if the plan does not change it. */
export function plannedOperatorOf(
  { operators }: PlanContent, subscription: Pick<PlannedSubscription, 'namespace' | 'packageName'>,
): PlannedOperator | undefined {
  return BY_PACKAGE(operators).get(packageKey(subscription))?.[0];
}

const BY_PACKAGE = perObject((operators: readonly PlannedOperator[]) => groupBy(operators, packageKey));

function packageKey({ namespace, packageName }: { readonly namespace: string; readonly packageName: string }): string {
  return JSON.stringify([namespace, packageName]);
}

function misfitOf(operator: PlannedOperator, { namespace, name, csv, isManual }: PlannedSubscription): string | undefined {
  const { kind, before, after, approvals, problems } = operator;
  const subscription = `Subscription ${namespace}/${name}`;
  if (kind === LockChangeKind.REMOVED) {
    return `the plan removes ${before}, and ${subscription} installs it; make the plan again for the lock with it`;
  }
  if (csv !== undefined && csv !== after) {
    return `the plan leads to ${after}, and ${subscription} is pinned to ${csv}; make the plan again for the present lock`;
  }
  if (!isManual) {
    return `${subscription} has automatic approval, so OLM would not wait for the approvals of the plan; set its approval to Manual`;
  }
  return approvals.length > 0 ? undefined
    : `the plan has no approvals that lead to ${after}${problems.length === 0 ? '' : `: ${problems.join('; ')}`}; make a plan that OLM can follow`;
}

function namesOf(operators: readonly { readonly namespace: string; readonly packageName: string }[]): string {
  const names = [...new Set(operators.map((operator) => `${operator.namespace}/${operator.packageName}`))].sort();
  return names.length === 0 ? 'nothing' : names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
