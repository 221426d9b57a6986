import { LockChangeKind } from '../lock/lock-change';
import type { PlannedInstallPlan, PlannedOperator, PlanSource } from './planned-operator';

/** Version of the format that this library reads and writes. */
export const PLAN_VERSION = 1;

/** Content of an upgrade plan. */
export interface PlanContent {
  /** Operators that change. */
  readonly operators: readonly PlannedOperator[];

  /** InstallPlans that OLM creates for them, in order within each namespace. */
  readonly installPlans: readonly PlannedInstallPlan[];

  /** Source of the plan. @default - it was created in this program */
  readonly source?: PlanSource;
}

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

/** An upgrade plan that is reduced to the part that concerns approval. */
export interface ReducedPlan {
  readonly planVersion: number;
  readonly operators: readonly Pick<PlannedOperator, 'namespace' | 'packageName' | 'kind' | 'before' | 'after' | 'approvals'>[];
  readonly installPlans: readonly PlannedInstallPlan[];
}

/** Returns the part of a plan for some namespaces that concerns approval. `readPlan` reads its JSON. */
export function reducedPlan({ operators, installPlans }: PlanContent, namespaces: readonly string[]): ReducedPlan {
  const isHere = ({ namespace }: { readonly namespace: string }): boolean => namespaces.includes(namespace);
  return {
    planVersion: PLAN_VERSION,
    operators: operators.filter(isHere).map(({ namespace, packageName, kind, before, after, approvals }) => (
      { namespace, packageName, kind, before, after, approvals: [...approvals] }
    )),
    installPlans: installPlans.filter(isHere).map(({ namespace, csvs }) => ({ namespace, csvs: [...csvs] })),
  };
}
