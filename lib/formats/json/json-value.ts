/**
 * Access to fields of values that are not validated.
 *
 * Bundles are untrusted, so a field may have any type. These functions return only fields of the expected type, and read only own properties, so that
 * a key such as `constructor` is never found by accident.
 */

/** A map of YAML or JSON. */
export interface JsonMap {
  readonly [key: string]: unknown;
}

/** Whether a value is a map: neither null, nor a list, nor a scalar. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of a key, or undefined if the value is not a map, or has no such key. */
export function field(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns what a table has under a name that a stranger chose, or undefined: every table inherits a value for the name `constructor`. */
export function ownValue<Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns the value at a path of keys, or undefined. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(field, value);
}

/** Returns a field that is a string, or undefined. */
export function stringField(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** Returns a field that is an integer that JavaScript represents exactly, or undefined. */
export function integerField(value: unknown, key: string): number | undefined {
  const found = field(value, key);
  return Number.isSafeInteger(found) ? (found as number) : undefined;
}

/** Returns a field if it is a map, otherwise an empty map. */
export function mapField(value: unknown, key: string): JsonMap {
  const found = field(value, key);
  return isMap(found) ? found : {};
}

/** Returns the maps in a field that is a list. */
export function mapListField(value: unknown, key: string): JsonMap[] {
  const found = field(value, key);
  return Array.isArray(found) ? found.filter(isMap) : [];
}

/** Returns the strings in a field that is a list. */
export function stringListField(value: unknown, key: string): string[] {
  const found = field(value, key);
  return Array.isArray(found) ? found.filter((item): item is string => typeof item === 'string') : [];
}

/** Returns the entries of a map field that are strings. */
export function stringMapField(value: unknown, key: string): { [key: string]: string } {
  const strings: { [key: string]: string } = {};
  for (const [name, entry] of Object.entries(mapField(value, key))) {
    if (typeof entry === 'string') {
      setOwn(strings, name, entry);
    }
  }
  return strings;
}

/** Sets a property, even one named `__proto__`, which an assignment would make the prototype. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/**
 * Whether two values are the same JSON. A property whose value is `undefined` does not exist; the order of properties is ignored. Integers of type
 * `bigint` differ if any digit does.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  // Each key is compared once: comparing those of both maps would double the work at every level.
  return isMap(left) && isMap(right)
    && Object.keys(left).every((key) => sameJson(left[key], field(right, key)))
    && Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key));
}

/**
 * Returns all strings in a value.
 *
 * @param leftOut keys whose values are left out
 */
export function stringsIn(value: unknown, leftOut: readonly string[] = []): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => stringsIn(item, leftOut));
  }
  return isMap(value) ? Object.entries(value).flatMap(([key, item]) => (leftOut.includes(key) ? [] : stringsIn(item, leftOut))) : [];
}

/** Describes a value in a message, such as `a list` or `the string "x"`. */
export function describeType(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (typeof value === 'object') {
    return 'a map';
  }
  if (typeof value === 'string') {
    return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  return `the ${typeof value === 'bigint' ? 'number' : typeof value} ${(value as boolean | number | bigint).toString()}`;
}

/** Freezes a value and everything in it. Values that are frozen already are assumed to be deeply frozen. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) {
      deepFreeze(inner);
    }
  }
  return value;
}

/** Whether a value is an object literal, of any realm, rather than a list or an instance of a class. */
export function isObjectLiteral(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
