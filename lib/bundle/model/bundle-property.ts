import { parseJson } from '../../formats/json/exact-json';
import { goField, goKeys } from '../../formats/json/folded-keys';
import { goJson } from '../../formats/json/go-json';
import { describeType, field, isMap, mapField, ownValue, stringField } from '../../formats/json/json-value';
import { rawFields } from '../../formats/json/raw-fields';
import type { ValuePath } from '../../formats/json/source-position';
import { STRING, struct, withFieldNames } from '../../formats/yaml/go-type';
import type { Manifest } from './manifest';

/** A property or a dependency of a bundle, which OLM's resolver evaluates. */
export interface BundleProperty {
  /** Type of the property, such as `olm.gvk` or `olm.package`. */
  readonly type: string;

  /** Value as JSON; its structure depends on the type. */
  readonly value: unknown;
}

/** A property as raw JSON: opm compares, sorts and writes properties as bytes. @internal */
export interface RawProperty extends BundleProperty {
  /** The value as a JSON string. */
  readonly raw: string;
}

/** Returns a property with the bytes of its value, which are not part of its JSON. */
function withRaw(property: BundleProperty, raw: string): BundleProperty {
  return Object.defineProperty(property, 'raw', { value: raw });
}

/** Returns the value of a property as opm writes it: the bytes of the annotation, or JSON that Go's YAML parser wrote. @internal */
export function rawValue(property: BundleProperty): string {
  return 'raw' in property && typeof property.raw === 'string' ? property.raw : goJson(property.value);
}

const ANNOTATION = 'olm.properties';

/** Content of the annotation `olm.properties` of a ClusterServiceVersion. An invalid annotation has no properties. @internal */
export interface OlmProperties {
  /** Properties in the order of the annotation. */
  readonly properties: BundleProperty[];

  /** Problem with the annotation. */
  readonly fault?: string;
}

/** Parses the annotation `olm.properties`, a JSON list of properties. @internal */
export function olmProperties(csv: Manifest): OlmProperties {
  const annotation = field(mapField(csv.content['metadata'], 'annotations'), ANNOTATION);
  if (typeof annotation !== 'string' || annotation === '') {
    return { properties: [] };
  }
  try {
    return propertiesOf(annotation);
  } catch (error) {
    return { properties: [], fault: `annotation ${ANNOTATION} is not JSON: ${(error as Error).message}` };
  }
}

function propertiesOf(json: string): OlmProperties {
  const entries = annotationEntries(json);
  if (!Array.isArray(entries)) {
    return { properties: [], fault: `annotation ${ANNOTATION} must be a JSON list of properties, got ${describeType(entries.found)}` };
  }
  const properties: BundleProperty[] = [];
  for (const [index, { content, type, value, raw }] of entries.entries()) {
    if (typeof type !== 'string' || value === undefined) {
      return { properties: [], fault: `entry ${index + 1} of annotation ${ANNOTATION} must have a type and a value, got ${describeType(content)}` };
    }
    properties.push(withRaw({ type, value }, raw));
  }
  return { properties };
}

/** An entry of the annotation `olm.properties`, which may be no property. @internal */
export interface AnnotationEntry {
  /** Entry as in the annotation. */
  readonly content: unknown;

  /** Type that Go decodes. */
  readonly type: unknown;

  /** Value that Go decodes. */
  readonly value: unknown;

  /** Value as compact JSON, or an empty string if there is none. */
  readonly raw: string;
}

/**
 * Returns the entries of the annotation `olm.properties`, or what it contains instead of a list. Go decodes the annotation directly, so that of keys
 * that differ in case only, the last one in the annotation wins.
 *
 * @throws SyntaxError if it is not JSON
 * @internal
 */
export function annotationEntries(json: string): AnnotationEntry[] | { readonly found: unknown } {
  const list = parseJson(json, 'uint64');
  if (!Array.isArray(list)) {
    return { found: list };
  }
  const raw = rawFields(json);
  return list.map((content: unknown, index) => entryOf(content, raw[index] ?? new Map<string, string>()));
}

function entryOf(content: unknown, raw: ReadonlyMap<string, string>): AnnotationEntry {
  const types = goKeys(raw.keys(), 'type').map((key) => field(content, key));
  const key = goKeys(raw.keys(), 'value').at(-1);
  return {
    content,
    // Go decodes each of them, and null changes nothing.
    type: types.find((type) => typeof type !== 'string' && type !== null) ?? types.findLast((type) => type !== null),
    value: key === undefined ? undefined : field(content, key),
    raw: key === undefined ? '' : raw.get(key)!,
  };
}

/** Receives an error message and its path in the file. @internal */
export type PropertyFault = (message: string, path: ValuePath) => void;

/**
 * Returns the list of properties or dependencies in a file of metadata/, without those that opm cannot decode.
 *
 * @param value content of the file
 * @param key key of the list: `properties` or `dependencies`
 * @param faultOf returns the error of an entry that has a type and a value, or undefined if it is valid
 * @param fault receives the errors
 * @internal
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
      fault(`the entry of type ${type} must have a value; opm takes null`, [key, index]);
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

/** Returns the error of a dependency, or undefined if it is valid. OLM supports four types of dependencies. @internal */
export function dependencyFault({ type, value }: BundleProperty): string | undefined {
  if (type === 'olm.constraint') {
    return isMap(value) ? undefined : `the value of type ${type} must be a map, got ${describeType(value)}`;
  }
  const fields = ownValue(DEPENDENCY_FIELDS, type);
  if (fields === undefined) {
    const known = [...Object.keys(DEPENDENCY_FIELDS), 'olm.constraint'].join(', ');
    return `OLM does not support dependencies of type ${type}; supported: ${known}; move others to properties.yaml`;
  }
  const missing = missingStrings(withFieldNames(value, struct(Object.fromEntries(fields.map((name) => [name, STRING])))), fields);
  return missing === undefined ? undefined : `the value of type ${type} ${missing}`;
}

/** Describes the fields of a map that must be non-empty strings but are not, or returns undefined if all are. @internal */
export function missingStrings(value: unknown, keys: readonly string[]): string | undefined {
  const missing = keys.filter((key) => (stringField(value, key) ?? '') === '');
  if (missing.length === 0) {
    return undefined;
  }
  const other = missing.find((key) => typeof (field(value, key) ?? '') !== 'string');
  const got = other === undefined ? '' : `; got ${describeType(field(value, other))} for ${other}; put it in quotes`;
  return `must have ${missing.join(', ')}, each a non-empty string${got}`;
}
