import type { InputCheck, InputProblem } from './input-checks';
import type { JsonMap } from '../../json/json-value';
import type { ClusterView } from '../../waiting/cluster/cluster-view';
import type { Interest } from '../../waiting/cluster/interest';
import type { RemovalReport } from '../../waiting/removal/stage';
import type { Verdict, Waiter } from '../../waiting/machine/waiter';

/** State of the cluster, compared with the outputs of a waiter. */
export interface Observation {
  /** What must be listed to observe it; may grow after a list. */
  readonly watch: readonly Interest[];

  /** Whether all of it is listed. */
  readonly isKnown: boolean;

  /** Whether the object that the waiter is for exists. */
  readonly isThere: boolean;

  /** Differences from the outputs, for people. */
  readonly drift: readonly string[];

  /** What else a refresh prints, without planning an update. @default - nothing */
  readonly remarks?: readonly string[];

  /** Current outputs. */
  readonly outputs: JsonMap;
}

/** Removal of what new inputs make obsolete. */
export interface ObsoleteRemoval {
  /** What it is, for messages, such as `removal of operator namespace team`. */
  readonly title: string;
  readonly removal: Waiter<unknown, RemovalReport>;
}

/** What is specific to a kind of waiter; `waiterProvider` does the rest. */
export interface WaiterKind<Outcome> {
  /** Returns what the waiter is for, for messages, such as `operator demo/plain`. */
  readonly subject: (inputs: JsonMap) => string;

  /** Its inputs, with their checks, besides those of all kinds. */
  readonly checks: { readonly [input: string]: InputCheck };

  /** Required inputs. */
  readonly required: readonly string[];

  /** Inputs whose change replaces the resource. */
  readonly identity: readonly string[];

  /** Whether an update to new inputs keeps what `identity` would replace, in the same cluster. */
  readonly handsOver?: (outputs: JsonMap, inputs: JsonMap) => boolean;

  /** Returns what to add to the reason of a plan, for people. `replaces` is empty for an update. */
  readonly planned?: (outputs: JsonMap, inputs: JsonMap, replaces: readonly string[]) => readonly string[];

  /** Whether a replacement is created before the old resource is deleted, within one cluster too. */
  readonly createBeforeDelete?: (outputs: JsonMap) => boolean;

  /** Inputs whose change is stored without waiting again: they affect only how the waiter waits or removes. */
  readonly nonTriggeringInputs: readonly string[];

  /** For inputs of which only a part counts as a change: returns that part. */
  readonly compared?: { readonly [input: string]: (value: unknown) => unknown };

  /** Returns why inputs may not follow the last ones in the same cluster. Previews fail with it. */
  readonly refusedChange?: (before: JsonMap, inputs: JsonMap) => readonly InputProblem[];

  /** Returns the wait; undefined if there is nothing to wait for. `before` is the last outputs. */
  readonly waiter: (inputs: JsonMap, before: JsonMap) => Waiter<unknown, Outcome> | undefined;

  /** Returns the outputs besides the inputs: those of a completed wait, or what a failed one reached. */
  readonly outputs: (inputs: JsonMap, verdict: Verdict<Outcome>, view: ClusterView) => JsonMap;

  /** Returns the last outputs that stay when there is nothing to wait for. */
  readonly kept?: (before: JsonMap) => JsonMap;

  /** Returns additional lines to print when the wait is complete. */
  readonly remarks?: (outcome: Outcome) => readonly string[];

  /** Compares the cluster with the outputs, for a refresh. */
  readonly observe: (outputs: JsonMap, view: ClusterView) => Observation;

  /** Returns what is wrong with inputs, given the outputs of a completed wait; undefined if they agree. */
  readonly contradiction?: (inputs: JsonMap, outputs: JsonMap) => string | undefined;

  /** Returns the removal of what new inputs make obsolete, which runs before the wait of an update; undefined if there is nothing to remove. */
  readonly removalBeforeUpdate?: (outputs: JsonMap, inputs: JsonMap) => ObsoleteRemoval | undefined;

  /** Returns the ordered removal; undefined if there is nothing to remove. */
  readonly removal: (outputs: JsonMap) => Waiter<unknown, RemovalReport> | undefined;
}
