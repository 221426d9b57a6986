import { Action } from './action';
import { Progress } from './progress';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { Explanation } from '../explain/explanation';

/** Milliseconds that were spent in each phase, in the order in which the phases began. */
export interface PhaseTimes {
  readonly [phase: string]: number;
}

/** How a wait ends. */
export type Verdict<Outcome> = Done<Outcome> | Failed<Outcome>;

/** What was asked for is there. */
export interface Done<Outcome> {
  readonly kind: 'done';
  readonly outcome: Outcome;
  readonly times: PhaseTimes;
}

/** What was asked for is not there, and waiting longer does not help, or the time is over. */
export interface Failed<Outcome> {
  readonly kind: 'failed';
  readonly explanation: Explanation;
  /** How far it got. */
  readonly reached: Partial<Outcome>;
  readonly times: PhaseTimes;
}

/** What follows from a look at the cluster. */
export interface Step<State, Outcome> {
  /** What the next step begins with. */
  readonly state: State;
  /** Everything that is to be followed from now on; what was followed before and is not in it may be dropped. */
  readonly watch: readonly Interest[];
  /** What to do; a wish is told once, and again when it has not come true for some time. */
  readonly actions: readonly Action[];
  /** A line to print. */
  readonly progress?: Progress;
  /** The end. Nothing else of the step matters then. */
  readonly verdict?: Verdict<Outcome>;
  /** When to take the next step, should nothing happen until then. */
  readonly wakeAt?: number;
}

/**
 * Decides, from what is known about the cluster, whether what was asked for is there.
 *
 * Pure: the same state, view and time give the same step. Times are milliseconds of a clock that never goes back, with any zero.
 * A caller takes a step at the start, after each change of the view, and at `wakeAt`, until there is a verdict.
 */
export interface Waiter<State, Outcome> {
  readonly start: (now: number) => State;
  readonly step: (state: State, view: ClusterView, now: number) => Step<State, Outcome>;
}
