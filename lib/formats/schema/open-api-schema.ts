import { isBefore, isWithin } from './release-range';
import { CrdDescriptions } from './crd-descriptions';
import { type Fields, MARKS, type Schema } from './schema';

/** Release and options of an OpenAPI schema. */
export interface SchemaTarget {
  /** Release of OLM, such as `0.46.0`. */
  readonly release: string;
  readonly descriptions: CrdDescriptions;
  /** Whether to use the experimental CRDs of the release. @default false */
  readonly experimental?: boolean;
}

/** An OpenAPI schema in a CRD. */
interface OpenApi {
  [keyword: string]: unknown;
}

/**
 * Converts a schema to the structural OpenAPI v3 schema of a CRD: with the fields of the release, required fields sorted by name as upstream's
 * generator sorts them, and descriptions if requested.
 *
 * Fills objects in place, since it is called tens of thousands of times if many releases are built.
 */
export function openApiSchema(schema: Schema, target: SchemaTarget): OpenApi {
  const { description, fields, items, values } = schema;
  const result: OpenApi = {};
  if (description !== undefined && target.descriptions === CrdDescriptions.FULL) {
    result['description'] = description;
  }
  addKeywords(result, schema, target.release);
  if (fields !== undefined) {
    addFields(result, fields, target);
  }
  if (items !== undefined) {
    result['items'] = openApiSchema(items, target);
  }
  if (values !== undefined) {
    result['additionalProperties'] = openApiSchema(values, target);
  }
  return result;
}

function addKeywords(result: OpenApi, { keywords, marksSince }: Schema, release: string): void {
  const isUnmarked = marksSince !== undefined && isBefore(release, marksSince);
  for (const keyword in keywords) {
    if (!isUnmarked || !MARKS.has(keyword)) {
      result[keyword] = keywords[keyword];
    }
  }
}

function addFields(result: OpenApi, fields: Fields, target: SchemaTarget): void {
  const properties: OpenApi = {};
  const required: string[] = [];
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined && hasField(target, field)) {
      const current = schemaIn(target.release, field);
      properties[name] = openApiSchema(current, target);
      if (current.required) {
        required.push(name);
      }
    }
  }
  result['properties'] = properties;
  if (required.length > 0) {
    result['required'] = required.sort();
  }
}

/** Whether the CRDs of a release and channel have a field. */
function hasField({ release, experimental = false }: SchemaTarget, field: Schema): boolean {
  return isWithin(release, field) && (experimental || !(field.experimental ?? []).some((range) => isWithin(release, range)));
}

/** Returns the schema of a field in a release. */
export function schemaIn(release: string, field: Schema): Schema {
  return field.before !== undefined && isBefore(release, field.before.release) ? schemaIn(release, field.before.schema) : field;
}
