/**
 * Looking into values whose shape nobody has checked yet.
 *
 * A bundle is written by strangers, so every field may hold anything. These functions give a field when it has the expected type, and
 * nothing when it has another one; they look at own properties only, so that a key such as `constructor` is never found by accident.
 */

/** A map as YAML and JSON know it. */
export interface JsonMap {
  readonly [key: string]: unknown;
}

/** Whether a value is a map: neither null, nor a list, nor a scalar. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a key, or undefined where the value is no map or has no such key. */
export function field(value: unknown, key: string): unknown {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at the end of a path of keys, or undefined where the path breaks off. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(field, value);
}

/** A field that holds text, or undefined. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** A field that holds a whole number JavaScript keeps exactly, or undefined. */
export function integerField(value: unknown, key: string): number | undefined {
  const found = field(value, key);
  return Number.isSafeInteger(found) ? (found as number) : undefined;
}

/** A field that holds a map; an empty map where it holds anything else. */
export function mapField(value: unknown, key: string): JsonMap {
  const found = field(value, key);
  return isMap(found) ? found : {};
}

/** The maps in a field that holds a list; whatever else the list holds is left out. */
export function mapsField(value: unknown, key: string): JsonMap[] {
  const found = field(value, key);
  return Array.isArray(found) ? found.filter(isMap) : [];
}

/** The texts in a field that holds a list; whatever else the list holds is left out. */
export function textsField(value: unknown, key: string): string[] {
  const found = field(value, key);
  return Array.isArray(found) ? found.filter((item): item is string => typeof item === 'string') : [];
}

/** The entries of a map field that hold text. */
export function textMapField(value: unknown, key: string): { [key: string]: string } {
  const texts: { [key: string]: string } = {};
  for (const [name, text] of Object.entries(mapField(value, key))) {
    if (typeof text === 'string') {
      setOwn(texts, name, text);
    }
  }
  return texts;
}

/** Sets a property, also one of the name `__proto__`, which an assignment would turn into the prototype. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Whether two values are the same JSON. A property whose value is `undefined` does not exist; the order of properties does not count. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) {
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  return isMap(left) && isMap(right) && [left, right].every((map) => Object.keys(map).every((key) => sameJson(field(left, key), field(right, key))));
}

/** What a value is, in a reader's words: for messages. */
export function describe(value: unknown): string {
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
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  return `the ${typeof value} ${(value as boolean | number | bigint).toString()}`;
}

/** Freezes a value and everything in it. Values that are frozen already are taken to be frozen all the way down. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) {
      deepFreeze(inner);
    }
  }
  return value;
}
