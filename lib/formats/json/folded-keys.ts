import { compareUtf8 } from './go-json';
import { isMap, type JsonMap } from './json-value';

const ASCII = /^[\0-\x7f]*$/;

/**
 * Folds the case of a key as Go's encoding/json does to compare keys with the names of fields: by Unicode simple folding, one character for
 * one, so that 'ſ' is 's' and the Kelvin sign is 'k', but 'ß' is not 'ss'.
 *
 * @see https://pkg.go.dev/encoding/json#Unmarshal
 */
export function folded(key: string): string {
  return ASCII.test(key) ? key.toLowerCase() : [...key].map(foldedCharacter).join('');
}

function foldedCharacter(character: string): string {
  const upper = character.toUpperCase();
  const lower = (isSingleCharacter(upper) ? upper : character).toLowerCase();
  // The dotless i has an upper case, I, but that does not fold to it.
  return isSingleCharacter(lower) && character !== 'ı' ? lower : character;
}

function isSingleCharacter(value: string): boolean {
  return [...value].length === 1;
}

/**
 * Returns the field that Go finds in a map by name, ignoring case. If several keys match, the last in byte order wins: Go's tools convert YAML and
 * catalogs to JSON with sorted keys before they decode it. See `goKeys` for JSON that Go decodes directly.
 */
export function goField(value: unknown, name: string): unknown {
  if (!isMap(value)) {
    return undefined;
  }
  const key = goKey(value, name);
  return key === undefined ? undefined : value[key];
}

/** Returns the keys that Go matches to a field name, in their order, in which encoding/json decodes them one over the other. */
export function goKeys(keys: Iterable<string>, name: string): string[] {
  return [...keys].filter((key) => key === name || (key.length === name.length && folded(key) === folded(name)));
}

/** Returns the key that Go matches to a field name, or undefined if no key matches. */
export function goKey(map: JsonMap, name: string): string | undefined {
  const keys = goKeys(Object.keys(map), name);
  return keys.length > 1 ? keys.sort(compareUtf8).at(-1) : keys[0];
}

/** Returns the groups of keys of a map that differ only in case. */
export function caseVariants(map: JsonMap): string[][] {
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

/** Fields that Go finds in a map, and the keys that match no field. */
export interface FoundFields {
  /** Keys of the map, by field name. */
  readonly keys: ReadonlyMap<string, string>;

  /** Keys whose value another key of the same field overrides, although Go also decodes it: it must have the type of the field. */
  readonly overridden: readonly (readonly [field: string, key: string])[];

  /** Keys that match no field. */
  readonly unknown: readonly string[];
}

/** Names of a struct's fields, which Go matches case-insensitively to the keys of a map. */
export class FieldNames {
  readonly #exact: ReadonlySet<string>;
  readonly #folded: ReadonlyMap<string, string>;

  /**
   * @param names names of the fields, which must differ in more than case
   * @param untyped names of the fields that may have any type, whose overridden keys are not reported
   */
  public constructor(names: readonly string[], private readonly untyped: readonly string[] = []) {
    this.#exact = new Set(names);
    this.#folded = new Map(names.map((name) => [folded(name), name]));
  }

  /** Returns the name of the field that a key sets, or undefined if it sets none. */
  public nameOf(key: string): string | undefined {
    return this.#exact.has(key) ? key : this.#folded.get(folded(key));
  }

  /** Finds the fields in a map. If several keys set one field, the last in byte order wins: Go reads them sorted. */
  public in(map: JsonMap): FoundFields {
    const keys = new Map<string, string>();
    const overridden: [string, string][] = [];
    const unknown: string[] = [];
    for (const key of Object.keys(map)) {
      const name = this.nameOf(key);
      if (name === undefined) {
        unknown.push(key);
        continue;
      }
      const previous = keys.get(name);
      const wins = previous === undefined || compareUtf8(key, previous) > 0;
      if (wins) {
        keys.set(name, key);
      }
      if (previous !== undefined && !this.untyped.includes(name)) {
        overridden.push([name, wins ? previous : key]);
      }
    }
    return { keys, overridden, unknown };
  }
}
