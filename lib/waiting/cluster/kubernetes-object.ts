import { fieldAt, JsonMap, mapsField, textField } from '../../../bundle/json-value';

/** Who an object belongs to. */
export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid?: string;
}

/** What every object of the API has. */
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
}

/**
 * An object as the API server gives it. The items of a list lack `apiVersion` and `kind`, so nothing here looks at them: what an
 * object is, the resource says under which it was found.
 */
export interface KubernetesObject {
  readonly metadata: ObjectMetadata;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly [field: string]: unknown;
}

/** A condition of an object's status. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A text in an object's status. */
export function statusText(object: KubernetesObject | undefined, field: string): string | undefined {
  const text = textField(object?.status, field);
  return text === '' ? undefined : text;
}

/** A text in an object's spec. */
export function specText(object: KubernetesObject | undefined, ...path: string[]): string | undefined {
  const found = fieldAt(object?.spec, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The conditions of an object. */
export function conditions(object: KubernetesObject | undefined): Condition[] {
  return mapsField(object?.status, 'conditions').map(readCondition);
}

/** The condition of a type, where it is there. */
export function condition(object: KubernetesObject | undefined, type: string): Condition | undefined {
  return conditions(object).find((found) => found.type === type);
}

/** Whether a condition is there and true. */
export function holds(object: KubernetesObject | undefined, type: string): boolean {
  return condition(object, type)?.status === 'True';
}

/** Whether somebody asked for the object's deletion. */
export function isDeleted({ metadata }: KubernetesObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Namespace and name, as people write them. */
export function path({ metadata: { namespace, name } }: KubernetesObject): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

function readCondition(map: JsonMap): Condition {
  const text = (key: string): string => textField(map, key) ?? '';
  return { type: text('type'), status: text('status'), reason: text('reason'), message: text('message') };
}
