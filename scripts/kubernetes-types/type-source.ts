import { exceptions } from './exceptions';
import { ALWAYS, formerFields, historyOf, MARKS_SINCE, TYPE_MARKS_SINCE } from './history';
import { type OpenApiSchema, referencedType, shortName } from './open-api';

type Keywords = { readonly [keyword: string]: unknown };

/**
 * Types that controller-gen does not expand, with their builders of lib/formats/schema/schema.ts. ObjectMeta inside another type is an object without
 * fields, because the API server validates it itself.
 */
const BUILT_IN: { readonly [type: string]: string } = {
  IntOrString: 'intOrString()',
  ObjectMeta: 'struct()',
  Quantity: 'quantity()',
  Time: 'dateTime()',
};

/** Zero values of Go types, which are the defaults in the OpenAPI if none was declared. */
const ZERO_VALUES: readonly unknown[] = ['', 0, false];

const SCALARS: { readonly [type: string]: string } = {
  'boolean': 'boolean',
  'integer/int32': 'int32',
  'integer/int64': 'int64',
  'string': 'string',
};

/** Whether a type has its own builder. */
export function isBuiltIn(fullName: string): boolean {
  return shortName(fullName) in BUILT_IN;
}

/** Returns the TypeScript expression that builds a type, with the releases of OLM that have its fields. */
export function typeSource(name: string, type: OpenApiSchema): string {
  const present = Object.entries(type.properties ?? {}).map(([field, schema]) => (
    [field, fieldSource(name, field, schema, type.required?.includes(field) ?? false)] as const
  ));
  const former = formerFields(name).map(({ field, source }) => [field, source] as const);
  const fields = [...present, ...former]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, source]) => `  ${field}: ${lifetime(name, field, source)},\n`);
  const keywords = keywordsOf({ 'x-kubernetes-map-type': type['x-kubernetes-map-type'], ...exceptionsOf(name) });
  return Object.keys(keywords).length > 0
    ? `marksSince('${TYPE_MARKS_SINCE}', struct({\n${fields.join('')}}, ${literal(keywords)}))`
    : `struct({\n${fields.join('')}})`;
}

function fieldSource(type: string, field: string, schema: OpenApiSchema, isRequired: boolean): string {
  const extra = { default: declaredDefault(schema, isRequired), ...exceptionsOf(type, field) };
  const source = schemaSource(schema, extra);
  const history = historyOf(type, field);
  const since = history.marksSince ?? (history.since === undefined ? MARKS_SINCE : ALWAYS);
  const marked = since !== ALWAYS && hasMarks(schema, extra) ? `marksSince('${since}', ${source})` : source;
  if (history.requiredSince !== undefined) {
    return `changedIn('${history.requiredSince}', ${marked}, required(${marked}))`;
  }
  return isRequired ? `required(${marked})` : marked;
}

/** Adds the releases with a field, unless all releases have it. */
function lifetime(type: string, field: string, source: string): string {
  const { since, until } = historyOf(type, field);
  const begun = since === undefined ? source : `since('${since}', ${source})`;
  return until === undefined ? begun : `until('${until}', ${begun})`;
}

/** Whether a field has keywords about merging or a default, which older releases of OLM do not have. */
function hasMarks(schema: OpenApiSchema, extra: Keywords): boolean {
  return schema['x-kubernetes-list-type'] !== undefined || schema['x-kubernetes-map-type'] !== undefined || extra['default'] !== undefined;
}

/** Returns the declared default of a field. For required fields, a zero value does not count, because the OpenAPI always has one. */
function declaredDefault(schema: OpenApiSchema, isRequired: boolean): unknown {
  const isObject = typeof schema.default === 'object';
  return isObject || (isRequired && ZERO_VALUES.includes(schema.default)) ? undefined : schema.default;
}

function schemaSource(schema: OpenApiSchema, extra: Keywords = {}): string {
  const reference = referencedType(schema);
  if (reference !== undefined) {
    return BUILT_IN[shortName(reference)] ?? shortName(reference);
  }
  if (schema.type === 'array' && schema.items) {
    return listSource(schema, schemaSource(schema.items));
  }
  if (schema.type === 'object' && schema.additionalProperties) {
    return call('mapOf', [schemaSource(schema.additionalProperties), 'undefined'], { 'x-kubernetes-map-type': schema['x-kubernetes-map-type'] });
  }
  const builder = SCALARS[[schema.type, ...(schema.format === undefined ? [] : [schema.format])].join('/')];
  if (builder === undefined) {
    throw new Error(`no builder for a schema of type ${schema.type ?? 'none'} and format ${schema.format ?? 'none'}; add one to SCALARS`);
  }
  return call(builder, ['undefined'], extra);
}

/** Returns the call of a builder, with keywords after the description. Without keywords, both are omitted. */
function call(builder: string, args: readonly string[], keywords: Keywords): string {
  const present = keywordsOf(keywords);
  const all = Object.keys(present).length > 0 ? [...args, literal(present)] : args.slice(0, -1);
  return `${builder}(${all.join(', ')})`;
}

function listSource(schema: OpenApiSchema, items: string): string {
  switch (schema['x-kubernetes-list-type']) {
    case undefined: return `listOf(${items})`;
    case 'atomic': return `atomicListOf(${items})`;
    case 'set': return `setOf(${items})`;
    case 'map': return `keyedListOf(${literal(schema['x-kubernetes-list-map-keys'] ?? [])}, ${items})`;
    default: throw new Error(`no builder for a list of type ${schema['x-kubernetes-list-type']}; add one to listSource`);
  }
}

function exceptionsOf(type: string, field?: string): Keywords {
  const found = exceptions.filter((exception) => exception.type === type && exception.field === field);
  return Object.assign({}, ...found.map((exception) => exception.keywords)) as Keywords;
}

function keywordsOf(keywords: Keywords): Keywords {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** Returns a TypeScript literal in the style of the project. */
function literal(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => `${/^[a-z]\w*$/i.test(key) ? key : `'${key}'`}: ${literal(entry)}`);
    return `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
}
