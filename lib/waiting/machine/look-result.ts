import { Interest } from '../cluster/interest';
import { ExplainedFinding } from '../explain/explanation';

/** When a waiter looks, in milliseconds of one clock. */
export interface LookTimes {
  /** Since when the cluster has been in its present state. */
  readonly since: number;
  readonly now: number;
}

/** What a waiter sees at one moment: what it would say now if it had waited since the present state began. */
export interface Look<Outcome> {
  /** `pending` as long as a waiter would still wait. */
  readonly verdict: 'ready' | 'failed' | 'pending';
  readonly phase: string;
  /** What has to happen next; irrelevant if everything is ready. */
  readonly waitingFor: string;
  /** Everything that has to be listed to decide and to explain. */
  readonly watch: readonly Interest[];
  /** Problems, the most likely cause first; none if everything is ready. */
  readonly findings: readonly ExplainedFinding[];
  /** The outcome as far as it was reached. */
  readonly reached: Partial<Outcome>;
}
