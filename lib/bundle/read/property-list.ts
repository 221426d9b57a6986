import type { BundleProperty } from '../bundle-property';
import { describe, field, isMap } from '../json-value';
import type { ValuePath } from '../source-position';

/** Takes what is wrong, and where in the file. */
export type PropertyFault = (message: string, path: ValuePath) => void;

/**
 * The list of properties or dependencies in a file of metadata/.
 *
 * @param value what the file holds
 * @param key where the list stands: `properties` or `dependencies`
 * @param faultOf what is wrong with one of them beyond its shape; undefined when nothing is
 * @param fault takes what is wrong
 */
export function propertyListOf(
  value: unknown,
  key: 'dependencies' | 'properties',
  faultOf: (property: BundleProperty) => string | undefined,
  fault: PropertyFault,
): BundleProperty[] {
  const list = goField(value, key);
  if (!Array.isArray(list)) {
    fault(`${key} must be a list, got ${describe(list)}`, [key]);
    return [];
  }
  const properties: BundleProperty[] = [];
  for (const [index, entry] of list.entries()) {
    const type = goField(entry, 'type');
    const propertyValue = goField(entry, 'value');
    if (typeof type !== 'string' || type === '') {
      fault(`an entry of ${key} must have a type, a text, got ${describe(isMap(entry) ? type : entry)}`, [key, index]);
    } else if (propertyValue === undefined) {
      fault(`the entry of type ${type} must have a value`, [key, index]);
    } else {
      const property = { type, value: propertyValue };
      const wrong = faultOf(property);
      if (wrong !== undefined) {
        fault(wrong, [key, index]);
      }
      properties.push(property);
    }
  }
  return properties;
}

/** The field that Go finds for a key of the files in metadata/: the one of that name, or else one that differs in case only. */
export function goField(value: unknown, key: string): unknown {
  if (!isMap(value) || Object.hasOwn(value, key)) {
    return field(value, key);
  }
  const other = Object.keys(value).find((name) => name.toLowerCase() === key);
  return other === undefined ? undefined : value[other];
}
