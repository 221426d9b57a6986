import { GracePeriod } from '../causes/known-cause';
import { CauseName } from '../causes/known-causes';

/** Problem that keeps a wait from succeeding. */
export interface Finding {
  readonly cause: CauseName;
  /** Problem and its location. */
  readonly message: string;
  /** Remedy for the user. @default - the remedy of the cause */
  readonly remedy?: string;
  /** Grace period of the problem, after which it ends the wait. @default - the grace period of the cause */
  readonly grace?: GracePeriod;
  /** Whether the grace period starts with the wait instead of when the problem was first seen. @default false */
  readonly sinceStart?: boolean;
}
