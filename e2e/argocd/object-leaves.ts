import { ComparedObject } from './ignored-differences';

/** A path to a value in an object. */
export type ValuePath = readonly (string | number)[];

/** Fields that Argo CD needs to find the object, and those that only the API server writes. */
const OF_SERVER = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'selfLink'];

/** Returns the paths of all values that are neither lists nor maps with content. */
export function leavesOf(value: unknown, path: ValuePath = []): ValuePath[] {
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()]
    : typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.length === 0 ? [path] : entries.flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

/** Returns the value at a path. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((found, key) => (found as { readonly [key: string | number]: unknown } | undefined)?.[key], value);
}

/** Returns a copy with another value at a path. */
export function changedAt(object: ComparedObject, path: ValuePath, value: unknown): ComparedObject {
  const copy = structuredClone(object);
  (valueAt(copy, path.slice(0, -1)) as { [key: string | number]: unknown })[path.at(-1)!] = value;
  return copy;
}

/** Returns an object as users write it: without its status, and without what the API server adds. */
export function asWritten(object: ComparedObject): ComparedObject {
  const { status: _, metadata, ...rest } = object;
  const kept = Object.entries(metadata as object).filter(([key, value]) => !OF_SERVER.includes(key) && JSON.stringify(value) !== '{}');
  return { ...rest, metadata: Object.fromEntries(kept) };
}
