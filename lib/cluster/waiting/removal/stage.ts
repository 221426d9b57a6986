import { Finding } from '../explain/explanation';
import { list, shortList } from '../explain/formatting';
import { Action, actionKey, actionTarget, deleteAction } from '../view/action';
import { ApiResource } from '../view/api-resource';
import { condition, isTerminating, KubernetesObject, namespacedName } from '../view/kubernetes-object';

/** Object that was not removed. */
export interface Leftover {
  /** Kind, namespace and name. */
  readonly object: string;
  readonly reason: string;
}

/** Result of a removal. */
export interface RemovalReport {
  /** Deleted objects, by kind, namespace and name. */
  readonly removed: readonly string[];
  readonly left: readonly Leftover[];
  /** Kinds of the operator's APIs, by kind and group. @default - unknown, or not an operator */
  readonly kinds?: readonly string[];
}

/** Stage of a removal. It is complete when it does not wait for anything. */
export interface Stage {
  readonly phase: string;
  readonly waitingFor?: string;
  readonly actions?: readonly Action[];
  readonly findings?: readonly Finding[];
  readonly left?: readonly Leftover[];
}

/** Object with its resource. */
export interface FoundObject {
  readonly resource: ApiResource;
  readonly object: KubernetesObject;
}

/** How to delete objects. */
export interface DeletionPolicy {
  /** Description of the delete actions. */
  readonly description: string;
  /** Whether to remove the finalizers of objects stuck in deletion. */
  readonly force: boolean;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** How long controllers may take to handle their finalizers before `force` removes these, in milliseconds. */
export const FINALIZER_GRACE = 60_000;

/**
 * What the API server says of a CRD that was created or changed shortly before it is deleted. It drops the deletion until its next full pass over
 * all CRDs, which it makes every five minutes, unless anything else in the CRD changes.
 */
const STORAGE_NOT_READY = 'storage is (re)initializing';

/** Maximum number of actions to request at once. */
const MAX_PARALLEL_DELETIONS = 50;

/** Returns kind, namespace and name of an object. */
export function objectTitle({ resource, object }: FoundObject): string {
  return `${resource.kind} ${namespacedName(object)}`;
}

/** Deletes objects and waits until they are gone. Finalizers that block a deletion are reported, and removed only with `force`. */
export function deletionStage(phase: string, objects: readonly FoundObject[], { description, force, timeInPhase }: DeletionPolicy): Stage {
  if (objects.length === 0) {
    return { phase };
  }
  const terminating = objects.filter(({ object }) => isTerminating(object));
  const actions: Action[] = objects.filter(({ object }) => !isTerminating(object))
    .map(({ resource, object }) => deleteAction(resource, object, description));
  const forced: Action[] = force && timeInPhase(phase) >= FINALIZER_GRACE ? terminating.flatMap(finalizerRemoval) : [];
  const findings = terminating.map(blockedDeletion);
  return { phase, waitingFor: `${shortList(objects.map(objectTitle))} to be deleted`, actions: [...actions, ...forced].slice(0, MAX_PARALLEL_DELETIONS), findings };
}

/** Returns the titles of the objects that the actions delete. */
export function deletedTitles(actions: readonly Action[]): string[] {
  return actions.filter(({ type }) => type === 'delete').map(({ target: { resource, namespace, name } }) => (
    `${resource.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
  ));
}

/** Reports why an object is not gone yet: its finalizers, and what the API server says of the deletion of a CRD. */
function blockedDeletion(found: FoundObject): Finding {
  const { metadata: { finalizers = [] } } = found.object;
  if (finalizers.length === 0) {
    return { cause: 'deletion-pending', message: `${objectTitle(found)} is being deleted but still exists` };
  }
  const terminating = condition(found.object, 'Terminating');
  const reason = terminating === undefined || terminating.message === '' ? '' : `: ${terminating.message}`;
  return {
    cause: reason.includes(STORAGE_NOT_READY) ? 'crd-cleanup-delayed' : 'finalizers-remaining',
    message: `${objectTitle(found)} is blocked by ${finalizers.length === 1 ? 'its finalizer' : 'its finalizers'} ${list(finalizers)}${reason}`,
  };
}

function finalizerRemoval({ resource, object }: FoundObject): Action[] {
  const { finalizers = [], resourceVersion } = object.metadata;
  const target = actionTarget(resource, object);
  return finalizers.length === 0 || resourceVersion === undefined ? [] : [{
    type: 'remove-finalizers', key: `${actionKey('remove-finalizers', target)} ${resourceVersion}`, target, resourceVersion, finalizers,
    description: `removes the finalizers ${list(finalizers)} from ${objectTitle({ resource, object })}, because force is set`,
  }];
}
