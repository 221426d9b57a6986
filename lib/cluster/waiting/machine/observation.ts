import { RemedyWords } from '../causes/known-cause';
import { Action } from '../view/action';
import { Timeouts } from './timeouts';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { Finding } from '../explain/finding';

/** What a waiter waits for until it has seen every object once. */
export const INITIAL_LISTS = 'the initial lists from the API server';

/** What a waiter observes in the cluster at one point in time. */
export interface Observation<Memory, Outcome> {
  readonly memory: Memory;
  readonly phase: string;
  /** What the waiter waits for, for the progress line. */
  readonly waitingFor: string;
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
