import { ApiResource } from './api-resource';
import { ClusterView } from './cluster-view';
import { Interest } from './interest';
import { KubernetesObject } from './kubernetes-object';

/** The objects of an interest, or undefined as long as nobody listed them. An API that is not served has no objects. */
export function objectsOf(view: ClusterView, interest: Interest): readonly KubernetesObject[] | undefined {
  const { state, objects, problem } = view.scope(interest);
  if (problem?.kind === 'not-served') {
    return [];
  }
  return state === 'unknown' ? undefined : objects;
}

/**
 * The object that an interest in one name is about: `undefined` as long as nobody looked, `null` where there is none.
 */
export function objectOf(view: ClusterView, interest: Interest): KubernetesObject | null | undefined {
  const objects = objectsOf(view, interest);
  return objects === undefined ? undefined : objects.find(({ metadata }) => metadata.name === interest.name) ?? null;
}

/** An interest in one object. */
export function one(resource: ApiResource, name: string, namespace?: string): Interest {
  return { resource, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** An interest in the objects of a namespace. */
export function inNamespace(resource: ApiResource, namespace: string): Interest {
  return { resource, namespace };
}

/** The ClusterServiceVersions that are no copies which OLM shows in other namespaces. */
export function originals(interest: Interest): Interest {
  return { ...interest, labelSelector: '!olm.copiedFrom' };
}

/** The same interest, as one that only serves to explain. */
export function optional(interest: Interest): Interest {
  return { ...interest, optional: true };
}
