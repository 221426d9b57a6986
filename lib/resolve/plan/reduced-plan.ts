import { PLAN_VERSION, type PlanContent } from './plan-content';
import type { PlannedInstallPlan } from './planned-install-plan';
import type { PlannedOperator } from './planned-operator';

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
