import { ApiResource, groupVersion, resourceName } from './api-resource';

/**
 * Something to list and to watch: a resource, and which of its objects. A waiter says what it needs, and the client keeps one list
 * and one watch for each; two interests of one key are one and the same.
 */
export interface Interest {
  readonly resource: ApiResource;
  /** Left out for a resource without namespaces, and for the objects of all namespaces. */
  readonly namespace?: string;
  /** Left out for every object. A client asks with the field selector `metadata.name`, which every resource has. */
  readonly name?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Whether a waiter can do without it: what only serves to explain. */
  readonly optional?: true;
}

/** What tells one interest from another. */
export function interestKey({ resource, namespace = '', name = '', labelSelector = '', fieldSelector = '' }: Interest): string {
  return JSON.stringify([groupVersion(resource), resource.plural, namespace, name, labelSelector, fieldSelector]);
}

/** An interest in a reader's words, for messages. */
export function describeInterest({ resource, namespace, name }: Interest): string {
  const what = name === undefined ? resourceName(resource) : `${resourceName(resource)} ${name}`;
  return namespace === undefined ? what : `${what} in namespace ${namespace}`;
}

/** The interests, each once and in their order; needed by one and optional for another counts as needed. */
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
