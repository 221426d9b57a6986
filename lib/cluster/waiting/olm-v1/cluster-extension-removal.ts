import { Finding } from '../explain/explanation';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import {
  CollectedObjects, collectionStage, deletionPolicy, foundIn, isStopped, operandGuard, Operands, operandsStage, StageContext,
} from '../removal/operand-stages';
import { areListed, observeStages, RemovalMemory, removalWaiter, unlisted } from '../removal/removal-waiter';
import { deletionStage, FoundObject, RemovalReport, Stage } from '../removal/stage';
import { objectsOfCrd } from '../rules/crds';
import { CLUSTER_EXTENSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../view/api-resource';
import { ClusterView, Interest, objectOf, objectsOf, optional } from '../view/cluster-view';
import { condition, isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { errorFindings } from './extension-findings';
import { controllerFindings, controllerInterest, crdsOf, deploymentsOf, extensionInterest } from './resources';

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
interface ExtensionRemovalMemory extends RemovalMemory {
  readonly namespace: string | undefined;
}

/** Removes a ClusterExtension: the operands according to the options, the ClusterExtension, and with it everything that OLM v1 created for it. */
export function clusterExtensionRemoval(options: ClusterExtensionRemovalOptions): Waiter<WaiterState<ExtensionRemovalMemory>, RemovalReport> {
  const { name, timeouts } = options;
  return removalWaiter<ExtensionRemovalMemory>({
    subject: `removal of cluster extension ${name}`,
    memory: { namespace: options.namespace, removed: [] },
    timeouts: withTimeouts(CLUSTER_EXTENSION_REMOVAL_TIMEOUTS, timeouts),
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
  if (!areListed(watch, view)) {
    return unlisted({ ...before, namespace }, watch);
  }
  const observed = observeStages(before.removed, [
    () => operandGuard(removal, operandsOf(removal)), () => operandsStage(removal, operandsOf(removal)),
    () => extensionStage(removal), () => collectionStage(removal, collectedObjects(removal), operandsIn(removal)),
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
    ...crdsIn(removal).map(objectsOfCrd).map((interest) => (decide ? interest : optional(interest))),
  ];
}

/** Input of the stages of a removal. */
interface ExtensionRemoval extends StageContext {
  readonly name: string;
  /** Namespace of the bundle's objects, from the spec or from an earlier observation. */
  readonly namespace: string | undefined;
}

/** Kinds of owners of the objects that OLM v1 creates. */
const OWNERS = ['ClusterExtension', 'ClusterObjectSet', 'ClusterExtensionRevision'];

/** Returns the operands: objects of the bundle's APIs, which OLM v1 deletes with the CRDs. Once OLM v1 is deleting, it is too late to stop. */
function operandsOf(removal: ExtensionRemoval): Operands {
  const extension = extensionIn(removal);
  return {
    found: operandsIn(removal),
    mayStop: !!extension && !isTerminating(extension),
    mayDelete: !!extension,
    stay: false,
    isStopped: isStopped(deploymentsIn(removal)),
    problem: (count) => ({ cause: 'operands-at-risk', message: `OLM v1 would delete ${count} together with the CRDs` }),
  };
}

/** Deletes the ClusterExtension. */
function extensionStage(removal: ExtensionRemoval): Stage {
  const extension = extensionIn(removal);
  if (!extension) {
    return { phase: 'extension' };
  }
  const stage = deletionStage('extension', [{ resource: CLUSTER_EXTENSIONS, object: extension }], deletionPolicy(removal, 'deletes the ClusterExtension'));
  const progressing = condition(extension, 'Progressing');
  // An error from before the deletion is unrelated, unless it is the reason why the deletion does not finish.
  const errors = isTerminating(extension) && progressing !== undefined
    ? errorFindings(extension, progressing).map((finding): Finding => ({ ...finding, grace: 'timeout' })) : [];
  const findings = isTerminating(extension) ? [...controllerFindings('operator-controller', removal.view), ...(stage.findings ?? []), ...errors] : [];
  return { ...stage, findings };
}

/** Returns the bundle's objects, which the garbage collector deletes with the ClusterExtension. */
function collectedObjects(removal: ExtensionRemoval): CollectedObjects {
  return {
    found: [
      ...deploymentsIn(removal).map((object) => ({ resource: DEPLOYMENTS, object })),
      ...crdsIn(removal).map((object) => ({ resource: CUSTOM_RESOURCE_DEFINITIONS, object })),
    ],
    isOwned: ({ metadata: { ownerReferences = [] } }) => ownerReferences.some(({ kind }) => OWNERS.includes(kind)),
    whyLeft: () => 'it has no owner, so it was not deleted with the ClusterExtension',
  };
}

function extensionIn({ name, view }: ExtensionRemoval): KubernetesObject | null | undefined {
  return objectOf(view, extensionInterest(name));
}

function deploymentsIn({ name, namespace, view }: ExtensionRemoval): readonly KubernetesObject[] {
  return namespace === undefined ? [] : objectsOf(view, deploymentsOf(name, namespace)) ?? [];
}

/** Returns the CRDs of the bundle that still exist. */
function crdsIn({ name, view }: ExtensionRemoval): readonly KubernetesObject[] {
  return objectsOf(view, crdsOf(name)) ?? [];
}

function operandsIn(removal: ExtensionRemoval): FoundObject[] {
  return foundIn(removal.view, crdsIn(removal).map(objectsOfCrd));
}
