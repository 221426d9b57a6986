import { RemedyWords } from '../causes/known-cause';
import { Action } from '../cluster/action';
import { Timeouts } from './timeouts';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { Finding } from '../explain/finding';

/** What a waiter observes in the cluster at one moment. */
export interface Observation<Memory, Outcome> {
  readonly memory: Memory;
  readonly phase: string;
  /** What has to happen next, for the progress line. */
  readonly waitingFor: string;
  /** Everything to watch from now on. */
  readonly watch: readonly Interest[];
  /** Problems, the most likely cause first. */
  readonly findings: readonly Finding[];
  /** Actions that are pending. */
  readonly actions: readonly Action[];
  /** Set when everything is ready: the outcome, and a key that identifies it. The settling time starts again when the key changes. */
  readonly ready?: { readonly key: string; readonly outcome: Outcome };
  /** The outcome as far as it was reached. */
  readonly reached: Partial<Outcome>;
}

/** Circumstances of an observation. */
export interface ObservationContext {
  /** Whether the wait takes long enough to also watch objects that only help to explain a failure. */
  readonly slow: boolean;
  /** Milliseconds spent in a phase; 0 for any phase but the current one. */
  readonly timeInPhase: (phase: string) => number;
}

/** Definition of one kind of waiter; `createWaiter` adds what all kinds share. */
export interface WaiterDefinition<Memory, Outcome> {
  /** What the waiter waits for, for example `operator demo/plain`. */
  readonly subject: string;
  /** How the headline of a failure goes on after the subject, for example `did not become ready`. */
  readonly failure: string;
  readonly firstPhase: string;
  readonly memory: Memory;
  readonly timeouts: Timeouts;
  /** Whether the wait makes no sense in a cluster without OLM. */
  readonly needsOlm: boolean;
  /** Completes the remedies that depend on the operand. */
  readonly words?: RemedyWords;
  readonly observe: (memory: Memory, view: ClusterView, context: ObservationContext) => Observation<Memory, Outcome>;
  /** Starts another attempt after a finding that would end the wait; returns undefined if there is none. */
  readonly recover?: (memory: Memory, view: ClusterView, finding: Finding) => Memory | undefined;
}
