import type { PlanContent } from './plan-content';
import { LockChangeKind } from '../lock/lock-change';

/** The InstallPlans of a namespace, each with the CSVs that it installs. */
export interface JointInstallPlans {
  readonly namespace: string;
  readonly installPlans: readonly (readonly string[])[];
}

/**
 * Returns the InstallPlans of the namespaces in which several operators change. In other namespaces, they are the same as the path of the only
 * operator.
 */
export function jointInstallPlans({ operators, installPlans }: PlanContent): JointInstallPlans[] {
  const changing = operators.filter(({ kind }) => kind !== LockChangeKind.REMOVED).map(({ namespace }) => namespace);
  return [...new Set(changing)]
    .filter((namespace) => changing.indexOf(namespace) !== changing.lastIndexOf(namespace))
    .map((namespace) => ({ namespace, installPlans: installPlans.filter((plan) => plan.namespace === namespace).map(({ csvs }) => csvs) }))
    .filter((found) => found.installPlans.length > 0);
}
