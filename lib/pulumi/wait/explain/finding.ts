import { Patience } from './causes/known-cause';
import { CauseName } from './known-causes';

/** Something that is wrong, or not yet right. */
export interface Finding {
  readonly cause: CauseName;
  /** What was found, and where. */
  readonly text: string;
  /** What to do. @default - what the table of known causes says */
  readonly remedy?: string;
  /** How long to wait for it to pass. @default - what the table of known causes says */
  readonly patience?: Patience;
  /** Whether it counts from the start of the wait, because it cannot have been otherwise. @default false */
  readonly sinceStart?: boolean;
}
