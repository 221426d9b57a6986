import { isMap, type JsonMap, setOwn } from '../../json/json-value';
import { SCHEMA_KEYWORDS } from './crd-schema';

/** Keywords of JSON Schema whose value is a schema or a list of schemas. */
const NESTED_SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(['items', 'additionalItems', ...SCHEMA_KEYWORDS]);

/** Keywords whose value is a map of schemas by names that the author chooses: a property may be called `description`. */
const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);

/** Returns the values of a keyword that are schemas, if they are maps. */
function schemasOf(keyword: string, value: unknown): unknown[] {
  if (NESTED_SCHEMA_KEYWORDS.has(keyword)) {
    return Array.isArray(value) ? value : [value];
  }
  return SCHEMA_MAP_KEYWORDS.has(keyword) && isMap(value) ? Object.values(value) : [];
}

/** Whether a condition holds for a schema or any schema inside it. */
export function someSchema(schema: unknown, condition: (schema: JsonMap) => boolean): boolean {
  const open = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (isMap(next)) {
      if (condition(next)) {
        return true;
      }
      open.push(...Object.entries(next).flatMap(([keyword, value]) => schemasOf(keyword, value)));
    }
  }
  return false;
}

/**
 * Returns a schema without the keyword `description`, also in every schema inside it. Everything that is not a schema, such as defaults, examples and
 * the values of an enum, stays unchanged.
 */
export function schemaWithoutDescriptions(schema: JsonMap): JsonMap {
  const slim: { [key: string]: unknown } = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (NESTED_SCHEMA_KEYWORDS.has(keyword)) {
      setOwn(slim, keyword, Array.isArray(value) ? value.map(slimSchema) : slimSchema(value));
    } else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isMap(value)) {
      setOwn(slim, keyword, slimSchemas(value));
    } else if (keyword !== 'description' || typeof value !== 'string') {
      setOwn(slim, keyword, value);
    }
  }
  return slim;
}

function slimSchemas(schemas: JsonMap): JsonMap {
  const slim: { [key: string]: unknown } = {};
  for (const [name, schema] of Object.entries(schemas)) {
    setOwn(slim, name, slimSchema(schema));
  }
  return slim;
}

function slimSchema(schema: unknown): unknown {
  return isMap(schema) ? schemaWithoutDescriptions(schema) : schema;
}
