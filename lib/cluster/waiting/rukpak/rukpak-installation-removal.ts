import { Finding } from '../explain/explanation';
import { list, shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, WaiterState } from '../machine/waiter-state';
import { apiOf } from '../olm-v1/extension-situation';
import { listableVersion } from '../removal/crd-conversion';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, observeStages, RemovalReport, Stage } from '../removal/stage';
import { isAvailable } from '../rules/deployments';
import { ApiResource } from '../view/api-resource';
import { ClusterView, Interest, objectOf, objectsOf, optional } from '../view/cluster-view';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { bundlesOf, crdsOf, deploymentsOf, Installation, installationInterest, namespacesOf } from './resources';

/** Options of `rukpakInstallationRemoval`. */
export interface RukpakInstallationRemovalOptions extends Installation {
  /**
   * What happens to operands, the objects of the bundle's APIs. The CRDs are deleted with the installation, and all their objects with them: `abort`
   * removes nothing while there are operands, `ignore` loses them, and `delete` deletes them first, while the operator is still running.
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `RUKPAK_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `rukpakInstallationRemoval`, in their order. */
export type RukpakRemovalPhase = 'inspecting' | 'operands' | 'installation' | 'collecting';

/** Timeouts of `rukpakInstallationRemoval`, which are like those of `operatorRemoval`. */
export const RUKPAK_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0, phases: { operands: 10 * 60_000, installation: 3 * 60_000, collecting: 6 * 60_000 },
};

/** Memory of the removal: the deleted objects. */
interface RukpakRemovalMemory {
  readonly removed: readonly string[];
}

/** Removes a BundleDeployment or BundleInstance, and waits until what RukPak created for it is gone. */
export function rukpakInstallationRemoval(options: RukpakInstallationRemovalOptions): Waiter<WaiterState<RukpakRemovalMemory>, RemovalReport> {
  const { kind, name, timeouts } = options;
  return createWaiter<RukpakRemovalMemory, RemovalReport>({
    subject: `removal of ${kind === 'BundleInstance' ? 'bundle instance' : 'bundle deployment'} ${name}`,
    failure: 'did not finish',
    firstPhase: 'inspecting',
    memory: { removed: [] },
    timeouts: { ...withTimeouts(RUKPAK_REMOVAL_TIMEOUTS, timeouts), settling: 0 },
    needsOlm: false,
    observe: (memory, view, { timeInPhase }) => observe(options, memory, view, timeInPhase),
  });
}

function observe(
  options: RukpakInstallationRemovalOptions, before: RukpakRemovalMemory, view: ClusterView, timeInPhase: (phase: string) => number,
): Observation<RukpakRemovalMemory, RemovalReport> {
  const { operands = 'abort', force = false } = options;
  const removal: RukpakRemoval = { installation: options, operands, force, view, timeInPhase };
  const interest = installationInterest(options);
  const object = objectOf(view, interest);
  // Operands that are ignored, or whose CRDs are being deleted, only explain why a CRD still exists.
  const decides = operands !== 'ignore' && !!object && !isTerminating(object);
  const watch = [interest, ...ownedInterests(options), ...operandInterests(removal).map((api) => (decides ? api : optional(api)))];
  if (!watch.every((each) => each.optional === true || objectsOf(view, each) !== undefined)) {
    return { memory: before, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch, findings: [], actions: [], reached: {} };
  }
  return observeStages(before.removed, [
    () => operandGuard(removal), () => operandsStage(removal),
    () => installationStage(removal), () => collectionStage(removal),
  ], watch);
}

/** Input of the stages of a removal. */
export interface RukpakRemoval {
  readonly installation: Installation;
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Annotation that keeps an object of a bundle when the bundle is removed. */
const KEPT = 'helm.sh/resource-policy';

/** Returns the interests in what RukPak created for an installation: the kinds whose deletion takes time, or that affect a later installation. */
export function ownedInterests({ name, version }: Installation): Interest[] {
  return [crdsOf(name), deploymentsOf(name), namespacesOf(name), ...(version === 'v1alpha1' ? [bundlesOf(name)] : [])];
}

/** Returns the interests in the objects of the bundle's APIs, in the version in which they are stored. */
export function operandInterests({ installation, view }: RukpakRemoval): Interest[] {
  return (objectsOf(view, crdsOf(installation.name)) ?? []).map((crd) => {
    const { group, plural, kind, version } = apiOf(crd);
    const resource: ApiResource = { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' };
    return { resource };
  });
}

/**
 * Stops the removal while there are operands, unless the options determine what happens to them. Once the installation is deleted, it is too late to
 * stop.
 */
export function operandGuard(removal: RukpakRemoval): Stage {
  const found = removal.operands === 'abort' && isInstalled(removal) ? operandsIn(removal) : [];
  return found.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{
      cause: 'operands-at-risk',
      message: `RukPak would delete ${found.length === 1 ? 'one object' : `${found.length} objects`} together with the CRDs: ${list(found.map(objectTitle))}`,
    }],
  };
}

