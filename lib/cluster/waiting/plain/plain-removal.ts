import { Finding } from '../explain/explanation';
import { list, shortList } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { apiOf } from '../olm-v1/extension-situation';
import {
  brokenConversions, conversionLeftover, conversionService, conversionServiceInterest, listableVersion, resetConversionAction,
} from '../removal/crd-conversion';
import { CrdSelection, kindAndGroup, selectsCrd, selectsCrds } from '../removal/operator-crds';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, observeStages, RemovalReport, Stage } from '../removal/stage';
import { isAvailable } from '../rules/deployments';
import { ClusterView, Interest, objectsOf, optional } from '../view/cluster-view';
import { isTerminating, specString } from '../view/kubernetes-object';
import { CRD, DEPLOYMENT, existing, interestIn, ofKinds, PlainObjectRef, seen, WEBHOOK_CONFIGURATIONS } from './plain-objects';

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

/** Input of the stages of a removal. */
export interface PlainRemoval {
  readonly objects: readonly PlainObjectRef[];
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly crds: CrdSelection;
  readonly resetConversion: boolean;
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Returns the existing objects of some kinds. */
const found = ({ objects, view }: PlainRemoval, ...kinds: readonly string[]): FoundObject[] => existing(view, ofKinds(objects, ...kinds));

/** Returns the interests in operands, in the version in which they are stored. */
export function operandInterests(removal: PlainRemoval): Interest[] {
  return found(removal, CRD).map(({ object: crd }) => {
    const { group, plural, kind, version } = apiOf(crd);
    return { resource: { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' } };
  });
}

/** Returns the operands: objects of the operator's APIs, except those that belong to the operator. */
function operandsOf(removal: PlainRemoval): FoundObject[] {
  const own = new Set(ownInstances(removal).map(objectTitle));
  return operandInterests(removal).flatMap((interest) => (
    (objectsOf(removal.view, interest) ?? []).map((object) => ({ resource: interest.resource, object }))
  )).filter((operand) => !own.has(objectTitle(operand)));
}

/** Returns the objects of the operator's APIs that belong to the operator, which may have to remove their finalizers. */
function ownInstances(removal: PlainRemoval): FoundObject[] {
  const apis = found(removal, CRD).map(({ object: crd }) => kindAndGroup(apiOf(crd)));
  return existing(removal.view, removal.objects).filter(({ resource }) => apis.includes(kindAndGroup(resource)));
}

/**
 * Stops the removal while there are operands, unless the options determine what happens to them. Once the operator is deleted, it is too late to
 * stop.
 */
export function operandGuard(removal: PlainRemoval): Stage {
  const isRunning = found(removal, DEPLOYMENT).some(({ object }) => !isTerminating(object));
  const operands = removal.operands === 'abort' && isRunning ? operandsOf(removal) : [];
  return operands.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{ cause: 'operands-remaining', message: `the operator's APIs still have ${count(operands.length)}: ${list(operands.map(objectTitle))}` }],
  };
}

/** Deletes the operands, or reports those that are kept. */
export function operandsStage(removal: PlainRemoval): Stage {
  const operands = operandsOf(removal);
  const isDeleting = removal.operands === 'delete';
  const left = isDeleting ? [] : operands.map((operand): Leftover => ({ object: objectTitle(operand), reason: 'operands are ignored' }));
  const stage = deletionStage('operands', [...isDeleting ? operands : [], ...ownInstances(removal)], policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = found(removal, DEPLOYMENT);
  const isStopped = deployments.length === 0 || deployments.some(({ object }) => !isAvailable(object));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, left, findings: [...(stage.findings ?? []), ...stoppedOperator] };
}

/** Deletes the webhook configurations. */
export function webhookStage(removal: PlainRemoval): Stage {
  const description = 'deletes a webhook before the operator that serves it, so that the API server does not reject requests';
  return deletionStage('webhooks', found(removal, ...WEBHOOK_CONFIGURATIONS), policy(removal, description));
}

/** Deletes the Deployments. */
export function operatorStage(removal: PlainRemoval): Stage {
  return deletionStage('operator', found(removal, DEPLOYMENT), policy(removal, 'deletes the operator'));
}

/** Deletes everything else except CRDs. */
export function objectStage(removal: PlainRemoval): Stage {
  const others = removal.objects.filter(({ kind }) => ![CRD, DEPLOYMENT, ...WEBHOOK_CONFIGURATIONS].includes(kind));
  return deletionStage('objects', existing(removal.view, others), policy(removal, 'deletes an object of the operator'));
}

/** Deletes the selected CRDs, each only if it has no objects, since these would be deleted with it. */
export function crdStage(removal: PlainRemoval): Stage {
  const crds = found(removal, CRD);
  const operands = operandsOf(removal);
  const keepReason = ({ object: crd }: FoundObject): string | undefined => {
    const api = apiOf(crd);
    if (!selectsCrds(removal.crds)) {
      return 'CRDs are kept';
    }
    if (!selectsCrd(removal.crds, api)) {
      return `deleteCrds does not have ${kindAndGroup(api)}`;
    }
    const held = operands.filter(({ resource }) => resource.plural === api.plural && resource.group === api.group).length;
    return held === 0 ? undefined : `it still has ${count(held)}`;
  };
  const left = crds.flatMap((crd): Leftover[] => {
    const reason = isTerminating(crd.object) ? undefined : keepReason(crd);
    return reason === undefined ? [] : [{ object: objectTitle(crd), reason }];
  });
  const deletable = crds.filter((crd) => isTerminating(crd.object) || keepReason(crd) === undefined);
  return { ...deletionStage('crds', deletable, policy(removal, 'deletes a CRD that has no objects left')), left };
}

/** Returns the interests in the Services that the conversion webhooks of CRDs call. */
export function conversionInterests(removal: PlainRemoval): Interest[] {
  return found(removal, CRD).map(({ object }) => conversionService(object)).filter((service) => service !== undefined).map(conversionServiceInterest);
}

/** Removes the conversion webhooks whose Service was deleted with the operator, if the options say so, and otherwise reports them. */
export function conversionStage(removal: PlainRemoval): Stage {
  const phase = 'conversion';
  const broken = brokenConversions(found(removal, CRD).map(({ object }) => object), [], removal.view);
  const deleted = broken.filter(({ state }) => state === 'deleted');
  const titles = shortList(broken.map(({ crd }) => `${CRD} ${crd.metadata.name}`));
  if (broken.some(({ state }) => state === undefined)) {
    return { phase, waitingFor: `the Service of the conversion webhook of ${titles}` };
  }
  return deleted.length === 0 || !removal.resetConversion ? { phase, left: broken.map(conversionLeftover) } : {
    phase, waitingFor: `the conversion webhook of ${titles} to be removed`,
    actions: deleted.map(({ crd, service }) => resetConversionAction(crd, service)).filter((action) => action !== undefined),
  };
}

function policy({ force, timeInPhase }: PlainRemoval, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}

function count(number: number): string {
  return number === 1 ? 'one object' : `${number} objects`;
}
