import { FieldNames, type FoundFields } from '../../formats/json/folded-keys';
import { describeType, isMap, type JsonMap, setOwn } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import type { WithUnknownFields } from '../declcfg/declcfg';

/** Reports a fault at a path of a blob. */
export type ReportFault = (path: ValuePath, message: string) => void;

const NOTHING: FoundFields = { keys: new Map(), overridden: [], unknown: [] };

/**
 * The fields of a map as Go decodes them into a struct: keys are case-insensitive, and null and missing fields are empty. A field of the wrong
 * type is reported, and treated as missing.
 */
export class Fields {
  readonly #map: JsonMap;
  readonly #found: FoundFields;

  /**
   * @param value a map, in a valid catalog
   * @param names the known fields
   * @param path path of the map in the blob
   * @param fault receives the faults
   */
  public constructor(value: unknown, names: FieldNames, private readonly path: ValuePath, private readonly fault: ReportFault) {
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
        fault(path, `${pathString(path)} must be a map, got ${describeType(value)}`);
      }
    }
  }

  /** Whether the map has a field, which may be null. */
  public has(name: string): boolean {
    return this.#found.keys.has(name);
  }

  /** Returns the value of a field. */
  public value(name: string): unknown {
    const key = this.#found.keys.get(name);
    return key === undefined ? undefined : this.#map[key];
  }

  /** Returns the path of a field. */
  public pathOf(name: string): ValuePath {
    return [...this.path, this.#found.keys.get(name) ?? name];
  }

  /** Returns the value of a string field, or an empty string if it is missing. */
  public string(name: string): string {
    const value = this.value(name);
    if (typeof value === 'string') {
      return value;
    }
    if (value !== undefined && value !== null) {
      const remedy = typeof value === 'object' ? '' : '; quote it';
      this.fault(this.pathOf(name), `${pathString(this.pathOf(name))} must be a string, got ${describeType(value)}${remedy}`);
    }
    return '';
  }

  /** Returns the value of a boolean field, or false if it is missing. */
  public boolean(name: string): boolean {
    const value = this.value(name);
    if (typeof value !== 'boolean' && value !== undefined && value !== null) {
      this.fault(this.pathOf(name), `${pathString(this.pathOf(name))} must be true or false, got ${describeType(value)}`);
    }
    return value === true;
  }

  /** Returns the items of a list field with their paths, or an empty list if it is missing. */
  public list(name: string): (readonly [unknown, ValuePath])[] {
    const value = this.value(name);
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => [item, [...this.pathOf(name), index]] as const);
    }
    if (value !== undefined && value !== null) {
      this.fault(this.pathOf(name), `${pathString(this.pathOf(name))} must be a list, got ${describeType(value)}`);
    }
    return [];
  }

  /** Returns the items of a field with a list of strings. */
  public stringList(name: string): string[] {
    return this.list(name).map(([item, path]) => {
      if (typeof item !== 'string' && item !== null) {
        this.fault(path, `${pathString(path)} must be a string, got ${describeType(item)}`);
      }
      return typeof item === 'string' ? item : '';
    });
  }

  /** Go decodes both of two keys for the same field, so both must have its type. */
  #compare(overridden: string, key: string): void {
    const [before, value] = [this.#map[overridden], this.#map[key]];
    if (before !== null && value !== null && (typeof before !== typeof value || Array.isArray(before) !== Array.isArray(value))) {
      this.fault([...this.path, overridden], `${overridden} and ${key} are the same field to opm, which ignores the case of keys; remove one of them`);
    }
  }

  /** The unknown fields of the map. */
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

/** Formats a path for messages, such as `entries[2].name`. */
export function pathString(path: ValuePath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('') || 'a blob';
}