/** Deletes the operands while the operator is still running. */
export function operandsStage(removal: RukpakRemoval): Stage {
  if (removal.operands !== 'delete' || !isInstalled(removal)) {
    return { phase: 'operands' };
  }
  const stage = deletionStage('operands', operandsIn(removal), policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = objectsOf(removal.view, deploymentsOf(removal.installation.name)) ?? [];
  const isStopped = deployments.length === 0 || deployments.some((deployment) => !isAvailable(deployment));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, findings: [...stage.findings ?? [], ...stoppedOperator] };
}

/** Deletes the BundleDeployment or BundleInstance. */
export function installationStage(removal: RukpakRemoval): Stage {
  const { installation, view } = removal;
  const interest = installationInterest(installation);
  return deletionStage('installation', foundIn(view, [interest]), policy(removal, `deletes the ${interest.resource.kind}`));
}

/** Waits until the garbage collector has deleted what RukPak created. Objects without an owner are reported as left, because nothing deletes them. */
export function collectionStage(removal: RukpakRemoval): Stage {
  const { installation, view } = removal;
  const { kind = 'BundleDeployment' } = installation;
  const phase = 'collecting';
  const found = foundIn(view, ownedInterests(installation));
  const pending = found.filter(({ object }) => isTerminating(object) || isOwned(object, kind));
  const left = found.filter((object) => !pending.includes(object)).map((object): Leftover => (
    { object: objectTitle(object), reason: whyLeft(object, kind) }
  ));
  if (pending.length === 0) {
    return { phase, left };
  }
  const stuck = operandsIn(removal).filter(({ object }) => isTerminating(object) && (object.metadata.finalizers ?? []).length > 0);
  const { actions = [], findings = [] } = deletionStage(phase, stuck, policy(removal, ''));
  return {
    phase, left, actions, waitingFor: `${shortList(pending.map(objectTitle))} to be deleted by the garbage collector`,
    findings: [...findings, ...pendingFindings(pending, removal)],
  };
}

/** Returns which objects the garbage collector has not deleted. */
function pendingFindings(pending: readonly FoundObject[], removal: RukpakRemoval): Finding[] {
  const terminating = pending.filter(({ object }) => isTerminating(object));
  const untouched = pending.filter((object) => !terminating.includes(object));
  return [
    ...deletionStage('collecting', terminating, policy({ ...removal, force: false }, '')).findings ?? [],
    ...untouched.map((object): Finding => ({ cause: 'deletion-pending', message: `${objectTitle(object)} still exists, although its owner is deleted` })),
  ];
}

function whyLeft({ object }: FoundObject, kind: string): string {
  return object.metadata.annotations?.[KEPT] === 'keep' ? `its annotation ${KEPT} keeps it` : `it has no owner, so it was not deleted with the ${kind}`;
}

/** Whether the object that installs the bundle exists, and is not being deleted. */
function isInstalled({ installation, view }: RukpakRemoval): boolean {
  const object = objectOf(view, installationInterest(installation));
  return !!object && !isTerminating(object);
}

function isOwned({ metadata: { ownerReferences = [] } }: KubernetesObject, owner: string): boolean {
  return ownerReferences.some(({ kind }) => kind === owner);
}

function operandsIn(removal: RukpakRemoval): FoundObject[] {
  return foundIn(removal.view, operandInterests(removal));
}

function foundIn(view: ClusterView, interests: readonly Interest[]): FoundObject[] {
  return interests.flatMap((interest) => (objectsOf(view, interest) ?? [])
    .filter(({ metadata }) => interest.name === undefined || metadata.name === interest.name)
    .map((object) => ({ resource: interest.resource, object })));
}

function policy({ force, timeInPhase }: RukpakRemoval, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}
