import { exactJson } from './exact-json';
import { isMap, sameJson } from './json-value';

/** A set of JSON values, whose maps may have their keys in any order. */
export class JsonValues {
  readonly #byKey = new Map<string, unknown[]>();

  public constructor(values: readonly unknown[] = []) {
    values.forEach((value) => this.add(value));
  }

  public add(value: unknown): void {
    const key = sortedJson(value);
    this.#byKey.set(key, [...this.#byKey.get(key) ?? [], ...this.has(value) ? [] : [value]]);
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
