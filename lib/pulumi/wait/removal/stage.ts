import { ApiResource } from '../cluster/api-resource';
import { isDeleted, KubernetesObject, path } from '../cluster/kubernetes-object';
import { Finding } from '../explain/finding';
import { few, list } from '../explain/quote';
import { Action, actionKey, deletion, target } from '../waiting/action';

/** Something that stays, and why. */
export interface Leftover {
  /** Kind and name. */
  readonly what: string;
  readonly why: string;
}

/** What a removal did. */
export interface RemovalReport {
  /** What was deleted, as kind and name. */
  readonly removed: readonly string[];
  readonly left: readonly Leftover[];
}

/** What a stage of a removal still has to do; a stage with nothing to wait for is over. */
export interface Stage {
  readonly phase: string;
  readonly waitingFor?: string;
  readonly wishes?: readonly Action[];
  readonly findings?: readonly Finding[];
  readonly left?: readonly Leftover[];
}

/** An object with its resource. */
export interface Found {
  readonly resource: ApiResource;
  readonly object: KubernetesObject;
}

/** How the deletion of objects goes about it. */
export interface DeletionPolicy {
  readonly why: string;
  /** Takes finalizers off what hangs. */
  readonly force: boolean;
  /** For how many milliseconds a phase has lasted. */
  readonly timeIn: (phase: string) => number;
}

/** So long a controller has time to do what its finalizers are for, before force takes them off. */
export const TIME_FOR_FINALIZERS = 60_000;

/** So many deletions are asked for at once. */
const AT_ONCE = 50;

/** Kind, namespace and name. */
export function title({ resource, object }: Found): string {
  return `${resource.kind} ${path(object)}`;
}

/** Deletes objects and waits until they are gone. Finalizers that hold one back are named, and taken off only by force. */
export function deletionStage(phase: string, objects: readonly Found[], { why, force, timeIn }: DeletionPolicy): Stage {
  if (objects.length === 0) {
    return { phase };
  }
  const leaving = objects.filter(({ object }) => isDeleted(object));
  const wishes: Action[] = objects.filter(({ object }) => !isDeleted(object)).map(({ resource, object }) => deletion(resource, object, why));
  const forced: Action[] = force && timeIn(phase) >= TIME_FOR_FINALIZERS ? leaving.flatMap(finalizerRemoval) : [];
  const findings = leaving.map((found): Finding => {
    const finalizers = found.object.metadata.finalizers ?? [];
    return finalizers.length === 0
      ? { cause: 'still-there', text: `${title(found)} is being deleted and still there` }
      : { cause: 'finalizers-left', text: `${title(found)} is held back by ${finalizers.length === 1 ? 'its finalizer' : 'its finalizers'} ${list(finalizers)}` };
  });
  return { phase, waitingFor: `${few(objects.map(title))} to be gone`, wishes: [...wishes, ...forced].slice(0, AT_ONCE), findings };
}

/** The kinds and names of what is asked to be deleted. */
export function deleted(wishes: readonly Action[]): string[] {
  return wishes.filter(({ type }) => type === 'delete').map(({ target: { resource, namespace, name } }) => (
    `${resource.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
  ));
}

function finalizerRemoval({ resource, object }: Found): Action[] {
  const { finalizers = [], resourceVersion } = object.metadata;
  const of = target(resource, object);
  return finalizers.length === 0 || resourceVersion === undefined ? [] : [{
    type: 'remove-finalizers', key: `${actionKey('remove-finalizers', of)} ${resourceVersion}`, target: of, resourceVersion, finalizers,
    why: `takes the finalizers ${list(finalizers)} off ${title({ resource, object })}, as force was asked for`,
  }];
}
