import { compareUtf8 } from '../../go-json';
import type { JsonMap } from '../../json-value';

/** A key as Go compares those of fields: without regard to upper and lower case. */
export function folded(key: string): string {
  return key.toUpperCase().toLowerCase();
}

/** Keys of a map that are one and the same but for upper and lower case. */
export function sameKeys(map: JsonMap): string[][] {
  const groups = new Map<string, string[]>();
  for (const key of Object.keys(map)) {
    const group = groups.get(folded(key));
    if (group === undefined) {
      groups.set(folded(key), [key]);
    } else {
      group.push(key);
    }
  }
  return [...groups.values()].filter((keys) => keys.length > 1);
}

/** The fields that Go would find in a map, by their proper names, and the keys of the others. */
export interface FoundFields {
  /** The keys in the map, by the proper names of the fields. */
  readonly keys: ReadonlyMap<string, string>;
  /** Further keys of fields that were found already, which Go reads too, though what they say does not count. */
  readonly overridden: readonly (readonly [field: string, key: string])[];
  readonly unknown: readonly string[];
}

/** The proper names of fields. */
export class FieldNames {
  readonly #exact: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, string>;

  /**
   * @param names the names, all different without regard to case
   * @param untyped those of fields that Go reads without a type
   */
  public constructor(names: readonly string[], private readonly untyped: readonly string[] = []) {
    this.#exact = new Set(names);
    this.#folded = new Map(names.map((name) => [folded(name), name]));
  }

  /** Finds the fields in a map. Of several keys that are one field, the last by their bytes counts: Go reads them sorted. */
  public in(map: JsonMap): FoundFields {
    const keys = new Map<string, string>();
    const overridden: [string, string][] = [];
    const unknown: string[] = [];
    for (const key of Object.keys(map)) {
      const name = this.#exact.has(key) ? key : this.#folded.get(folded(key));
      const before = name === undefined ? undefined : keys.get(name);
      if (name === undefined) {
        unknown.push(key);
      } else if (before === undefined || compareUtf8(key, before) > 0) {
        keys.set(name, key);
      }
      if (before !== undefined && !this.untyped.includes(name!)) {
        overridden.push([name!, keys.get(name!) === key ? before : key]);
      }
    }
    return { keys, overridden, unknown };
  }
}
