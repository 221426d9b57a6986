import { PlannedInstallPlan } from './planned-install-plan';
import { PlannedOperator } from './planned-operator';

/** Version of the format that this library reads and writes. */
export const PLAN_VERSION = 1;

/** Content of an upgrade plan. */
export interface PlanContent {
  readonly operators: readonly PlannedOperator[];
  readonly installPlans: readonly PlannedInstallPlan[];

  /** Where it was read. @default - it was made in this program */
  readonly source?: PlanSource;
}

/** File of a plan, with the line of each operator. */
export interface PlanSource {
  readonly file: string;
  readonly lines: readonly number[];
}
