import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { Observation, WaiterState } from '../machine/waiter-state';
import {
  CollectedObjects, collectionStage, deletionPolicy, foundIn, isStopped, operandGuard, Operands, operandsStage, StageContext,
} from '../removal/operand-stages';
import { areListed, observeStages, RemovalMemory, removalWaiter, unlisted } from '../removal/removal-waiter';
import { deletionStage, FoundObject, RemovalReport, Stage } from '../removal/stage';
import { objectsOfCrd } from '../rules/crds';
import { ClusterView, Interest, objectOf, objectsOf, optional } from '../view/cluster-view';
import { isTerminating } from '../view/kubernetes-object';
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

/** Removes a BundleDeployment or BundleInstance, and waits until what RukPak created for it is gone. */
export function rukpakInstallationRemoval(options: RukpakInstallationRemovalOptions): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const { kind, name, timeouts } = options;
  return removalWaiter<RemovalMemory>({
    subject: `removal of ${kind === 'BundleInstance' ? 'bundle instance' : 'bundle deployment'} ${name}`,
    memory: { removed: [] },
    timeouts: withTimeouts(RUKPAK_REMOVAL_TIMEOUTS, timeouts),
    observe: (memory, view, { timeInPhase }) => observe(options, memory, view, timeInPhase),
  });
}

function observe(
  options: RukpakInstallationRemovalOptions, before: RemovalMemory, view: ClusterView, timeInPhase: (phase: string) => number,
): Observation<RemovalMemory, RemovalReport> {
  const { operands = 'abort', force = false } = options;
  const removal: RukpakRemoval = { installation: options, operands, force, view, timeInPhase };
  const interest = installationInterest(options);
  const object = objectOf(view, interest);
  // Operands that are ignored, or whose CRDs are being deleted, only explain why a CRD still exists.
  const decides = operands !== 'ignore' && !!object && !isTerminating(object);
  const watch = [interest, ...ownedInterests(options), ...operandInterests(options, view).map((api) => (decides ? api : optional(api)))];
  if (!areListed(watch, view)) {
    return unlisted(before, watch);
  }
  return observeStages(before.removed, [
    () => operandGuard(removal, operandsOf(removal)), () => operandsStage(removal, operandsOf(removal)),
    () => installationStage(removal), () => collectionStage(removal, collectedObjects(removal), operandsIn(removal)),
  ], watch);
}

/** Input of the stages of a removal. */
interface RukpakRemoval extends StageContext {
  readonly installation: Installation;
}

/** Annotation that keeps an object of a bundle when the bundle is removed. */
const KEPT = 'helm.sh/resource-policy';

/** Returns the interests in what RukPak created for an installation: the kinds whose deletion takes time, or that affect a later installation. */
function ownedInterests({ name, version }: Installation): Interest[] {
  return [crdsOf(name), deploymentsOf(name), namespacesOf(name), ...(version === 'v1alpha1' ? [bundlesOf(name)] : [])];
}

/** Returns the interests in the objects of the bundle's APIs. */
function operandInterests({ name }: Installation, view: ClusterView): Interest[] {
  return (objectsOf(view, crdsOf(name)) ?? []).map(objectsOfCrd);
}

/** Returns the operands: objects of the bundle's APIs, which RukPak deletes with the CRDs. Once it is deleting, it is too late to stop. */
function operandsOf(removal: RukpakRemoval): Operands {
  const { installation, view } = removal;
  const object = objectOf(view, installationInterest(installation));
  const isInstalled = !!object && !isTerminating(object);
  return {
    found: operandsIn(removal),
    mayStop: isInstalled,
    mayDelete: isInstalled,
    stay: false,
    isStopped: isStopped(objectsOf(view, deploymentsOf(installation.name)) ?? []),
    problem: (count) => ({ cause: 'operands-at-risk', message: `RukPak would delete ${count} together with the CRDs` }),
  };
}

/** Deletes the BundleDeployment or BundleInstance. */
function installationStage(removal: RukpakRemoval): Stage {
  const interest = installationInterest(removal.installation);
  return deletionStage('installation', foundIn(removal.view, [interest]), deletionPolicy(removal, `deletes the ${interest.resource.kind}`));
}

/** Returns what RukPak created, which the garbage collector deletes. */
function collectedObjects({ installation, view }: RukpakRemoval): CollectedObjects {
  const { kind: owner = 'BundleDeployment' } = installation;
  return {
    found: foundIn(view, ownedInterests(installation)),
    isOwned: ({ metadata: { ownerReferences = [] } }) => ownerReferences.some(({ kind }) => kind === owner),
    whyLeft: ({ metadata: { annotations } }) => (
      annotations?.[KEPT] === 'keep' ? `its annotation ${KEPT} keeps it` : `it has no owner, so it was not deleted with the ${owner}`
    ),
  };
}

function operandsIn({ installation, view }: RukpakRemoval): FoundObject[] {
  return foundIn(view, operandInterests(installation, view));
}
