import { collectionStage, installationStage, operandGuard, operandInterests, operandsStage, ownedInterests, RukpakRemoval } from './removal-stages';
import { Installation, installationInterest } from './resources';
import { ClusterView } from '../view/cluster-view';
import { isTerminating } from '../view/kubernetes-object';
import { objectOf, objectsOf, optional } from '../view/queries';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts, withTimeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { RemovalReport } from '../removal/stage';
import { observeStages } from '../removal/stages-in-order';

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
