import { isBefore, isWithin } from '../release-range';
import { CrdDescriptions } from './crd-descriptions';
import { type Fields, MARKS, type Schema } from './schema';

/** What a schema is turned into OpenAPI for. */
export interface SchemaTarget {
  /** Number of the OLM release, such as `0.46.0`. */
  readonly release: string;
  readonly descriptions: CrdDescriptions;
}

/** A schema as a CRD holds it. */
interface OpenApi {
  [keyword: string]: unknown;
}

/**
 * Turns a schema into the structural OpenAPI v3 schema that a CRD holds: only the fields that the release has, required
 * ones in the order of their names as upstream's generator lists them, descriptions on request.
 *
 * It is called tens of thousands of times where many releases are made, so it fills objects in place.
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
    if (field !== undefined && isWithin(target.release, field)) {
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

/** What a field is in a release. */
function schemaIn(release: string, field: Schema): Schema {
  return field.before !== undefined && isBefore(release, field.before.release) ? field.before.schema : field;
}
