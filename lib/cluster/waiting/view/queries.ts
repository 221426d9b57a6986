import { ApiResource } from './api-resource';
import { ClusterView } from './cluster-view';
import { Interest } from './interest';
import { KubernetesObject } from './kubernetes-object';

/** Returns the objects of an interest, or undefined until they are listed. An API that is not served has no objects. */
export function objectsOf(view: ClusterView, interest: Interest): readonly KubernetesObject[] | undefined {
  const { state, objects, problem } = view.snapshot(interest);
  if (problem?.kind === 'not-served') {
    return [];
  }
  return state === 'unknown' ? undefined : objects;
}

/** Returns the object of an interest in a single object: `undefined` until it is listed, `null` if it does not exist. */
export function objectOf(view: ClusterView, interest: Interest): KubernetesObject | null | undefined {
  const objects = objectsOf(view, interest);
  return objects === undefined ? undefined : objects.find(({ metadata }) => metadata.name === interest.name) ?? null;
}

/** Returns an interest in one object. */
export function named(resource: ApiResource, name: string, namespace?: string): Interest {
  return { resource, name, ...(namespace === undefined ? {} : { namespace }) };
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
