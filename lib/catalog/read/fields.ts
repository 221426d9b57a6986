import { FieldNames } from './folded-keys';
import type { FoundFields } from './folded-keys';
import { describe, isMap, setOwn } from '../../json-value';
import type { JsonMap } from '../../json-value';
import type { ValuePath } from '../../source-position';
import type { WithUnknownFields } from '../wire';

/** Takes what is wrong at a path of a document. */
export type FieldFault = (path: ValuePath, message: string) => void;

const NOTHING: FoundFields = { keys: new Map(), overridden: [], unknown: [] };

/**
 * The fields of a map as Go decodes them into a struct: without regard to upper and lower case, with null and what is missing for empty.
 * What has the wrong type is a fault, and counts as missing.
 */
export class Fields {
  readonly #map: JsonMap;
  readonly #found: FoundFields;

  /**
   * @param value what should be a map
   * @param names the fields that there can be
   * @param path where it stands in the document
   * @param fault takes what is wrong
   */
  public constructor(value: unknown, names: FieldNames, private readonly path: ValuePath, private readonly fault: FieldFault) {
    if (isMap(value)) {
      this.#map = value;
      this.#found = names.in(value);
      for (const [name, key] of this.#found.overridden) {
        this.#compare(key, this.#found.keys.get(name)!);
      }
    } else {
      this.#map = {};
      this.#found = NOTHING;
      if (value !== null && value !== undefined) {
        fault(path, `${pathText(path)} must be a map, got ${describe(value)}`);
      }
    }
  }

  /** Whether there is such a field, be it null. */
  public has(name: string): boolean {
    return this.#found.keys.has(name);
  }

  /** What a field holds. */
  public value(name: string): unknown {
    const key = this.#found.keys.get(name);
    return key === undefined ? undefined : this.#map[key];
  }

  /** The path of a field. */
  public pathOf(name: string): ValuePath {
    return [...this.path, this.#found.keys.get(name) ?? name];
  }

  /** A field that holds text. */
  public text(name: string): string {
    const value = this.value(name);
    if (typeof value === 'string') {
      return value;
    }
    if (value !== undefined && value !== null) {
      const remedy = typeof value === 'object' ? '' : '; put it into quotes';
      this.fault(this.pathOf(name), `${pathText(this.pathOf(name))} must be text, got ${describe(value)}${remedy}`);
    }
    return '';
  }

  /** A field that holds true or false. */
  public boolean(name: string): boolean {
    const value = this.value(name);
    if (typeof value !== 'boolean' && value !== undefined && value !== null) {
      this.fault(this.pathOf(name), `${pathText(this.pathOf(name))} must be true or false, got ${describe(value)}`);
    }
    return value === true;
  }

  /** The items of a field that holds a list, with their paths. */
  public list(name: string): (readonly [unknown, ValuePath])[] {
    const value = this.value(name);
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => [item, [...this.pathOf(name), index]] as const);
    }
    if (value !== undefined && value !== null) {
      this.fault(this.pathOf(name), `${pathText(this.pathOf(name))} must be a list, got ${describe(value)}`);
    }
    return [];
  }

  /** The texts of a field that holds a list of them. */
  public texts(name: string): string[] {
    return this.list(name).map(([item, path]) => {
      if (typeof item !== 'string' && item !== null) {
        this.fault(path, `${pathText(path)} must be text, got ${describe(item)}`);
      }
      return typeof item === 'string' ? item : '';
    });
  }

  /** Go reads both of two keys that are one field, so both must have its type. */
  #compare(overridden: string, key: string): void {
    const [before, value] = [this.#map[overridden], this.#map[key]];
    if (before !== null && value !== null && (typeof before !== typeof value || Array.isArray(before) !== Array.isArray(value))) {
      this.fault([...this.path, overridden], `${overridden} and ${key} are one field to opm, which does not tell upper from lower case; remove one of them`);
    }
  }

  /** What the map holds besides the known fields. */
  public get unknown(): WithUnknownFields {
    if (this.#found.unknown.length === 0) {
      return {};
    }
    const unknownFields: { [key: string]: unknown } = {};
    for (const key of this.#found.unknown) {
      setOwn(unknownFields, key, this.#map[key]);
    }
    return { unknownFields };
  }
}

/** A path for messages, such as `entries[2].name`. */
export function pathText(path: ValuePath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('') || 'a document';
}
