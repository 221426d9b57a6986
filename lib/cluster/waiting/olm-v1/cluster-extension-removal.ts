import { collectionStage, ExtensionRemoval, extensionStage, operandGuard, operandInterests, operandsStage } from './extension-removal-stages';
import { controllerInterest, crdsOf, deploymentsOf, extensionInterest } from './resources';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { objectOf, objectsOf, optional } from '../view/queries';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, Observation, ObservationContext } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts, withTimeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { RemovalReport } from '../removal/stage';
import { observeStages } from '../removal/stages-in-order';

/** Options of `clusterExtensionRemoval`. */
export interface ClusterExtensionRemovalOptions {
  /** Name of the ClusterExtension. */
  readonly name: string;
  /** Namespace of its objects, in case the ClusterExtension no longer exists. */
  readonly namespace?: string;
  /**
   * What happens to operands, the objects of the bundle's APIs. OLM v1 deletes the CRDs with the ClusterExtension, and all their objects with them:
   * - `abort`: nothing is removed while there are operands
   * - `ignore`: they are lost; those with finalizers may block the deletion of their CRDs, because the operator is deleted at the same time
   * - `delete`: they are deleted first, while the operator is still running
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `CLUSTER_EXTENSION_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `clusterExtensionRemoval`, in their order. */
export type ClusterExtensionRemovalPhase = 'inspecting' | 'operands' | 'extension' | 'collecting';

/** Timeouts of `clusterExtensionRemoval`, which are like those of `operatorRemoval`. */
export const CLUSTER_EXTENSION_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0, phases: { operands: 10 * 60_000, extension: 3 * 60_000, collecting: 6 * 60_000 },
};

/** Memory of the removal: the namespace of the bundle's objects, and the deleted objects. */
interface ExtensionRemovalMemory {
  readonly namespace: string | undefined;
  readonly removed: readonly string[];
}

/** Removes a ClusterExtension: the operands according to the options, the ClusterExtension, and with it everything that OLM v1 created for it. */
export function clusterExtensionRemoval(options: ClusterExtensionRemovalOptions): Waiter<WaiterState<ExtensionRemovalMemory>, RemovalReport> {
  const { name, timeouts } = options;
  return createWaiter<ExtensionRemovalMemory, RemovalReport>({
    subject: `removal of cluster extension ${name}`,
    failure: 'did not finish',
    firstPhase: 'inspecting',
    memory: { namespace: options.namespace, removed: [] },
    timeouts: { ...withTimeouts(CLUSTER_EXTENSION_REMOVAL_TIMEOUTS, timeouts), settling: 0 },
    needsOlm: false,
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

function observe(
  { name, operands = 'abort', force = false }: ClusterExtensionRemovalOptions, before: ExtensionRemovalMemory, view: ClusterView,
  { timeInPhase }: ObservationContext,
): Observation<ExtensionRemovalMemory, RemovalReport> {
  const extension = objectOf(view, extensionInterest(name)) ?? undefined;
  const namespace = specString(extension, 'namespace') ?? before.namespace;
  const removal: ExtensionRemoval = { name, namespace, operands, force, view, timeInPhase };
  const watch = interests(removal, extension);
  if (!watch.every((interest) => interest.optional === true || objectsOf(view, interest) !== undefined)) {
    return {
      memory: { ...before, namespace }, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch, findings: [], actions: [], reached: {},
    };
  }
  const observed = observeStages(before.removed, [
    () => operandGuard(removal), () => operandsStage(removal),
    () => extensionStage(removal), () => collectionStage(removal),
  ], watch);
  return { ...observed, memory: { ...observed.memory, namespace } };
}

/**
 * Returns what to watch. Objects of the bundle's APIs that are ignored only explain why a CRD is not deleted. The same applies to all of them once
 * OLM v1 is deleting: then a conversion webhook without its operator may prevent them from being listed.
 */
function interests(removal: ExtensionRemoval, extension: KubernetesObject | undefined): Interest[] {
  const { name, namespace, operands } = removal;
  const decide = operands !== 'ignore' && extension !== undefined && !isTerminating(extension);
  return [
    extensionInterest(name), crdsOf(name), controllerInterest('operator-controller'),
    ...(namespace === undefined ? [] : [deploymentsOf(name, namespace)]),
    ...operandInterests(removal).map((interest) => (decide ? interest : optional(interest))),
  ];
}
