import { Finding } from '../explain/explanation';
import { list, shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { listableVersion } from '../removal/crd-conversion';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, observeStages, RemovalReport, Stage } from '../removal/stage';
import { isAvailable } from '../rules/deployments';
import { ApiResource, CLUSTER_EXTENSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../view/api-resource';
import { ClusterView, Interest, objectOf, objectsOf, optional } from '../view/cluster-view';
import { condition, isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { errorFindings } from './extension-findings';
import { apiOf } from './extension-situation';
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

/** Input of the stages of a removal. */
export interface ExtensionRemoval {
  readonly name: string;
  /** Namespace of the bundle's objects, from the spec or from an earlier observation. */
  readonly namespace: string | undefined;
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Kinds of owners of the objects that OLM v1 creates. */
const OWNERS = ['ClusterExtension', 'ClusterObjectSet', 'ClusterExtensionRevision'];

/** Returns the CRDs of the bundle that still exist. */
const crdsIn = ({ name, view }: ExtensionRemoval): readonly KubernetesObject[] => objectsOf(view, crdsOf(name)) ?? [];

/** Returns the interests in the objects of the bundle's APIs, in the version in which they are stored. */
export function operandInterests(removal: ExtensionRemoval): Interest[] {
  return crdsIn(removal).map((crd) => {
    const { group, plural, kind, version } = apiOf(crd);
    const resource: ApiResource = { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' };
    return { resource };
  });
}

/** Stops the removal while there are operands, unless the options determine what happens to them. Once OLM v1 is deleting, it is too late to stop. */
export function operandGuard(removal: ExtensionRemoval): Stage {
  const extension = extensionIn(removal);
  const found = removal.operands === 'abort' && extension && !isTerminating(extension) ? operandsIn(removal) : [];
  return found.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{
      cause: 'operands-at-risk',
      message: `OLM v1 would delete ${found.length === 1 ? 'one object' : `${found.length} objects`} together with the CRDs: ${list(found.map(objectTitle))}`,
    }],
  };
}

/** Deletes the operands while the operator is still running. */
export function operandsStage(removal: ExtensionRemoval): Stage {
  if (removal.operands !== 'delete' || !extensionIn(removal)) {
    return { phase: 'operands' };
  }
  const stage = deletionStage('operands', operandsIn(removal), policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = deploymentsIn(removal);
  const isStopped = deployments.length === 0 || deployments.some((deployment) => !isAvailable(deployment));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, findings: [...(stage.findings ?? []), ...stoppedOperator] };
}

/** Deletes the ClusterExtension. */
export function extensionStage(removal: ExtensionRemoval): Stage {
  const extension = extensionIn(removal);
  if (!extension) {
    return { phase: 'extension' };
  }
  const stage = deletionStage('extension', [{ resource: CLUSTER_EXTENSIONS, object: extension }], policy(removal, 'deletes the ClusterExtension'));
  const progressing = condition(extension, 'Progressing');
  // An error from before the deletion is unrelated, unless it is the reason why the deletion does not finish.
  const errors = isTerminating(extension) && progressing !== undefined
    ? errorFindings(extension, progressing).map((finding): Finding => ({ ...finding, grace: 'timeout' })) : [];
  const findings = isTerminating(extension) ? [...controllerFindings('operator-controller', removal.view), ...(stage.findings ?? []), ...errors] : [];
  return { ...stage, findings };
}

/**
 * Waits until the garbage collector has deleted the bundle's objects. Objects without an owner are reported as left, because nothing deletes them.
 */
export function collectionStage(removal: ExtensionRemoval): Stage {
  const phase = 'collecting';
  const found: FoundObject[] = [
    ...deploymentsIn(removal).map((object) => ({ resource: DEPLOYMENTS, object })),
    ...crdsIn(removal).map((object) => ({ resource: CUSTOM_RESOURCE_DEFINITIONS, object })),
  ];
  const pending = found.filter(({ object }) => isTerminating(object) || isOwned(object));
  const left = found.filter((object) => !pending.includes(object)).map((object): Leftover => (
    { object: objectTitle(object), reason: 'it has no owner, so it was not deleted with the ClusterExtension' }
  ));
  const stuck = operandsIn(removal).filter(({ object }) => isTerminating(object) && (object.metadata.finalizers ?? []).length > 0);
  const { actions = [], findings = [] } = deletionStage(phase, stuck, policy(removal, ''));
  return pending.length === 0 ? { phase, left } : {
    phase, left, actions, findings: [...findings, ...collectionFindings(pending, removal)],
    waitingFor: `${shortList(pending.map(objectTitle))} to be deleted by the garbage collector`,
  };
}

/** Returns which objects the garbage collector has not deleted. */
function collectionFindings(pending: readonly FoundObject[], removal: ExtensionRemoval): Finding[] {
  const terminating = pending.filter(({ object }) => isTerminating(object));
  const untouched = pending.filter((object) => !terminating.includes(object));
  return [
    ...deletionStage('collecting', terminating, policy({ ...removal, force: false }, '')).findings ?? [],
    ...untouched.map((object): Finding => ({ cause: 'deletion-pending', message: `${objectTitle(object)} still exists, although its owner is deleted` })),
  ];
}

function extensionIn({ name, view }: ExtensionRemoval): KubernetesObject | null | undefined {
  return objectOf(view, extensionInterest(name));
}

function deploymentsIn({ name, namespace, view }: ExtensionRemoval): readonly KubernetesObject[] {
  return namespace === undefined ? [] : objectsOf(view, deploymentsOf(name, namespace)) ?? [];
}

function operandsIn(removal: ExtensionRemoval): FoundObject[] {
  return operandInterests(removal).flatMap((interest) => (
    (objectsOf(removal.view, interest) ?? []).map((object) => ({ resource: interest.resource, object }))
  ));
}

function isOwned({ metadata: { ownerReferences = [] } }: KubernetesObject): boolean {
  return ownerReferences.some(({ kind }) => OWNERS.includes(kind));
}

function policy({ force, timeInPhase }: ExtensionRemoval, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}
