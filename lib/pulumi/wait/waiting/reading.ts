import { Action } from './action';
import { Timeouts } from './timeouts';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { Finding } from '../explain/finding';

/** What a kind of waiter reads from the cluster at a moment. */
export interface Reading<Memory, Outcome> {
  readonly memory: Memory;
  readonly phase: string;
  readonly waitingFor: string;
  readonly watch: readonly Interest[];
  /** What is wrong or not yet right, the likeliest cause first. */
  readonly findings: readonly Finding[];
  /** What should be done now. */
  readonly wishes: readonly Action[];
  /** Set when all holds: the outcome, and what tells it from another outcome, so that settling begins anew. */
  readonly ready?: { readonly what: string; readonly outcome: Outcome };
  /** How far it got. */
  readonly reached: Partial<Outcome>;
}

/** When a reading is made. */
export interface Moment {
  /** Whether it takes so long that what only serves to explain should be followed too. */
  readonly slow: boolean;
  /** For how many milliseconds a phase has lasted; 0 for any but the present one. */
  readonly timeIn: (phase: string) => number;
}

/** What is special about a kind of waiter; the rest is the same for all. */
export interface Logic<Memory, Outcome> {
  /** What is waited for, for example `operator demo/plain`. */
  readonly subject: string;
  /** What it has not done when the wait fails, for example `did not get ready`. */
  readonly failure: string;
  readonly firstPhase: string;
  readonly memory: Memory;
  readonly timeouts: Timeouts;
  /** Whether there is nothing to wait for without OLM's API. */
  readonly needsOlm: boolean;
  readonly read: (memory: Memory, view: ClusterView, moment: Moment) => Reading<Memory, Outcome>;
  /** Another try after a finding that would end the wait; undefined where there is none. */
  readonly recover?: (memory: Memory, view: ClusterView, finding: Finding) => Memory | undefined;
}
