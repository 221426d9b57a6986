import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { partOfOlm } from '../view/api-resource';
import { Interest, named, objectOf } from '../view/cluster-view';
import { observeStages, RemovalMemory, removalWaiter, unlisted } from './removal-waiter';
import { deletionStage, FoundObject, Leftover, RemovalReport } from './stage';

/** Name of an object, with its kind. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
}

/** Options of `objectsRemoval`. */
export interface ObjectsRemovalOptions {
  /** Name of what is removed, for messages, such as `catalog demo/cat`. */
  readonly title: string;
  readonly objects: readonly NamedObject[];
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - 5 minutes in total */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `objectsRemoval`. */
export const OBJECTS_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000, settling: 0 };

/**
 * Deletes objects of the kinds that OLM and catalogs consist of, all at the same time, and waits until they are gone. Objects of other kinds are only
 * reported.
 */
export function objectsRemoval(
  { title, objects, force = false, timeouts }: ObjectsRemovalOptions,
): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const known = objects.flatMap(({ apiVersion, kind, name, namespace }): Interest[] => {
    const resource = partOfOlm(apiVersion, kind);
    return resource === undefined ? [] : [named(resource, name, resource.namespaced ? namespace : undefined)];
  });
  const left = objects.filter(({ apiVersion, kind }) => partOfOlm(apiVersion, kind) === undefined).map(({ kind, namespace, name }): Leftover => ({
    object: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`, reason: 'not a kind that OLM or a catalog consists of; delete it with kubectl',
  }));
  return removalWaiter<RemovalMemory>({
    subject: `removal of ${title}`,
    firstPhase: 'deleting',
    memory: { removed: [] },
    timeouts: { ...OBJECTS_REMOVAL_TIMEOUTS, ...timeouts },
    observe: (before, view, { timeInPhase }) => {
      const found = known.map((interest) => ({ resource: interest.resource, object: objectOf(view, interest) }));
      if (found.some(({ object }) => object === undefined)) {
        return unlisted(before, known, 'deleting');
      }
      const existing = found.filter((one): one is FoundObject => Boolean(one.object));
      return observeStages(before.removed, [
        () => ({ ...deletionStage('deleting', existing, { description: `deletes a part of ${title}`, force, timeInPhase }), left }),
      ], known);
    },
  });
}
