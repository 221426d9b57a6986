import { isMap, ownValue } from '../json/json-value';
import { isBefore, isWithin, type ReleaseRange } from './release-range';

/**
 * Builders for the schemas of OLM's CRDs. `openApiSchema` converts them to OpenAPI.
 *
 * Builders accept a description for fields that OLM defines. The generated Kubernetes types have no descriptions.
 */

/** Keywords of an OpenAPI schema that are copied unchanged. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** Fields of an object, by name. */
export interface Fields {
  readonly [name: string]: Schema;
}

/** A schema, and the properties of a field with that schema. */
export interface Schema {
  readonly keywords: Keywords;
  readonly description?: string;
  /** Fields, for an object. */
  readonly fields?: Fields;
  /** Schema of the elements, for a list. */
  readonly items?: Schema;
  /** Schema of the values, for a map. */
  readonly values?: Schema;
  /** Whether the field is required. */
  readonly required?: true;
  /** First release of OLM with this field, such as `0.22.0`, or undefined if all releases have it. */
  readonly since?: string;
  /** First release of OLM without this field. */
  readonly until?: string;
  /** First release of OLM whose schema has the keywords of `MARKS`. */
  readonly marksSince?: string;
  /** Schema in releases before the given one. It may itself have an earlier schema. */
  readonly before?: { readonly release: string; readonly schema: Schema };
  /** Releases in which only the experimental CRDs have the field, or undefined if the standard CRDs also have it. */
  readonly experimental?: readonly ReleaseRange[];
}

/** A rule in the Common Expression Language, which the API server checks. */
export interface ValidationRule {
  readonly rule: string;
  /** Error if the value breaks the rule. */
  readonly message: string;
}

/** Keywords about merging and defaults. Later versions of upstream's generator support more of them. */
export const MARKS: ReadonlySet<string> = new Set(['default', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type']);

export function string(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'string', ...keywords }, description);
}

export function boolean(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'boolean', ...keywords }, description);
}

/** An integer of Go's type `int`, without a format. */
export function integer(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'integer', ...keywords }, description);
}

export function int32(description?: string, keywords: Keywords = {}): Schema {
  return integer(description, { format: 'int32', ...keywords });
}

export function int64(description?: string, keywords: Keywords = {}): Schema {
  return integer(description, { format: 'int64', ...keywords });
}

/** A timestamp in RFC 3339 format. */
export function dateTime(description?: string): Schema {
  return string(description, { format: 'date-time' });
}

/** A string of a closed set. */
export function oneOf(values: readonly string[], description?: string, keywords: Keywords = {}): Schema {
  return string(description, { enum: values, ...keywords });
}

/** Kubernetes' `IntOrString`. */
export function intOrString(description?: string): Schema {
  return scalar(INT_OR_STRING, description);
}

/** Kubernetes' `Quantity`: a number with a unit, such as `100Mi`. */
export function quantity(description?: string): Schema {
  return scalar({ ...INT_OR_STRING, pattern: QUANTITY }, description);
}

/** An object with a description. */
export function object(description: string, fields: Fields = {}, keywords: Keywords = {}): Schema {
  return described(description, struct(fields, keywords));
}

/** An object without a description. */
export function struct(fields: Fields = {}, keywords: Keywords = {}): Schema {
  const withType = { type: 'object', ...keywords };
  return Object.keys(fields).length > 0 ? { keywords: withType, fields } : { keywords: withType };
}

export function mapOf(values: Schema, description?: string, keywords: Keywords = {}): Schema {
  return { ...scalar({ type: 'object', ...keywords }, description), values };
}

export function listOf(items: Schema, description?: string, keywords: Keywords = {}): Schema {
  return { ...scalar({ type: 'array', ...keywords }, description), items };
}

/** A list that server-side apply replaces as a whole. */
export function atomicListOf(items: Schema): Schema {
  return listOf(items, undefined, { 'x-kubernetes-list-type': 'atomic' });
}

/** A list without duplicates that server-side apply merges. */
export function setOf(items: Schema, description?: string): Schema {
  return listOf(items, description, { 'x-kubernetes-list-type': 'set' });
}

/** A list of objects that server-side apply merges by the values of some of their fields. */
export function keyedListOf(keys: readonly string[], items: Schema, description?: string): Schema {
  return listOf(items, description, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });
}

/** Marks a field as required. */
export function required(schema: Schema): Schema {
  return { ...schema, required: true };
}

/** Sets the description of a shared schema. */
export function described(description: string, schema: Schema): Schema {
  return { ...schema, description };
}

/** Sets the first release of OLM with a field. */
export function since(release: string, schema: Schema): Schema {
  return { ...schema, since: release };
}

/** Sets the first release of OLM without a field. */
export function until(release: string, schema: Schema): Schema {
  return { ...schema, until: release };
}

/** Sets the schema of a field in releases before the given one. */
export function changedIn(release: string, before: Schema, schema: Schema): Schema {
  return { ...schema, before: { release, schema: before } };
}

/**
 * Limits a field to the experimental CRDs.
 *
 * @param ranges releases in which the standard CRDs lack the field; by default all releases
 */
export function experimental(schema: Schema, ranges: readonly ReleaseRange[] = [{}]): Schema {
  return { ...schema, experimental: ranges };
}

/** Adds rules in the Common Expression Language. */
export function validated(rules: readonly ValidationRule[], schema: Schema): Schema {
  return { ...schema, keywords: { ...schema.keywords, 'x-kubernetes-validations': rules } };
}

/** Sets the first release of OLM whose schema has the keywords of `MARKS`. */
export function marksSince(release: string, schema: Schema): Schema {
  return { ...schema, marksSince: release };
}

/** Adds fields to an object, or replaces them. */
export function extended(schema: Schema, fields: Fields): Schema {
  return { ...schema, fields: { ...schema.fields, ...fields } };
}

function scalar(keywords: Keywords, description: string | undefined): Schema {
  return description === undefined ? { keywords } : { keywords, description };
}

const INT_OR_STRING: Keywords = {
  'anyOf': [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

const NUMBER = '(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))';
const QUANTITY = `^(\\+|-)?${NUMBER}(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?${NUMBER}))?$`;

/**
 * Returns the fields of a value that do not exist in a release of OLM, and required fields that the value lacks, as sentences. The API server drops
 * unknown fields without an error, unless it validates strictly.
 *
 * @param path path of the value, or an empty string for the spec of an object
 */
export function releaseProblems(value: unknown, schema: Schema, release: string, path = ''): string[] {
  if (!isMap(value)) {
    return [];
  }
  return Object.entries(schema.fields ?? {}).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const newer = field.before !== undefined && isBefore(release, field.before.release) ? field.before.release : undefined;
    const current = newer === undefined ? field : field.before!.schema;
    const found = ownValue(value, name);
    if (found === undefined) {
      return newer !== undefined && current.required === true && field.required !== true
        ? [`${here} is required by OLM ${release}; set it, or install ${newer} or later`] : [];
    }
    return isWithin(release, field)
      ? releaseProblems(found, current, release, here)
      : [`${here} is not supported by OLM ${release}; omit it${field.since === undefined ? '' : `, or install ${field.since} or later`}`];
  });
}
