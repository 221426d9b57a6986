import { PlannedInstallPlan } from './planned-install-plan';
import { PlannedOperator } from './planned-operator';

/** Version of the format that this library reads and writes. */
export const PLAN_VERSION = 1;

/** Where a plan was read. */
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

  /** InstallPlans that OLM makes for them, those of each namespace in their order. */
  readonly installPlans: readonly PlannedInstallPlan[];

  /** Where it was read. @default - it was made in this program */
  readonly source?: PlanSource;
}
