import { groupBy } from '../../../text/group-by';
import type { Finding } from '../explain/explanation';
import { list, shortList } from '../explain/formatting';
import { isAvailable } from '../rules/deployments';
import type { OwnedApi } from '../view/cluster-service-version';
import { type ClusterView, type Interest, objectsOf } from '../view/cluster-view';
import { isTerminating, type KubernetesObject } from '../view/kubernetes-object';
import { type CrdSelection, kindAndGroup, selectsCrd, selectsCrds } from './operator-crds';
import { type DeletionPolicy, deletionStage, type FoundObject, type Leftover, objectTitle, type Stage } from './stage';

/** What the stages of the removal of an operator have in common, on any engine. */
export interface StageContext {
  /** What happens to operands: see the options of each removal. */
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Operands of an operator, and how its engine treats them. */
export interface Operands {
  /** Objects of the operator's APIs. */
  readonly found: readonly FoundObject[];
  /** Objects of the operator's APIs that belong to the operator, which may have to remove their finalizers. @default - none */
  readonly own?: readonly FoundObject[];
  /** Whether the removal can still stop: once the operator is being deleted, it is too late. */
  readonly mayStop: boolean;
  /** Whether the removal can still delete them before the operator. */
  readonly mayDelete: boolean;
  /** Whether they stay in the cluster unless the removal deletes them. Otherwise the engine deletes them with their CRDs. */
  readonly stay: boolean;
  /** Whether the operator that should remove their finalizers is not running. */
  readonly isStopped: boolean;
  /** Returns the finding if they stop the removal, from their number such as `2 objects`. Their names are added to the message. */
  readonly problem: (count: string) => Pick<Finding, 'cause' | 'message'>;
}

/** CRDs of an operator, and which of them to delete. */
export interface OperatorCrds {
  readonly found: readonly FoundObject[];
  readonly selection: CrdSelection;
  /** Objects of their APIs. */
  readonly objects: readonly FoundObject[];
  /** Returns the API that a CRD defines, or undefined if it is unknown. */
  readonly apiOf: (crd: KubernetesObject) => OwnedApi | undefined;
  /** Returns who else owns a CRD, for messages. */
  readonly otherOwner: (crd: KubernetesObject) => string | undefined;
  /** Description of the delete actions. */
  readonly description: string;
}

/** Objects that an engine created for an operator, and that the garbage collector deletes with it. */
export interface CollectedObjects {
  readonly found: readonly FoundObject[];
  readonly isOwned: (object: KubernetesObject) => boolean;
  /** Returns why an object without an owner is left. */
  readonly whyLeft: (object: KubernetesObject) => string;
}

/** Returns how to delete objects. */
export function deletionPolicy({ force, timeInPhase }: Pick<StageContext, 'force' | 'timeInPhase'>, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}

/** Returns the listed objects of interests. */
export function foundIn(view: ClusterView, interests: readonly Interest[]): FoundObject[] {
  return interests.flatMap((interest) => (objectsOf(view, interest) ?? [])
    .filter(({ metadata }) => interest.name === undefined || metadata.name === interest.name)
    .map((object) => ({ resource: interest.resource, object })));
}

/** Whether an operator is not running. */
export function isStopped(deployments: readonly KubernetesObject[]): boolean {
  return deployments.length === 0 || deployments.some((deployment) => !isAvailable(deployment));
}

/** Returns `one object`, or a number of objects. */
export function countedObjects(count: number): string {
  return count === 1 ? 'one object' : `${count} objects`;
}

/** Stops the removal while there are operands, unless the options determine what happens to them. */
export function operandGuard({ operands: choice }: StageContext, { found, mayStop, problem }: Operands): Stage {
  if (choice !== 'abort' || !mayStop || found.length === 0) {
    return { phase: 'inspecting' };
  }
  const { cause, message } = problem(countedObjects(found.length));
  return { phase: 'inspecting', waitingFor: 'nothing', findings: [{ cause, message: `${message}: ${list(found.map(objectTitle))}` }] };
}

/** Deletes the operands while the operator is still running, or reports those that are kept. */
export function operandsStage(context: StageContext, { found, own = [], mayDelete, stay, isStopped: stopped }: Operands): Stage {
  const isDeleting = context.operands === 'delete' && mayDelete;
  const left = stay && !isDeleting ? found.map((operand): Leftover => ({ object: objectTitle(operand), reason: 'operands are ignored' })) : [];
  const policy = deletionPolicy(context, 'deletes an operand while the operator is still running');
  const stage = deletionStage('operands', [...isDeleting ? found : [], ...own], policy);
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && stopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, left, findings: [...stage.findings ?? [], ...stoppedOperator] };
}

/** Deletes the selected CRDs, each only if nothing else owns it and it has no objects, since these would be deleted with it. */
export function crdStage(context: StageContext, { found, selection, objects, apiOf, otherOwner, description }: OperatorCrds): Stage {
  const byResource = groupBy(objects, ({ resource: { plural, group } }) => `${plural}.${group}`);
  const keepReason = ({ object: crd }: FoundObject): string | undefined => {
    const api = apiOf(crd);
    if (!selectsCrds(selection) || api === undefined) {
      return 'CRDs are kept';
    }
    if (!selectsCrd(selection, api)) {
      return `${kindAndGroup(api)} is not among the kinds whose CRDs are deleted`;
    }
    const owner = otherOwner(crd);
    if (owner !== undefined) {
      return `${owner} also owns it`;
    }
    const held = byResource.get(crd.metadata.name)?.length ?? 0;
    return held === 0 ? undefined : `it still has ${countedObjects(held)}`;
  };
  const reasons = found.map((crd) => ({ crd, reason: isTerminating(crd.object) ? undefined : keepReason(crd) }));
  const left = reasons.flatMap(({ crd, reason }): Leftover[] => (reason === undefined ? [] : [{ object: objectTitle(crd), reason }]));
  const deletable = reasons.filter(({ reason }) => reason === undefined).map(({ crd }) => crd);
  return { ...deletionStage('crds', deletable, deletionPolicy(context, description)), left };
}

/**
 * Waits until the garbage collector has deleted what an engine created. Objects without an owner are reported as left, because nothing deletes them.
 *
 * @param operands objects of the operator's APIs, whose finalizers may block the deletion of their CRDs
 */
export function collectionStage(context: StageContext, { found, isOwned, whyLeft }: CollectedObjects, operands: readonly FoundObject[]): Stage {
  const phase = 'collecting';
  const isPending = ({ object }: FoundObject): boolean => isTerminating(object) || isOwned(object);
  const pending = found.filter(isPending);
  const left = found.filter((object) => !isPending(object)).map((object): Leftover => (
    { object: objectTitle(object), reason: whyLeft(object.object) }
  ));
  if (pending.length === 0) {
    return { phase, left };
  }
  const stuck = operands.filter(({ object }) => isTerminating(object) && (object.metadata.finalizers ?? []).length > 0);
  const terminating = pending.filter(({ object }) => isTerminating(object));
  const { actions = [], findings = [] } = deletionStage(phase, stuck, deletionPolicy(context, ''));
  return {
    phase, left, actions, waitingFor: `${shortList(pending.map(objectTitle))} to be deleted by the garbage collector`,
    findings: [
      ...findings,
      // The finalizers of what the engine created are not removed by force.
      ...deletionStage(phase, terminating, deletionPolicy({ ...context, force: false }, '')).findings ?? [],
      ...pending.filter(({ object }) => !isTerminating(object)).map((object): Finding => (
        { cause: 'deletion-pending', message: `${objectTitle(object)} still exists, although its owner is deleted` }
      )),
    ],
  };
}
