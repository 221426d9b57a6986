import { isBefore, isWithin } from '../release-range';
import { CrdDescriptions } from './crd-descriptions';
import { MARKS, type Keywords, type Schema } from './schema';

/** What a schema is turned into OpenAPI for. */
export interface SchemaTarget {
  /** Number of the OLM release, such as `0.46.0`. */
  readonly release: string;
  readonly descriptions: CrdDescriptions;
}

/**
 * Turns a schema into the structural OpenAPI v3 schema that a CRD holds: only the fields that the release has, required
 * ones in the order of their names as upstream's generator lists them, descriptions on request.
 */
export function openApiSchema(schema: Schema, target: SchemaTarget): { [keyword: string]: unknown } {
  const { description, fields, items, values } = schema;
  const isDescribed = description !== undefined && target.descriptions === CrdDescriptions.FULL;
  return {
    ...(isDescribed ? { description } : {}),
    ...keywordsIn(target.release, schema),
    ...(fields ? openApiFields(fields, target) : {}),
    ...(items ? { items: openApiSchema(items, target) } : {}),
    ...(values ? { additionalProperties: openApiSchema(values, target) } : {}),
  };
}

function openApiFields(fields: { readonly [name: string]: Schema }, target: SchemaTarget): object {
  const present = Object.entries(fields)
    .filter(([, field]) => isWithin(target.release, field))
    .map(([name, field]) => [name, schemaIn(target.release, field)] as const);
  const required = present.filter(([, field]) => field.required).map(([name]) => name).sort();
  return {
    properties: Object.fromEntries(present.map(([name, field]) => [name, openApiSchema(field, target)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** What a field is in a release. */
function schemaIn(release: string, field: Schema): Schema {
  return field.before !== undefined && isBefore(release, field.before.release) ? field.before.schema : field;
}

function keywordsIn(release: string, { keywords, marksSince }: Schema): Keywords {
  return marksSince !== undefined && isBefore(release, marksSince)
    ? Object.fromEntries(Object.entries(keywords).filter(([keyword]) => !MARKS.has(keyword)))
    : keywords;
}
