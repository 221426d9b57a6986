import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';

/** Owner of an object. */
export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid?: string;
}

/** Metadata of an object. */
export interface ObjectMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  /** Field managers: `Apply` for server-side apply, `Update` for anything else. */
  readonly managedFields?: readonly { readonly operation?: string }[];
}

/**
 * Object as the API server returns it. List items lack `apiVersion` and `kind`, so these are not used: the resource under which the object was
 * found determines its kind.
 */
export interface KubernetesObject {
  readonly metadata: ObjectMetadata;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly [field: string]: unknown;
}

/** Condition in the status of an object. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** Returns a string field of the status, or undefined if it is missing or empty. */
export function statusString(object: KubernetesObject | undefined, field: string): string | undefined {
  const value = stringField(object?.status, field);
  return value === '' ? undefined : value;
}

/** Returns a string field of the spec, or undefined if it is missing or empty. */
export function specString(object: KubernetesObject | undefined, ...path: string[]): string | undefined {
  const found = fieldAt(object?.spec, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns the conditions of an object. */
export function conditions(object: KubernetesObject | undefined): Condition[] {
  return mapListField(object?.status, 'conditions').map(readCondition);
}

/** Returns the condition of a type, or undefined. */
export function condition(object: KubernetesObject | undefined, type: string): Condition | undefined {
  return conditions(object).find((found) => found.type === type);
}

/** Whether a condition exists and is true. */
export function isConditionTrue(object: KubernetesObject | undefined, type: string): boolean {
  return condition(object, type)?.status === 'True';
}

/** Whether the object is being deleted. */
export function isTerminating({ metadata }: KubernetesObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Returns `namespace/name`, or the name of a cluster-scoped object. */
export function namespacedName({ metadata: { namespace, name } }: KubernetesObject): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

function readCondition(map: JsonMap): Condition {
  const value = (key: string): string => stringField(map, key) ?? '';
  return { type: value('type'), status: value('status'), reason: value('reason'), message: value('message') };
}
