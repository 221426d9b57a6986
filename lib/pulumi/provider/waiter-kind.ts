import type { Verdict, Waiter } from '../../cluster/waiting/machine/waiter';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import type { ClusterView, Interest } from '../../cluster/waiting/view/cluster-view';
import type { JsonMap } from '../../formats/json/json-value';
import type { InputProblem, WaiterInputs } from './waiter-inputs';

/** State of the cluster, compared with the outputs of a waiter. */
export interface Observation {
  /** Interests that must be listed to observe the state. There may be more after a list. */
  readonly watch: readonly Interest[];

  /** Whether all of them are listed. */
  readonly isKnown: boolean;

  /** Whether the object that the waiter handles exists. */
  readonly isThere: boolean;

  /** Differences from the outputs, in sentences. */
  readonly drift: readonly string[];

  /** Additional lines that a refresh prints without planning an update. @default - none */
  readonly remarks?: readonly string[];

  /** Current outputs. */
  readonly outputs: JsonMap;
}

/** Removal of what new inputs make obsolete. */
export interface ObsoleteRemoval {
  /** Name of the removal, for messages, such as `removal of operator namespace team`. */
  readonly title: string;
  readonly removal: Waiter<unknown, RemovalReport>;
}

/** How `pulumi import` finds what exists. */
export interface WaiterImport {
  /** Inputs that the ID consists of, in order, such as `namespace` and `name` for an ID in the form `NAMESPACE/NAME`. */
  readonly idInputs: readonly string[];

  /** Returns the inputs and outputs that a resource has besides, by what is in the cluster. @default - none */
  readonly found?: (inputs: JsonMap, view: ClusterView) => { readonly inputs: JsonMap; readonly outputs: JsonMap };
}

/** What is specific to a kind of waiter. `waiterProvider` does the rest. */
export interface WaiterKind<Outcome> {
  /** Returns the name of what the waiter handles, for messages, such as `operator demo/plain`. */
  readonly subject: (inputs: JsonMap) => string;

  /** Inputs of this kind, besides those of all kinds. */
  readonly inputs: WaiterInputs;

  /** Whether an update to new inputs, in the same cluster, keeps a resource that a changed input would replace. */
  readonly handsOver?: (outputs: JsonMap, inputs: JsonMap) => boolean;

  /** Returns lines to print after the reasons for an update or replacement in the same cluster. `replaces` is empty for an update. */
  readonly planned?: (outputs: JsonMap, inputs: JsonMap, replaces: readonly string[]) => readonly string[];

  /** Whether a replacement is created before the old resource is deleted, even in the same cluster. */
  readonly createBeforeDelete?: (outputs: JsonMap) => boolean;

  /** For each input of which only a part is compared, a function that returns that part. */
  readonly compared?: { readonly [input: string]: (value: unknown) => unknown };

  /** Returns why the last inputs, of which there are none before a creation, must not be changed to the new ones in the same cluster. */
  readonly refusedChange?: (before: JsonMap, inputs: JsonMap) => readonly InputProblem[];

  /** Returns the wait, or undefined if there is nothing to wait for. `before` is the last outputs. */
  readonly waiter: (inputs: JsonMap, before: JsonMap) => Waiter<unknown, Outcome> | undefined;

  /** Returns the outputs besides the inputs, of a completed wait or as far as a failed wait came. */
  readonly outputs: (inputs: JsonMap, verdict: Verdict<Outcome>, view: ClusterView) => JsonMap;

  /** Returns the last outputs that are kept when there is nothing to wait for. */
  readonly kept?: (before: JsonMap) => JsonMap;

  /** Returns additional lines to print when the wait is complete. */
  readonly remarks?: (outcome: Outcome, inputs: JsonMap) => readonly string[];

  /** Compares the cluster with the outputs, for a refresh. */
  readonly observe: (outputs: JsonMap, view: ClusterView) => Observation;

  /** How `pulumi import` finds what exists. @default - it cannot: creating the resource adopts what exists */
  readonly importing?: WaiterImport;

  /** Returns how inputs contradict the outputs of a completed wait, or undefined if they agree. */
  readonly contradiction?: (inputs: JsonMap, outputs: JsonMap) => string | undefined;

  /** Returns the removal of what new inputs make obsolete, which runs before the wait of an update, or undefined if there is nothing to remove. */
  readonly removalBeforeUpdate?: (outputs: JsonMap, inputs: JsonMap) => ObsoleteRemoval | undefined;

  /** Returns the ordered removal, or undefined if there is nothing to remove. */
  readonly removal: (outputs: JsonMap) => Waiter<unknown, RemovalReport> | undefined;
}
