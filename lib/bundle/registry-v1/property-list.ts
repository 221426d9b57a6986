import type { BundleProperty } from '../model/bundle-property';
import { goField } from '../../formats/json/folded-keys';
import { describeType, field, isMap, stringField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { withFieldNames } from '../../formats/yaml/go-field-names';
import { STRING, struct } from '../../formats/yaml/go-type';

/** Receives an error message and its path in the file. */
export type PropertyFault = (message: string, path: ValuePath) => void;

/**
 * Returns the list of properties or dependencies in a file of metadata/, without those that opm cannot decode.
 *
 * @param value content of the file
 * @param key key of the list: `properties` or `dependencies`
 * @param faultOf returns the error of an entry that has a type and a value, or undefined if it is valid
 * @param fault receives the errors
 */
export function propertyListOf(
  value: unknown,
  key: 'dependencies' | 'properties',
  faultOf: (property: BundleProperty) => string | undefined,
  fault: PropertyFault,
): BundleProperty[] {
  const list = goField(value, key);
  if (!Array.isArray(list)) {
    fault(`${key} must be a list, got ${describeType(list)}`, [key]);
    return [];
  }
  const properties: BundleProperty[] = [];
  for (const [index, entry] of list.entries()) {
    const type = goField(entry, 'type');
    const propertyValue = goField(entry, 'value');
    if (typeof type !== 'string' || type === '') {
      fault(`an entry of ${key} must have a type, a string, got ${describeType(isMap(entry) ? type : entry)}`, [key, index]);
    } else if (propertyValue === undefined) {
      fault(`the entry of type ${type} must have a value`, [key, index]);
    } else {
      const property = { type, value: propertyValue };
      const wrong = faultOf(property);
      if (wrong !== undefined) {
        fault(wrong, [key, index]);
      }
      if (wrong === undefined || isMap(propertyValue)) {
        properties.push(property);
      }
    }
  }
  // Go decodes the list as a whole: if one entry has the wrong type, opm reads none.
  return list.every((entry) => isMap(entry) && !isCollection(goField(entry, 'type'))) ? properties : [];
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const DEPENDENCY_FIELDS: { readonly [type: string]: readonly string[] } = {
  'olm.gvk': ['group', 'version', 'kind'],
  'olm.package': ['packageName', 'version'],
  'olm.label': ['label'],
};

/** Returns the error of a dependency, or undefined if it is valid. OLM supports four types of dependencies. */
export function dependencyFault({ type, value }: BundleProperty): string | undefined {
  if (type === 'olm.constraint') {
    return isMap(value) ? undefined : `the value of type ${type} must be a map, got ${describeType(value)}`;
  }
  const fields = DEPENDENCY_FIELDS[type];
  if (fields === undefined) {
    const known = [...Object.keys(DEPENDENCY_FIELDS), 'olm.constraint'].join(', ');
    return `OLM does not support dependencies of type ${type}; supported: ${known}; move others to properties.yaml`;
  }
  const missing = missingStrings(withFieldNames(value, struct(Object.fromEntries(fields.map((name) => [name, STRING])))), fields);
  return missing === undefined ? undefined : `the value of type ${type} ${missing}`;
}

/** Describes the fields of a map that must be non-empty strings but are not, or returns undefined if all are. */
export function missingStrings(value: unknown, keys: readonly string[]): string | undefined {
  const missing = keys.filter((key) => (stringField(value, key) ?? '') === '');
  if (missing.length === 0) {
    return undefined;
  }
  const other = missing.find((key) => typeof (field(value, key) ?? '') !== 'string');
  const got = other === undefined ? '' : `; got ${describeType(field(value, other))} for ${other}; put it in quotes`;
  return `must have ${missing.join(', ')}, each a non-empty string${got}`;
}
