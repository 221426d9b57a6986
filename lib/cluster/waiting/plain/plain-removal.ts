import { conversionStage, crdStage, objectStage, conversionInterests, operandGuard, operandInterests, operandsStage, operatorStage, PlainRemoval, webhookStage } from './plain-removal-stages';
import { CRD, DEPLOYMENT, interestIn, ofKinds, PlainObjectRef, seen } from './plain-objects';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { objectsOf, optional } from '../view/queries';
import { createWaiter } from '../machine/create-waiter';
import { INITIAL_LISTS, Observation, ObservationContext } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts, withTimeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { CrdSelection, selectsCrds } from '../removal/crd-selection';
import { RemovalReport } from '../removal/stage';
import { observeStages } from '../removal/stages-in-order';

/** Options of `plainRemoval`. */
export interface PlainRemovalOptions {
  /** Name of the operator, which is that of its bundle, for messages. */
  readonly name: string;
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Objects to remove. CRDs are only removed if `crds` selects them. */
  readonly objects: readonly PlainObjectRef[];
  /**
   * What happens to operands, the objects of the operator's APIs:
   * - `abort`: nothing is removed while there are operands
   * - `ignore`: they are kept
   * - `delete`: they are deleted first, while the operator is still running
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Which CRDs to delete, of those that have no objects. @default false */
  readonly crds?: CrdSelection;
  /** Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. @default false */
  readonly resetConversion?: boolean;
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `PLAIN_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `plainRemoval`, in their order. */
export type PlainRemovalPhase = 'inspecting' | 'webhooks' | 'operands' | 'operator' | 'objects' | 'crds' | 'conversion';

/** Timeouts of `plainRemoval`, which are like those of `operatorRemoval`. */
export const PLAIN_REMOVAL_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0,
  phases: { webhooks: 2 * 60_000, operands: 10 * 60_000, operator: 3 * 60_000, objects: 3 * 60_000, crds: 6 * 60_000, conversion: 60_000 },
};

/** Memory of the removal: the deleted objects. */
interface PlainRemovalMemory {
  readonly removed: readonly string[];
}

/**
 * Removes an operator without OLM in an order that leaves nothing stuck: webhook configurations, which would reject requests as soon as the operator
 * stops, operands while it runs, Deployments, everything else, and CRDs. Operands and CRDs are only removed if the options say so. Objects of its
 * APIs that are part of the operator are deleted in any case, while it runs.
 */
export function plainRemoval(options: PlainRemovalOptions): Waiter<WaiterState<PlainRemovalMemory>, RemovalReport> {
  const { timeouts } = options;
  return createWaiter<PlainRemovalMemory, RemovalReport>({
    subject: `removal of operator ${options.namespace}/${options.name}`,
    failure: 'did not finish',
    firstPhase: 'inspecting',
    memory: { removed: [] },
    timeouts: { ...withTimeouts(PLAIN_REMOVAL_TIMEOUTS, timeouts), settling: 0 },
    needsOlm: false,
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

function observe(
  options: PlainRemovalOptions, before: PlainRemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<PlainRemovalMemory, RemovalReport> {
  const { objects, operands = 'abort', crds = false, resetConversion = false, force = false } = options;
  const removal: PlainRemoval = { objects, operands, crds, resetConversion, force, view, timeInPhase };
  const watch = interests(removal);
  // Missing permissions to list objects only matter if the options require these objects.
  if (!watch.every((found) => objectsOf(view, found) !== undefined || (found.optional === true && view.snapshot(found).problem !== undefined))) {
    return { memory: before, phase: 'inspecting', waitingFor: INITIAL_LISTS, watch, findings: [], actions: [], reached: {} };
  }
  return observeStages(before.removed, [
    () => operandGuard(removal), () => webhookStage(removal), () => operandsStage(removal),
    () => operatorStage(removal), () => objectStage(removal), () => crdStage(removal), () => conversionStage(removal),
  ], watch);
}

/** Returns what to watch. Operands only matter if they stop the removal, are deleted, or determine whether their CRDs are deleted. */
function interests(removal: PlainRemoval): Interest[] {
  const { objects, operands, crds, view } = removal;
  const isRunning = ofKinds(objects, DEPLOYMENT).some((ref) => seen(view, ref));
  const decide = operands === 'delete' || (operands === 'abort' && isRunning) || selectsCrds(crds);
  return [
    ...objects.map(interestIn).map((interest) => (interest.resource.kind === CRD && !decide ? optional(interest) : interest)),
    ...(decide ? operandInterests(removal) : []), ...conversionInterests(removal),
  ];
}
