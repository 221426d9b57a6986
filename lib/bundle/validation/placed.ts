import type { JsonMap } from '../json-value';
import { field, isMap } from '../json-value';
import type { ValuePath } from '../source-position';

/** A value in a document, and the way to it from the root. */
export interface Placed<Value> {
  readonly value: Value;
  readonly path: ValuePath;
}

/** The maps in a list, each with its own index; whatever else the list holds is left out. */
export function placedMaps(holder: unknown, key: string, path: ValuePath): Placed<JsonMap>[] {
  return placedItems(holder, key, path).filter((item): item is Placed<JsonMap> => isMap(item.value));
}

/** The texts in a list, each with its own index; whatever else the list holds is left out. */
export function placedTexts(holder: unknown, key: string, path: ValuePath): Placed<string>[] {
  return placedItems(holder, key, path).filter((item): item is Placed<string> => typeof item.value === 'string');
}

function placedItems(holder: unknown, key: string, path: ValuePath): Placed<unknown>[] {
  const list = field(holder, key);
  return (Array.isArray(list) ? list : []).map((value: unknown, index) => ({ value, path: [...path, key, index] }));
}
