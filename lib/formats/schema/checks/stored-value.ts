import { type JsonMap, isMap, setOwn } from '../../json/json-value';
import { suggestNames } from '../../../text/suggest-names';
import { type JsonSchema, propertySchema, valuesSchema } from './json-schema';
import type { ObjectProblem } from './value-problems';

/** Fields of every object, which have their own schema. */
const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Schema of values inside a map without a schema. It declares no fields. */
const NO_FIELDS: JsonSchema = {};

/**
 * Returns a value as the API server stores it: without unknown fields and nulls, and with the defaults of the schema.
 *
 * @param unknown list to which the unknown fields are added, which strict field validation rejects
 * @param isResource whether the value is an object of Kubernetes
 */
export function storedValue(value: unknown, schema: JsonSchema, field: string, unknown: ObjectProblem[], isResource = false): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => storedItem(item, schema, `${field}[${index}]`, unknown));
  }
  return isMap(value) ? storedMap(value, schema, field, unknown, isResource || schema['x-kubernetes-embedded-resource'] === true) : value;
}

function storedItem(item: unknown, schema: JsonSchema, field: string, unknown: ObjectProblem[]): unknown {
  const { items } = schema;
  const given = item ?? (items?.nullable === true ? null : items?.default ?? null);
  return items === undefined && preservesUnknown(schema) ? given : storedValue(given, items ?? NO_FIELDS, field, unknown);
}

function storedMap(value: JsonMap, schema: JsonSchema, field: string, unknown: ObjectProblem[], isResource: boolean): JsonMap {
  const stored: { [key: string]: unknown } = {};
  const known = Object.keys(schema.properties ?? {});
  const pathOf = (key: string): string => (field === '' ? key : `${field}.${key}`);
  for (const [key, given] of Object.entries(value)) {
    const inner = propertySchema(schema, key) ?? valuesSchema(schema);
    if (given === undefined || (given === null && inner !== undefined && inner.nullable !== true)) {
      continue;
    }
    if (isResource && RESOURCE_FIELDS.has(key)) {
      setOwn(stored, key, given);
    } else if (inner !== undefined) {
      setOwn(stored, key, storedValue(given, inner, pathOf(key), unknown));
    } else if (preservesUnknown(schema)) {
      setOwn(stored, key, given);
    } else if (schema.additionalProperties === true) {
      setOwn(stored, key, storedValue(given, NO_FIELDS, pathOf(key), unknown));
    } else {
      unknown.push({ field: pathOf(key), message: `is unknown${known.length === 0 ? '' : `; known fields: ${suggestNames(key, known)}`}` });
    }
  }
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.default !== undefined && !Object.hasOwn(stored, key)) {
      setOwn(stored, key, storedValue(inner.default, inner, pathOf(key), unknown));
    }
  }
  return stored;
}

function preservesUnknown(schema: JsonSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}
