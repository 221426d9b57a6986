import { Interest } from '../view/interest';
import { ExplainedFinding } from '../explain/explanation';

/** Times of a look, in milliseconds of one clock. */
export interface LookTimes {
  /** Since when the cluster has been in its current state. */
  readonly since: number;
  readonly now: number;
}

/** Result that a waiter would have now if it had waited since the cluster entered its current state. */
export interface Look<Outcome> {
  /** `pending` as long as a waiter would continue to wait. */
  readonly verdict: 'ready' | 'failed' | 'pending';
  readonly phase: string;
  /** What the waiter waits for; irrelevant if everything is ready. */
  readonly waitingFor: string;
  /** Everything that must be listed to reach a verdict and explain it. */
  readonly watch: readonly Interest[];
  /** Problems, the most likely cause first, or an empty list if everything is ready. */
  readonly findings: readonly ExplainedFinding[];
  /** The part of the outcome that was reached. */
  readonly reached: Partial<Outcome>;
}
