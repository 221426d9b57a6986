import { defined } from '../../../formats/json/defined';
import { ApiResource, resourceName } from './api-resource';
import { KubernetesObject } from './kubernetes-object';

/**
 * Set of objects to list and watch: a resource and a selection of its objects. A waiter returns its interests, and the client keeps one watch per
 * interest. Interests with the same key are the same.
 */
export interface Interest {
  readonly resource: ApiResource;
  /** Namespace, omitted for cluster-scoped resources and to select objects in all namespaces. */
  readonly namespace?: string;
  /** Name of the only object, omitted for all objects. The client uses the field selector `metadata.name`, which every resource supports. */
  readonly name?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Set if the objects only help to explain a failure, so that the waiter also works without them. */
  readonly optional?: true;
}

/** Cache of the keys of interests, which waiters use repeatedly. */
const KEYS = new WeakMap<Interest, string>();

/** Returns the key that identifies an interest. */
export function interestKey(interest: Interest): string {
  const known = KEYS.get(interest);
  if (known !== undefined) {
    return known;
  }
  const { resource: { group, version, plural }, namespace = '', name = '', labelSelector = '', fieldSelector = '' } = interest;
  const key = `${group}/${version}/${plural}\n${namespace}\n${name}\n${labelSelector}\n${fieldSelector}`;
  KEYS.set(interest, key);
  return key;
}

/** Describes an interest in messages. */
export function describeInterest({ resource, namespace, name }: Interest): string {
  const what = name === undefined ? resourceName(resource) : `${resourceName(resource)} ${name}`;
  return namespace === undefined ? what : `${what} in namespace ${namespace}`;
}

/** Returns the interests without duplicates, in their order. If an interest is both optional and required, it is required. */
export function distinct(interests: readonly Interest[]): Interest[] {
  const found = new Map<string, Interest>();
  for (const interest of interests) {
    const key = interestKey(interest);
    const known = found.get(key);
    if (known === undefined || (known.optional === true && interest.optional !== true)) {
      found.set(key, interest);
    }
  }
  return [...found.values()];
}

/** Why a request to the API server failed. */
export interface ClusterProblem {
  /**
   * - `forbidden`: the account lacks permission (403)
   * - `unauthorized`: the credentials are invalid or have expired (401)
   * - `not-served`: the API does not exist (404 of a list)
   * - `unreachable`: no answer; the client keeps retrying
   * - `refused`: the server rejected the request (400, permanent 409, 422)
   */
  readonly kind: 'forbidden' | 'unauthorized' | 'not-served' | 'unreachable' | 'refused';
  /** Message of the server or the network. */
  readonly message: string;
  /** User name that the server sees, if its message contains it. */
  readonly account?: string;
}

/** States of an interest of which the view has only a selection of the objects. */
export type PartialState = 'partial' | 'not-dumped';

/** Last known state of an interest. */
export interface Snapshot {
  /**
   * - `unknown`: never listed
   * - `current`: listed and being watched
   * - `stale`: listed, but the watch was interrupted; the objects may be out of date
   * - `partial`: from a selection of the cluster's objects, such as a dump: an object that is not here may still exist
   * - `not-dumped`: the same, and no object of the resource is in the selection at all
   */
  readonly state: 'unknown' | 'current' | 'stale' | PartialState;
  /** Objects, sorted by namespace and name. */
  readonly objects: readonly KubernetesObject[];
  /** Why the last request failed, or undefined once a request succeeds. */
  readonly problem?: ClusterProblem;
}

/** View of the cluster that a waiter bases its decisions on. */
export interface ClusterView {
  /** Returns the last known state of an interest, which is `unknown` if it is not watched yet. */
  readonly snapshot: (interest: Interest) => Snapshot;
  /** Returns why the API server permanently rejected an action, by the action's key. */
  readonly rejection: (actionKey: string) => ClusterProblem | undefined;
  /** Number that differs after each change of the view. @default - unknown, so that nothing derived from the view can be cached */
  readonly revision?: number;
}

/** Returns the objects of an interest, or undefined until they are listed. An API that is not served has no objects. */
export function objectsOf(view: ClusterView, interest: Interest): readonly KubernetesObject[] | undefined {
  const { state, objects, problem } = view.snapshot(interest);
  if (problem?.kind === 'not-served') {
    return [];
  }
  return state === 'unknown' ? undefined : objects;
}

/**
 * Returns the object of an interest in a single object: `undefined` until it is listed, or if it is not in a selection of the cluster's objects;
 * `null` if it does not exist.
 */
export function objectOf(view: ClusterView, interest: Interest): KubernetesObject | null | undefined {
  const objects = objectsOf(view, interest);
  const found = objects?.find(({ metadata }) => metadata.name === interest.name);
  return found ?? (objects === undefined || isPartial(view, interest) ? undefined : null);
}

/** Whether objects of an interest may exist that the view lacks, because it is a selection of the cluster's objects, such as a dump. */
export function isPartial(view: ClusterView, interest: Interest): boolean {
  const { state } = view.snapshot(interest);
  return state === 'partial' || state === 'not-dumped';
}

/** Returns an interest in one object. */
export function named(resource: ApiResource, name: string, namespace?: string): Interest {
  return { resource, name, ...defined({ namespace }) };
}

/** Returns an interest in all objects of a namespace. */
export function inNamespace(resource: ApiResource, namespace: string): Interest {
  return { resource, namespace };
}

/** Returns an interest in ClusterServiceVersions, excluding the copies that OLM creates in other namespaces. */
export function withoutCopies(interest: Interest): Interest {
  return { ...interest, labelSelector: '!olm.copiedFrom' };
}

/** Returns the interest as one that only helps to explain a failure. */
export function optional(interest: Interest): Interest {
  return { ...interest, optional: true };
}
