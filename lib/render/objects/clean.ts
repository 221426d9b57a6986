import { mapField } from '../../formats/json/json-value';
import type { PlainObject } from '../model/operator';

/** Status that Go serializes for objects without one, by kind. */
const EMPTY_STATUS: { readonly [kind: string]: object } = {
  Deployment: {},
  Service: { loadBalancer: {} },
  Issuer: {},
  Certificate: {},
};

/** Adds the empty status that Go serializes to objects that are not from a file of the bundle. */
export function withEmptyStatus(object: PlainObject): PlainObject {
  const status = EMPTY_STATUS[object.kind];
  return status === undefined || object['status'] !== undefined ? object : { ...object, status };
}

/**
 * Removes what only the API server sets. Generators of bundles write `status` and `creationTimestamp: null`; a GitOps controller would compare
 * them with the cluster.
 */
export function withoutServerFields(object: PlainObject): PlainObject {
  const { status: _status, ...rest } = object;
  const { creationTimestamp: _time, ...metadata } = mapField(rest, 'metadata');
  return { ...rest, apiVersion: object.apiVersion, kind: object.kind, metadata };
}
