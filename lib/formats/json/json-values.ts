import { exactJson } from './exact-json';
import { isMap, sameJson } from './json-value';

/** A set of JSON values, whose maps may have their keys in any order. */
export class JsonValues {
  readonly #byKey = new Map<string, unknown[]>();

  public constructor(values: readonly unknown[] = []) {
    values.forEach((value) => this.add(value));
  }

  /** Adds a value, and returns whether the set did not have it. */
  public add(value: unknown): boolean {
    const key = sortedJson(value);
    const known = this.#byKey.get(key) ?? [];
    if (known.some((other) => sameJson(other, value))) {
      return false;
    }
    this.#byKey.set(key, [...known, value]);
    return true;
  }

  /** Whether the set has a value, as `sameJson` compares them. */
  public has(value: unknown): boolean {
    return (this.#byKey.get(sortedJson(value)) ?? []).some((known) => sameJson(known, value));
  }
}

/** Returns the JSON of a value with sorted keys. */
function sortedJson(value: unknown): string {
  return exactJson(withSortedKeys(value));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withSortedKeys);
  }
  return !isMap(value) ? value : Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, item]) => [key, withSortedKeys(item)]));
}
