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
  readonly unknown: readonly string[];
}

/** The proper names of fields. */
export class FieldNames {
  readonly #exact: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, string>;

  /**
   * @param names the names, all different without regard to case
   */
  public constructor(names: readonly string[]) {
    this.#exact = new Set(names);
    this.#folded = new Map(names.map((name) => [folded(name), name]));
  }

  /** Finds the fields in a map. Of several keys that are one field, the last by their bytes counts: Go reads them sorted. */
  public in(map: JsonMap): FoundFields {
    const keys = new Map<string, string>();
    const unknown: string[] = [];
    for (const key of Object.keys(map)) {
      const name = this.#exact.has(key) ? key : this.#folded.get(folded(key));
      if (name === undefined) {
        unknown.push(key);
      } else if (!keys.has(name) || compareUtf8(key, keys.get(name)!) > 0) {
        keys.set(name, key);
      }
    }
    return { keys, unknown };
  }
}
