import { defined } from '../../../formats/json/defined';
import { isMap, stringField } from '../../../formats/json/json-value';
import { ClusterProblem, ClusterView, Interest, interestKey, PartialState, Snapshot } from './cluster-view';
import { isTerminating, KubernetesObject, namespacedName } from './kubernetes-object';

/** Event of a watch. The client handles bookmarks and errors itself. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: unknown;
}

/** Cached state of an interest. */
interface Entry {
  state: Snapshot['state'];
  readonly objects: Map<string, KubernetesObject>;
  /** UIDs of deleted objects, so that a late copy of an older event does not restore one. */
  readonly gone: Set<string>;
  problem?: ClusterProblem;
  /** Snapshot that was returned last, and is dropped after a change. */
  snapshot?: Snapshot;
}

const UNKNOWN: Snapshot = { state: 'unknown', objects: [] };

/**
 * Objects of the cluster as the client's lists and watches report them.
 *
 * Events of one object must arrive in order. Otherwise they may be repeated, delayed, or omitted if a list follows. An event that is older than the
 * cached object is ignored: resource versions are increasing integers.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export class ClusterStore implements ClusterView {
  private readonly entries = new Map<string, Entry>();
  private readonly refusals = new Map<string, ClusterProblem>();
  private changes = 0;

  public get revision(): number {
    return this.changes;
  }

  /**
   * Replaces all objects of an interest with the items of a list.
   *
   * @param state a partial state if the cluster may have objects that are not in the list
   */
  public relist(interest: Interest, items: readonly unknown[], state: 'current' | PartialState = 'current'): void {
    const held = this.entryOf(interest);
    const listed = new Map<string, KubernetesObject>();
    for (const item of items) {
      if (isObject(item)) {
        const known = held.objects.get(namespacedName(item));
        listed.set(namespacedName(item), known !== undefined && isOlder(item, known) ? known : item);
      }
    }
    held.objects.clear();
    held.gone.clear();
    listed.forEach((object, name) => held.objects.set(name, object));
    held.state = state;
    this.changed(held, undefined);
  }

  /** Applies an event of a watch. Anything that is not an object is ignored. */
  public event(interest: Interest, { type, object }: WatchEvent): void {
    if (!isObject(object)) {
      return;
    }
    const held = this.entryOf(interest);
    const known = held.objects.get(namespacedName(object));
    const { uid } = object.metadata;
    if (type === 'DELETED') {
      if (uid !== undefined) {
        held.gone.add(uid);
      }
      if (known === undefined || known.metadata.uid === uid) {
        held.objects.delete(namespacedName(object));
      }
    } else if (uid !== undefined && held.gone.has(uid)) {
      return;
    } else if (known === undefined || !isOlder(object, known)) {
      held.objects.set(namespacedName(object), object);
    }
    this.changed(held, held.problem);
  }

  /** Records that the watch of an interest was interrupted; its objects are kept until the next list. */
  public lost(interest: Interest, problem?: ClusterProblem): void {
    const held = this.entryOf(interest);
    held.state = held.state === 'current' ? 'stale' : held.state;
    this.changed(held, problem);
  }

  /** Records that the watch of an interest resumed without missing events. */
  public resumed(interest: Interest): void {
    const held = this.entryOf(interest);
    held.state = held.state === 'stale' ? 'current' : held.state;
    this.changed(held, undefined);
  }

  /** Drops an interest that is no longer watched. */
  public forget(interest: Interest): void {
    this.entries.delete(interestKey(interest));
    this.changes++;
  }

  /** Records that the API server permanently rejected an action. */
  public reject(actionKey: string, problem: ClusterProblem): void {
    this.refusals.set(actionKey, problem);
    this.changes++;
  }

  /** Whether anything is known about an interest: its objects, or why they are unknown. */
  public has(interest: Interest): boolean {
    return this.entries.has(interestKey(interest));
  }

  public snapshot(interest: Interest): Snapshot {
    const held = this.entries.get(interestKey(interest));
    if (held === undefined) {
      return UNKNOWN;
    }
    held.snapshot ??= {
      state: held.state,
      objects: [...held.objects].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, object]) => object),
      ...defined({ problem: held.problem }),
    };
    return held.snapshot;
  }

  public rejection(actionKey: string): ClusterProblem | undefined {
    return this.refusals.get(actionKey);
  }

  private entryOf(interest: Interest): Entry {
    const key = interestKey(interest);
    const known = this.entries.get(key);
    if (known !== undefined) {
      return known;
    }
    const held: Entry = { state: 'unknown', objects: new Map(), gone: new Set() };
    this.entries.set(key, held);
    return held;
  }

  private changed(held: Entry, problem: ClusterProblem | undefined): void {
    this.changes++;
    delete held.snapshot;
    if (problem === undefined) {
      delete held.problem;
    } else {
      held.problem = problem;
    }
  }
}

function isObject(value: unknown): value is KubernetesObject {
  return isMap(value) && stringField(value['metadata'], 'name') !== undefined;
}

/** Whether an object is older than the cached one. Versions that are not integers cannot be compared. */
function isOlder(object: KubernetesObject, known: KubernetesObject): boolean {
  if (object.metadata.uid !== known.metadata.uid) {
    return isTerminating(object) && !isTerminating(known);
  }
  const [version, knownVersion] = [object, known].map(({ metadata }) => decimal(metadata.resourceVersion));
  return version !== undefined && knownVersion !== undefined && version < knownVersion;
}

function decimal(version: string | undefined): bigint | undefined {
  return version !== undefined && /^\d{1,40}$/.test(version) ? BigInt(version) : undefined;
}
