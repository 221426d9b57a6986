import { Action } from '../view/action';
import { Look, LookTimes } from './look-result';
import { Progress } from './progress';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { Explanation } from '../explain/explanation';

/** Milliseconds spent in each phase, in the order in which the phases began. */
export interface PhaseTimes {
  readonly [phase: string]: number;
}

/** Result of a wait. */
export type Verdict<Outcome> = Done<Outcome> | Failed<Outcome>;

/** The wait succeeded. */
export interface Done<Outcome> {
  readonly kind: 'done';
  readonly outcome: Outcome;
  readonly times: PhaseTimes;
}

/** The wait failed: waiting longer does not help, or it timed out. */
export interface Failed<Outcome> {
  readonly kind: 'failed';
  readonly explanation: Explanation;
  /** The part of the outcome that was reached. */
  readonly reached: Partial<Outcome>;
  readonly times: PhaseTimes;
}

/** Result of one step of the state machine. */
export interface Step<State, Outcome> {
  /** State for the next step. */
  readonly state: State;
  /** Everything to watch from now on. Watches that are not listed may be closed. */
  readonly watch: readonly Interest[];
  /** Actions to perform. Each is requested once, and again if it has had no effect for a while. */
  readonly actions: readonly Action[];
  /** Line to print. */
  readonly progress?: Progress;
  /** Set when the wait is over. The rest of the step is then irrelevant. */
  readonly verdict?: Verdict<Outcome>;
  /** When to take the next step if nothing changes until then. */
  readonly wakeAt?: number;
}

/**
 * State machine that decides from the view of the cluster whether a wait is over.
 *
 * Pure: the same state, view and time result in the same step. Times are milliseconds of a monotonic clock with any origin.
 * The caller takes a step at the start, after each change of the view, and at `wakeAt`, until there is a verdict.
 */
export interface Waiter<State, Outcome> {
  readonly start: (now: number) => State;
  readonly step: (state: State, view: ClusterView, now: number) => Step<State, Outcome>;
}

/** Waiter that can also evaluate a cluster at one point in time, without waiting and without acting. */
export interface JudgingWaiter<State, Outcome> extends Waiter<State, Outcome> {
  readonly look: (view: ClusterView, times: LookTimes) => Look<Outcome>;
}
