import { CrdDescriptions } from './crd-descriptions';
import type { Schema } from './schema';

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
    ...schema.keywords,
    ...(fields ? openApiFields(fields, target) : {}),
    ...(items ? { items: openApiSchema(items, target) } : {}),
    ...(values ? { additionalProperties: openApiSchema(values, target) } : {}),
  };
}

function openApiFields(fields: { readonly [name: string]: Schema }, target: SchemaTarget): object {
  const present = Object.entries(fields).filter(([, field]) => isIn(target.release, field));
  const required = present.filter(([, field]) => field.required).map(([name]) => name).sort();
  return {
    properties: Object.fromEntries(present.map(([name, field]) => [name, openApiSchema(field, target)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Whether a release has a field. */
function isIn(release: string, field: Schema): boolean {
  return (field.since === undefined || !isBefore(release, field.since))
    && (field.until === undefined || isBefore(release, field.until));
}

function isBefore(release: string, other: string): boolean {
  const otherNumbers = other.split('.').map(Number);
  for (const [index, number] of release.split('.').map(Number).entries()) {
    const difference = number - (otherNumbers[index] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}
