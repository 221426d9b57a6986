import type { ApiObject } from 'cdk8s';
import { isClusterScoped } from '../../formats/schema/cluster-scoped';

/** Manifest of an object. */
export interface Manifest {
  readonly metadata: { readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly [field: string]: unknown;
}

/**
 * Returns the manifest of an object, without a namespace if its kind is cluster-scoped: cdk8s sets the namespace of a chart on all of its objects,
 * and the provider rejects it on these.
 */
export function manifestOf(object: ApiObject): Manifest {
  const { metadata: { namespace, ...metadata }, ...rest } = object.toJson() as Manifest;
  const isNamespaced = namespace !== undefined && !isClusterScoped(object.apiGroup, object.kind);
  return { ...rest, metadata: { ...metadata, ...(isNamespaced ? { namespace } : {}) } };
}
