import { isMap, setOwn } from './json-value';

/** Returns a value with changed scalars; lists and maps in which nothing changes are the same objects. */
export function mapScalars(value: unknown, change: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => mapScalars(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isMap(value)) {
    return change(value);
  }
  let changed: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(value)) {
    const inner = mapScalars(value[key], change);
    if (inner !== value[key]) {
      changed ??= { ...value };
      setOwn(changed, key, inner);
    }
  }
  return changed ?? value;
}
