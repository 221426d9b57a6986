import { FieldNames } from '../json/folded-keys';
import { compareUtf8 } from '../json/go-json';
import { isMap, type JsonMap, setOwn } from '../json/json-value';
import type { GoType, StructType } from './go-type';

/**
 * Renames the keys of a value to the names of the fields that encoding/json finds for them. Nothing else changes.
 *
 * @returns the same object if every key has the right case
 */
export function withFieldNames(value: unknown, type: GoType): unknown {
  switch (type.is) {
    case 'opaque':
      return withFieldNames(value, type.type);
    case 'list':
      return Array.isArray(value) ? mapped(value, (item) => withFieldNames(item, type.items)) : value;
    case 'map':
      return isMap(value) ? mappedValues(value, (inner) => withFieldNames(inner, type.values)) : value;
    case 'struct': {
      if (!isMap(value)) {
        return value;
      }
      const named = withFieldNamesOf(value, type) ?? value;
      return mappedValues(named, (inner, name) => (Object.hasOwn(type.fields, name) ? withFieldNames(inner, type.fields[name]!) : inner));
    }
    default:
      return value;
  }
}

const fieldNames = new WeakMap<StructType, FieldNames>();

/** Returns the names of the fields of a struct, which encoding/json matches to keys case-insensitively. */
export function fieldNamesOf(type: StructType): FieldNames {
  let names = fieldNames.get(type);
  if (names === undefined) {
    names = new FieldNames(Object.keys(type.fields));
    fieldNames.set(type, names);
  }
  return names;
}

/** Returns a copy of a map with its keys renamed to the field names, or undefined if they already are. */
export function withFieldNamesOf(map: JsonMap, type: StructType): JsonMap | undefined {
  const names = fieldNamesOf(type);
  if (Object.keys(map).every((key) => (names.nameOf(key) ?? key) === key)) {
    return undefined;
  }
  const copy: { [key: string]: unknown } = {};
  // Go reads keys sorted, so the last of several keys for one field wins; maps are merged.
  for (const key of Object.keys(map).sort(compareUtf8)) {
    const name = names.nameOf(key) ?? key;
    setOwn(copy, name, Object.hasOwn(copy, name) ? merged(copy[name], map[key]) : map[key]);
  }
  return copy;
}

function merged(before: unknown, after: unknown): unknown {
  if (after === undefined || after === null) {
    return before;
  }
  return isMap(before) && isMap(after) ? { ...before, ...after } : after;
}

function mapped(list: readonly unknown[], of: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(of);
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function mappedValues(map: JsonMap, of: (value: unknown, key: string) => unknown): JsonMap {
  let changed: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(map)) {
    const value = of(map[key], key);
    if (value !== map[key]) {
      changed ??= { ...map };
      setOwn(changed, key, value);
    }
  }
  return changed ?? map;
}
