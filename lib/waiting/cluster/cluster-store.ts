import { ClusterProblem, ClusterView, Scope } from './cluster-view';
import { Interest, interestKey } from './interest';
import { isDeleted, KubernetesObject, path } from './kubernetes-object';
import { isMap, textField } from '../../../bundle/json-value';

/** An event of a watch; bookmarks and errors are the client's own affair. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: unknown;
}

/** What is held for an interest. */
interface Held {
  state: 'unknown' | 'current' | 'stale';
  readonly objects: Map<string, KubernetesObject>;
  /** The uids that are gone, so that a late copy of an older event does not bring one back. */
  readonly gone: Set<string>;
  problem?: ClusterProblem;
  /** What `scope` gave last; left out after a change. */
  read?: Scope;
}

const UNKNOWN: Scope = { state: 'unknown', objects: [] };

/**
 * The cluster as a client's lists and watches tell it.
 *
 * The order of events of one object must be kept; otherwise they may come twice, late, or be left out when a list follows. An event
 * that is older than what is held is no news: resource versions are whole numbers that grow.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export class ClusterStore implements ClusterView {
  private readonly held = new Map<string, Held>();
  private readonly refusals = new Map<string, ClusterProblem>();

  /** The whole of an interest, as a list gives it: what is not in it is gone. */
  public relist(interest: Interest, items: readonly unknown[]): void {
    const held = this.of(interest);
    const listed = new Map<string, KubernetesObject>();
    for (const item of items) {
      if (isObject(item)) {
        const known = held.objects.get(path(item));
        listed.set(path(item), known !== undefined && isOlder(item, known) ? known : item);
      }
    }
    held.objects.clear();
    held.gone.clear();
    listed.forEach((object, name) => held.objects.set(name, object));
    held.state = 'current';
    changed(held, undefined);
  }

  /** An event of a watch. Anything that is no object is left out. */
  public event(interest: Interest, { type, object }: WatchEvent): void {
    if (!isObject(object)) {
      return;
    }
    const held = this.of(interest);
    const known = held.objects.get(path(object));
    const { uid } = object.metadata;
    if (type === 'DELETED') {
      if (uid !== undefined) {
        held.gone.add(uid);
      }
      if (known === undefined || known.metadata.uid === uid) {
        held.objects.delete(path(object));
      }
    } else if (uid !== undefined && held.gone.has(uid)) {
      return;
    } else if (known === undefined || !isOlder(object, known)) {
      held.objects.set(path(object), object);
    }
    changed(held, held.problem);
  }

  /** The watch of an interest broke off; what is held stays until the next list. */
  public lost(interest: Interest, problem?: ClusterProblem): void {
    const held = this.of(interest);
    held.state = held.state === 'current' ? 'stale' : held.state;
    changed(held, problem);
  }

  /** The watch of an interest goes on where it broke off, with nothing missed. */
  public resumed(interest: Interest): void {
    const held = this.of(interest);
    held.state = held.state === 'stale' ? 'current' : held.state;
    changed(held, undefined);
  }

  /** Nobody follows an interest any longer. */
  public forget(interest: Interest): void {
    this.held.delete(interestKey(interest));
  }

  /** An action failed in a way that trying again does not mend. */
  public refuse(actionKey: string, problem: ClusterProblem): void {
    this.refusals.set(actionKey, problem);
  }

  public scope(interest: Interest): Scope {
    const held = this.held.get(interestKey(interest));
    if (held === undefined) {
      return UNKNOWN;
    }
    held.read ??= {
      state: held.state,
      objects: [...held.objects].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, object]) => object),
      ...(held.problem === undefined ? {} : { problem: held.problem }),
    };
    return held.read;
  }

  public refusal(actionKey: string): ClusterProblem | undefined {
    return this.refusals.get(actionKey);
  }

  private of(interest: Interest): Held {
    const key = interestKey(interest);
    const known = this.held.get(key);
    if (known !== undefined) {
      return known;
    }
    const held: Held = { state: 'unknown', objects: new Map(), gone: new Set() };
    this.held.set(key, held);
    return held;
  }
}

function changed(held: Held, problem: ClusterProblem | undefined): void {
  delete held.read;
  if (problem === undefined) {
    delete held.problem;
  } else {
    held.problem = problem;
  }
}

function isObject(value: unknown): value is KubernetesObject {
  return isMap(value) && textField(value['metadata'], 'name') !== undefined;
}

/** Whether an object is an older state of the one that is held. Versions that are no numbers tell nothing. */
function isOlder(object: KubernetesObject, known: KubernetesObject): boolean {
  if (object.metadata.uid !== known.metadata.uid) {
    return isDeleted(object) && !isDeleted(known);
  }
  const [version, knownVersion] = [object, known].map(({ metadata }) => decimal(metadata.resourceVersion));
  return version !== undefined && knownVersion !== undefined && version < knownVersion;
}

function decimal(text: string | undefined): bigint | undefined {
  return text !== undefined && /^\d{1,40}$/.test(text) ? BigInt(text) : undefined;
}
