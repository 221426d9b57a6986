/**
 * The vocabulary in which the schemas of OLM's CRDs are written. `openApiSchema` turns them into what a CRD holds.
 *
 * Every builder of a field that is OLM's own takes its description first; the generated Kubernetes types use the builders
 * that take none.
 */

/** Keywords of an OpenAPI schema that are copied as they stand. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** The fields of an object, by name. */
export interface Fields {
  readonly [name: string]: Schema;
}

/** A schema of our own, or a field with what an object has to know about it. */
export interface Schema {
  readonly keywords: Keywords;
  readonly description?: string;
  /** Fields of an object. */
  readonly fields?: Fields;
  /** Every element of a list. */
  readonly items?: Schema;
  /** Every value of a map. */
  readonly values?: Schema;
  /** Whether an object must have this field. */
  readonly required?: true;
  /** First release of OLM that has this field, such as `0.22.0`; absent for a field that was always there. */
  readonly since?: string;
  /** First release of OLM that no longer has this field. */
  readonly until?: string;
  /** First release of OLM whose schema has those of the keywords that are marks, see `MARKS`. */
  readonly marksSince?: string;
  /** What holds in the place of this schema in releases before a certain one. */
  readonly before?: { readonly release: string; readonly schema: Schema };
}

/** Keywords about merging and defaults, which the generator of upstream's CRDs has learnt to follow over time. */
export const MARKS: ReadonlySet<string> = new Set(['default', 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type', 'x-kubernetes-map-type']);

export function string(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'string', ...keywords }, description);
}

export function boolean(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'boolean', ...keywords }, description);
}

/** An integer of a size that Go's `int` has on the machine at hand. */
export function integer(description?: string, keywords: Keywords = {}): Schema {
  return scalar({ type: 'integer', ...keywords }, description);
}

export function int32(description?: string, keywords: Keywords = {}): Schema {
  return integer(description, { format: 'int32', ...keywords });
}

export function int64(description?: string, keywords: Keywords = {}): Schema {
  return integer(description, { format: 'int64', ...keywords });
}

/** A moment, written as RFC 3339 says. */
export function dateTime(description?: string): Schema {
  return string(description, { format: 'date-time' });
}

/** Text that must be one of a few. */
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

/** An object with documentation. */
export function object(description: string, fields: Fields = {}, keywords: Keywords = {}): Schema {
  return described(description, struct(fields, keywords));
}

/** An object without documentation. */
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

/** Makes a field one that an object must have. */
export function required(schema: Schema): Schema {
  return { ...schema, required: true };
}

/** Gives a shared schema the documentation of one of its uses. */
export function described(description: string, schema: Schema): Schema {
  return { ...schema, description };
}

/** Marks a field that OLM got in a release. */
export function since(release: string, schema: Schema): Schema {
  return { ...schema, since: release };
}

/** Marks a field that a release of OLM took away. */
export function until(release: string, schema: Schema): Schema {
  return { ...schema, until: release };
}

/** Says that a schema was another one before a release. */
export function changedIn(release: string, before: Schema, schema: Schema): Schema {
  return { ...schema, before: { release, schema: before } };
}

/** Says that the marks of a schema came in a release. */
export function marksSince(release: string, schema: Schema): Schema {
  return { ...schema, marksSince: release };
}

/** Adds fields to an object. */
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
