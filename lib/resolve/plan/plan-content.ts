import { PlannedInstallPlan } from './planned-install-plan';
import { PlannedOperator } from './planned-operator';

/** Version of the format that this library reads and writes. */
export const PLAN_VERSION = 1;

/** Source of a plan. */
export interface PlanSource {
  /** Path of the file. */
  readonly file: string;

  /** Line of each of its operators, from 1. */
  readonly lines: number[];
}

/** Content of an upgrade plan. */
export interface PlanContent {
  /** Operators that change. */
  readonly operators: readonly PlannedOperator[];

  /** InstallPlans that OLM creates for them, in order within each namespace. */
  readonly installPlans: readonly PlannedInstallPlan[];

  /** Source of the plan. @default - it was created in this program */
  readonly source?: PlanSource;
}
