import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { brokenConversions, conversionService, conversionServiceInterest, conversionStage } from '../removal/crd-conversion';
import {
  crdStage, deletionPolicy, foundIn, isStopped, operandGuard, Operands, operandsStage, OperatorCrds, StageContext,
} from '../removal/operand-stages';
import { CrdSelection, kindAndGroup, selectsCrds } from '../removal/operator-crds';
import { observeStages, RemovalMemory, removalWaiter, unlisted } from '../removal/removal-waiter';
import { deletionStage, FoundObject, objectTitle, RemovalReport, Stage } from '../removal/stage';
import { apiOf, objectsOfCrd } from '../rules/crds';
import { ClusterView, Interest, objectsOf, optional } from '../view/cluster-view';
import { isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { CRD, DEPLOYMENT, existing, interestIn, ofKinds, PlainObjectRef, seen, WEBHOOK_CONFIGURATIONS } from './plain-objects';

/** Options of `plainRemoval`. */
export interface PlainRemovalOptions {
  /** Name of the operator, which is that of its bundle, for messages. */
  readonly name: string;
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Title for messages. @default - `operator` with namespace and name */
  readonly title?: string;
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

/**
 * Removes an operator without OLM in an order that leaves nothing stuck: webhook configurations, which would reject requests as soon as the operator
 * stops, operands while it runs, Deployments, everything else, and CRDs. Operands and CRDs are only removed if the options say so. Objects of its
 * APIs that are part of the operator are deleted in any case, while it runs.
 */
export function plainRemoval(options: PlainRemovalOptions): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const { timeouts } = options;
  return removalWaiter<RemovalMemory>({
    subject: `removal of ${options.title ?? `operator ${options.namespace}/${options.name}`}`,
    memory: { removed: [] },
    timeouts: withTimeouts(PLAIN_REMOVAL_TIMEOUTS, timeouts),
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

function observe(
  options: PlainRemovalOptions, before: RemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<RemovalMemory, RemovalReport> {
  const { objects, operands = 'abort', crds = false, resetConversion = false, force = false } = options;
  const removal: PlainRemoval = { objects, operands, crds, force, view, timeInPhase };
  const watch = interests(removal);
  // Missing permissions to list objects only matter if the options require these objects.
  if (!watch.every((found) => objectsOf(view, found) !== undefined || (found.optional === true && view.snapshot(found).problem !== undefined))) {
    return unlisted(before, watch);
  }
  return observeStages(before.removed, [
    () => operandGuard(removal, operandsOf(removal)), () => webhookStage(removal), () => operandsStage(removal, operandsOf(removal)),
    () => operatorStage(removal), () => objectStage(removal), () => crdStage(removal, crdsOf(removal)),
    () => conversionStage('conversion', brokenConversions(crdsIn(removal), [], view), resetConversion),
  ], watch);
}

/** Returns what to watch. Operands only matter if they stop the removal, are deleted, or determine whether their CRDs are deleted. */
function interests(removal: PlainRemoval): Interest[] {
  const { objects, operands, crds, view } = removal;
  const isRunning = ofKinds(objects, DEPLOYMENT).some((ref) => seen(view, ref));
  const decide = operands === 'delete' || (operands === 'abort' && isRunning) || selectsCrds(crds);
  return [
    ...objects.map(interestIn).map((interest) => (interest.resource.kind === CRD && !decide ? optional(interest) : interest)),
    ...(decide ? crdsIn(removal).map(objectsOfCrd) : []), ...conversionInterests(removal),
  ];
}

/** Input of the stages of a removal. */
interface PlainRemoval extends StageContext {
  readonly objects: readonly PlainObjectRef[];
  readonly crds: CrdSelection;
}

/** Returns the existing objects of some kinds. */
const found = ({ objects, view }: PlainRemoval, ...kinds: readonly string[]): FoundObject[] => existing(view, ofKinds(objects, ...kinds));

/** Returns the operands: objects of the operator's APIs, except those that belong to the operator. */
function operandsOf(removal: PlainRemoval): Operands {
  const deployments = found(removal, DEPLOYMENT).map(({ object }) => object);
  return {
    found: operandsIn(removal),
    own: ownInstances(removal),
    mayStop: deployments.some((deployment) => !isTerminating(deployment)),
    mayDelete: true,
    stay: true,
    isStopped: isStopped(deployments),
    problem: (count) => ({ cause: 'operands-remaining', message: `the operator's APIs still have ${count}` }),
  };
}

function operandsIn(removal: PlainRemoval): FoundObject[] {
  const own = new Set(ownInstances(removal).map(objectTitle));
  return foundIn(removal.view, crdsIn(removal).map(objectsOfCrd)).filter((operand) => !own.has(objectTitle(operand)));
}

/** Returns the objects of the operator's APIs that belong to the operator. */
function ownInstances(removal: PlainRemoval): FoundObject[] {
  const apis = crdsIn(removal).map((crd) => kindAndGroup(apiOf(crd)));
  return existing(removal.view, removal.objects).filter(({ resource }) => apis.includes(kindAndGroup(resource)));
}

function crdsIn(removal: PlainRemoval): KubernetesObject[] {
  return found(removal, CRD).map(({ object }) => object);
}

/** Deletes the webhook configurations. */
function webhookStage(removal: PlainRemoval): Stage {
  const description = 'deletes a webhook before the operator that serves it, so that the API server does not reject requests';
  return deletionStage('webhooks', found(removal, ...WEBHOOK_CONFIGURATIONS), deletionPolicy(removal, description));
}

/** Deletes the Deployments. */
function operatorStage(removal: PlainRemoval): Stage {
  return deletionStage('operator', found(removal, DEPLOYMENT), deletionPolicy(removal, 'deletes the operator'));
}

/** Deletes everything else except CRDs. */
function objectStage(removal: PlainRemoval): Stage {
  const others = removal.objects.filter(({ kind }) => ![CRD, DEPLOYMENT, ...WEBHOOK_CONFIGURATIONS].includes(kind));
  return deletionStage('objects', existing(removal.view, others), deletionPolicy(removal, 'deletes an object of the operator'));
}

/** Returns the CRDs of the operator. */
function crdsOf(removal: PlainRemoval): OperatorCrds {
  return {
    found: found(removal, CRD), selection: removal.crds, objects: operandsIn(removal), apiOf, otherOwner: () => undefined,
    description: 'deletes a CRD that has no objects left',
  };
}

/** Returns the interests in the Services that the conversion webhooks of CRDs call. */
function conversionInterests(removal: PlainRemoval): Interest[] {
  return crdsIn(removal).map(conversionService).filter((service) => service !== undefined).map(conversionServiceInterest);
}
