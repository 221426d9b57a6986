import type { InputCheck } from './input-checks';
import type { JsonMap } from '../../bundle/json-value';
import type { ClusterView } from '../wait/cluster/cluster-view';
import type { Interest } from '../wait/cluster/interest';
import type { RemovalReport } from '../wait/removal/stage';
import type { Verdict, Waiter } from '../wait/waiting/waiter';

/** How things are in the cluster, compared with what a waiter left behind. */
export interface Look {
  /** What has to be listed to see it; it may grow after a list. */
  readonly watch: readonly Interest[];

  /** Whether all of it is listed. */
  readonly isKnown: boolean;

  /** Whether what the waiter waited for is there at all. */
  readonly isThere: boolean;

  /** What is as the outputs say no longer, in words. */
  readonly drift: readonly string[];

  /** The outputs as they are now. */
  readonly outputs: JsonMap;
}

/** What is special about a kind of waiting resource; the rest is the same for all. */
export interface WaiterKind<Outcome> {
  /** What it waits for, for messages, such as `operator demo/plain`. */
  readonly subject: (inputs: JsonMap) => string;

  /** The inputs that it has, with what each has to be. Those that all kinds have come with it. */
  readonly checks: { readonly [input: string]: InputCheck };

  /** The inputs without which there is nothing to wait for. */
  readonly required: readonly string[];

  /** The inputs whose change makes it another thing. */
  readonly identity: readonly string[];

  /** Set where the old one may stay until the new one is there, and what is in it has moved. */
  readonly sideBySide?: true;

  /** The inputs that only say how: their change is noted, and nothing is waited for. */
  readonly manner: readonly string[];

  /** The wait; undefined where there is nothing to wait for. `before` is what was put out the last time. */
  readonly waiter: (inputs: JsonMap, before: JsonMap) => Waiter<unknown, Outcome> | undefined;

  /** The outputs beside the inputs: of a wait that ended well, or as far as it got. */
  readonly outputs: (inputs: JsonMap, verdict: Verdict<Outcome>, view: ClusterView) => JsonMap;

  /** What is worth a line besides that it is ready. */
  readonly told?: (outcome: Outcome) => readonly string[];

  readonly look: (outputs: JsonMap, view: ClusterView) => Look;

  /** What has to go because of other inputs, before anything is waited for; undefined where there is nothing. */
  readonly supersede?: (outputs: JsonMap, inputs: JsonMap) => Waiter<unknown, RemovalReport> | undefined;

  /** The removal in the right order; undefined where there is nothing to remove. */
  readonly removal: (outputs: JsonMap) => Waiter<unknown, RemovalReport> | undefined;
}
