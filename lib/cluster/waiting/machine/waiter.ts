import { ExplainedFinding, Explanation } from '../explain/explanation';
import { Action } from '../view/action';
import { ClusterView, Interest } from '../view/cluster-view';
import { Progress } from './progress';

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

  /**
   * Returns what is known of a wait that is canceled now: how far it came, and what it was waiting for.
   *
   * @default - nothing can be reported about a canceled wait
   */
  readonly canceled?: (state: State, view: ClusterView, now: number) => Failed<Outcome>;
}

/** Returns what is known of a wait that is canceled now. */
export function canceledVerdict<State, Outcome>(waiter: Waiter<State, Outcome>, state: State, view: ClusterView, now: number): Failed<Outcome> {
  return waiter.canceled?.(state, view, now) ?? { kind: 'failed', explanation: { headline: 'canceled', timedOut: false, findings: [] }, reached: {}, times: {} };
}

/** Waiter that can also evaluate a cluster at one point in time, without waiting and without acting. */
export interface JudgingWaiter<State, Outcome> extends Waiter<State, Outcome> {
  readonly look: (view: ClusterView, times: LookTimes) => Look<Outcome>;
}

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

/** Timeouts of a waiter, in milliseconds. */
export interface Timeouts {
  /** Timeout of the whole wait. */
  readonly total: number;
  /** Timeouts of phases, by name. A phase that is not listed has only the total timeout. */
  readonly phases: { readonly [phase: string]: number };
  /** How long everything must stay ready, because OLM may revoke a success within a second after an upgrade. */
  readonly settling: number;
  /** Grace period for a problem that does not go away by itself, in case it was observed halfway through a change. */
  readonly terminalGrace: number;
  /** Grace period for a problem that OLM often recovers from. */
  readonly transientGrace: number;
}

/** Default timeouts, which each kind of waiter adjusts. */
export const DEFAULT_TIMEOUTS: Timeouts = { total: 15 * 60_000, phases: {}, settling: 2_000, terminalGrace: 10_000, transientGrace: 60_000 };

/** Returns timeouts with those that are set instead of the defaults, phase by phase. */
export function withTimeouts(defaults: Timeouts, set: Partial<Timeouts> | undefined): Timeouts {
  return { ...defaults, ...set, phases: { ...defaults.phases, ...set?.phases } };
}
