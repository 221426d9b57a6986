import { field, isMap, type JsonMap } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';

/** A value in a document with its path. */
export interface Located<Value> {
  readonly value: Value;
  readonly path: ValuePath;
}

/** Returns the maps in a list with their paths; other items are skipped. */
export function locatedMaps(holder: unknown, key: string, path: ValuePath): Located<JsonMap>[] {
  return locatedItems(holder, key, path).filter((item): item is Located<JsonMap> => isMap(item.value));
}

/** Returns the strings in a list with their paths; other items are skipped. */
export function locatedStrings(holder: unknown, key: string, path: ValuePath): Located<string>[] {
  return locatedItems(holder, key, path).filter((item): item is Located<string> => typeof item.value === 'string');
}

function locatedItems(holder: unknown, key: string, path: ValuePath): Located<unknown>[] {
  const list = field(holder, key);
  return (Array.isArray(list) ? list : []).map((value: unknown, index) => ({ value, path: [...path, key, index] }));
}
