import { createWaiter } from '../machine/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../machine/waiter';
import { INITIAL_LISTS, WaiterState } from '../machine/waiter-state';
import { partOfOlm } from '../view/api-resource';
import { Interest, named, objectOf } from '../view/cluster-view';
import { deletedTitles, deletionStage, FoundObject, Leftover, RemovalReport } from './stage';

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

/** Memory of the removal: the deleted objects. */
interface ObjectsRemovalMemory {
  readonly removed: readonly string[];
}

/** Timeouts of `objectsRemoval`. */
export const OBJECTS_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 5 * 60_000, settling: 0 };

/**
 * Deletes objects of the kinds that OLM and catalogs consist of, all at the same time, and waits until they are gone. Objects of other kinds are only
 * reported.
 */
export function objectsRemoval(
  { title, objects, force = false, timeouts }: ObjectsRemovalOptions,
): Waiter<WaiterState<ObjectsRemovalMemory>, RemovalReport> {
  const known = objects.flatMap(({ apiVersion, kind, name, namespace }): Interest[] => {
    const resource = partOfOlm(apiVersion, kind);
    return resource === undefined ? [] : [named(resource, name, resource.namespaced ? namespace : undefined)];
  });
  const left = objects.filter(({ apiVersion, kind }) => partOfOlm(apiVersion, kind) === undefined).map(({ kind, namespace, name }): Leftover => ({
    object: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`, reason: 'not a kind that OLM or a catalog consists of; delete it with kubectl',
  }));
  return createWaiter<ObjectsRemovalMemory, RemovalReport>({
    subject: `removal of ${title}`,
    failure: 'did not finish',
    firstPhase: 'deleting',
    memory: { removed: [] },
    timeouts: { ...OBJECTS_REMOVAL_TIMEOUTS, ...timeouts, settling: 0 },
    needsOlm: false,
    observe: ({ removed: before }, view, { timeInPhase }) => {
      const common = { phase: 'deleting', watch: known };
      const found = known.map((interest) => ({ resource: interest.resource, object: objectOf(view, interest) }));
      if (found.some(({ object }) => object === undefined)) {
        return { ...common, memory: { removed: before }, waitingFor: INITIAL_LISTS, findings: [], actions: [], reached: {} };
      }
      const existing = found.filter((one): one is FoundObject => Boolean(one.object));
      const { waitingFor, actions = [], findings = [] } = deletionStage('deleting', existing, { description: `deletes a part of ${title}`, force, timeInPhase });
      const report: RemovalReport = { removed: [...new Set([...before, ...deletedTitles(actions)])], left };
      return {
        ...common, memory: { removed: report.removed }, waitingFor: waitingFor ?? 'nothing', actions, findings, reached: report,
        ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: report } } : {}),
      };
    },
  });
}
