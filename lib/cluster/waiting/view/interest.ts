import { ApiResource, resourceName } from './api-resource';

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
