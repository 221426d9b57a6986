import { smallest } from '../../../text/lists';
import { Finding } from '../explain/explanation';
import { RemedyWords } from '../explain/known-cause';
import { CauseName } from '../explain/known-causes';
import { Action } from '../view/action';
import { ClusterView, Interest } from '../view/cluster-view';
import { ReportedProgress } from './progress';
import { PhaseTimes, Timeouts } from './waiter';

/** What a waiter waits for until it has seen every object once. */
export const INITIAL_LISTS = 'the initial lists from the API server';

/** What a waiter observes in the cluster at one point in time. */
export interface Observation<Memory, Outcome> {
  readonly memory: Memory;
  readonly phase: string;
  /** What the waiter waits for, for the progress line. */
  readonly waitingFor: string;
  /** Whether that may have happened: a dump lacks the object that would tell, so no timeout applies. @default false */
  readonly isUnseen?: boolean;
  /** Everything to watch from now on. */
  readonly watch: readonly Interest[];
  /** Problems, the most likely cause first. */
  readonly findings: readonly Finding[];
  /** Actions that are pending. */
  readonly actions: readonly Action[];
  /** Set when everything is ready: the outcome, and a key that identifies it. The settling time restarts when the key changes. */
  readonly ready?: { readonly key: string; readonly outcome: Outcome };
  /** The part of the outcome that was reached. */
  readonly reached: Partial<Outcome>;
}

/** Circumstances of an observation. */
export interface ObservationContext {
  /** Whether the wait is taking so long that objects that only help to explain a failure are watched as well. */
  readonly slow: boolean;
  /** Milliseconds spent in a phase; 0 for any phase but the current one. */
  readonly timeInPhase: (phase: string) => number;
}

/** Definition of one kind of waiter. `createWaiter` adds what all kinds share. */
export interface WaiterDefinition<Memory, Outcome> {
  /** Name of what the waiter waits for, for example `operator demo/plain`. */
  readonly subject: string;
  /** Continuation of the headline of a failure after the subject, for example `did not become ready`. */
  readonly failure: string;
  readonly firstPhase: string;
  readonly memory: Memory;
  readonly timeouts: Timeouts;
  /** Whether the wait is pointless in a cluster without OLM. */
  readonly needsOlm: boolean;
  /** Words that complete the remedies that depend on the operand. */
  readonly words?: RemedyWords;
  readonly observe: (memory: Memory, view: ClusterView, context: ObservationContext) => Observation<Memory, Outcome>;
  /** Starts another attempt after a finding that would end the wait. Returns undefined if no attempt is left. */
  readonly recover?: (memory: Memory, view: ClusterView, finding: Finding) => Memory | undefined;
}

/** Phase in which everything is ready and must stay ready for the settling time. */
export const SETTLING = 'settling';

/** How long an action may have no effect before it is requested again, in milliseconds. */
const ACTION_RETRY_AFTER = 10_000;

/** State of a waiter, common to all kinds. */
export interface WaiterState<Memory> {
  /** State that only this kind of waiter needs. */
  readonly memory: Memory;
  readonly startedAt: number;
  readonly phase: string;
  readonly phaseSince: number;
  /** Time spent in the phases that are over. */
  readonly times: PhaseTimes;
  /** When each current cause was first seen. */
  readonly causeSince: { readonly [cause in CauseName]?: number };
  /** Since when everything has been ready, and the key of what is ready. */
  readonly readiness?: { readonly key: string; readonly since: number };
  /** When each pending action was last requested. */
  readonly requestedAt: { readonly [actionKey: string]: number };
  readonly reported: ReportedProgress;
}

/** Returns the state at the start of a wait. */
export function initialState<Memory>(memory: Memory, phase: string, now: number): WaiterState<Memory> {
  return { memory, startedAt: now, phase, phaseSince: now, times: {}, causeSince: {}, requestedAt: {}, reported: { at: now } };
}

/** Enters a phase. Changes nothing if the waiter is already in it. */
export function enterPhase<Memory>(state: WaiterState<Memory>, phase: string, now: number): WaiterState<Memory> {
  return phase === state.phase ? state : { ...state, phase, phaseSince: now, times: phaseTimes(state, now) };
}

/** Returns the time spent in each phase, including the current one. */
export function phaseTimes({ times, phase, phaseSince }: WaiterState<unknown>, now: number): PhaseTimes {
  return { ...times, [phase]: (times[phase] ?? 0) + now - phaseSince };
}

/** Records the current causes. The grace period of a cause that disappears and returns starts again. */
export function withCauses<Memory>(state: WaiterState<Memory>, causes: readonly CauseName[], now: number): WaiterState<Memory> {
  return { ...state, causeSince: Object.fromEntries(causes.map((cause) => [cause, state.causeSince[cause] ?? now])) };
}

/** Records what is ready. The settling time restarts when the key changes. */
export function withReadiness<Memory>(
  { readiness: before, ...state }: WaiterState<Memory>, key: string | undefined, now: number,
): WaiterState<Memory> {
  if (key === undefined) {
    return state;
  }
  return { ...state, readiness: before?.key === key ? before : { key, since: now } };
}

/** Returns the actions to request now: the new ones, and those that had no effect for a while. */
export function requestActions<Memory>(
  state: WaiterState<Memory>, pending: readonly Action[], now: number,
): { readonly state: WaiterState<Memory>; readonly actions: readonly Action[]; readonly retryAt: number | undefined } {
  const actions = pending.filter(({ key }) => now - (state.requestedAt[key] ?? -Infinity) >= ACTION_RETRY_AFTER);
  const isRequested = (key: string): boolean => actions.some((action) => action.key === key);
  const requestedAt = Object.fromEntries(pending.map(({ key }) => [key, isRequested(key) ? now : state.requestedAt[key]!]));
  const retryAt = smallest(Object.values(requestedAt)) + ACTION_RETRY_AFTER;
  return { state: { ...state, requestedAt }, actions, retryAt: pending.length === 0 ? undefined : retryAt };
}
