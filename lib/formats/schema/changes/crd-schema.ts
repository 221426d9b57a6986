import { append } from '../../../text/lists';
import { field, fieldAt, isMap, type JsonMap, mapField, mapListField, setOwn, stringField } from '../../json/json-value';

/** A version of a CustomResourceDefinition. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** Schema of its objects, or an empty map if there is none. */
  readonly schema: JsonMap;
}

/** The keywords that hold the schemas of an object's fields and of a list's items. Their content is compared only field by field. */
export const FIELD_KEYWORDS = ['properties', 'items'];

/** The keywords that combine schemas. */
const COMBINING_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'not'];

/** The keywords that hold further schemas. A CustomResourceDefinition may not have the other keywords of JSON Schema. */
export const SCHEMA_KEYWORDS = ['additionalProperties', ...COMBINING_KEYWORDS];

const PLAIN_NAME = /^[\w$-]+$/;

/** Returns the versions of a CustomResourceDefinition, v1 or v1beta1; in the latter, one version and one schema may be shared by all. */
export function crdVersions(crd: JsonMap): CrdVersion[] {
  const spec = mapField(crd, 'spec');
  const shared = mapField(field(spec, 'validation'), 'openAPIV3Schema');
  const versions = mapListField(spec, 'versions').map((version) => ({
    name: stringField(version, 'name') ?? '',
    served: field(version, 'served') === true,
    storage: field(version, 'storage') === true,
    schema: (fieldAt(version, 'schema', 'openAPIV3Schema') as JsonMap | undefined) ?? shared,
  }));
  const only = stringField(spec, 'version');
  return versions.length > 0 || only === undefined ? versions : [{ name: only, served: true, storage: true, schema: shared }];
}

/** Returns the schemas directly inside a schema, by the path step that leads to each of them. */
export function innerSchemas(schema: JsonMap): Map<string, JsonMap> {
  const inner = new Map<string, JsonMap>();
  const add = (step: string, value: unknown): void => {
    if (isMap(value)) {
      inner.set(step, value);
    }
  };
  for (const [name, value] of Object.entries(mapField(schema, 'properties'))) {
    add(PLAIN_NAME.test(name) ? `.${name}` : `.${JSON.stringify(name)}`, value);
  }
  const items = field(schema, 'items');
  each(items, (value, index) => add(index === undefined ? '[]' : `[${index}]`, value));
  add('.*', field(schema, 'additionalProperties'));
  for (const keyword of COMBINING_KEYWORDS) {
    each(field(schema, keyword), (value, index) => add(index === undefined ? `(${keyword})` : `(${keyword}[${index}])`, value));
  }
  return inner;
}

/** Returns the path of a schema inside another one. */
export function innerPath(path: string, step: string): string {
  return path === '' && step.startsWith('.') ? step.slice(1) : `${path}${step}`;
}

function each(value: unknown, visit: (value: unknown, index?: number) => void): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit(item, index));
  } else {
    visit(value);
  }
}

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
      append(open, Object.entries(next).flatMap(([keyword, value]) => schemasOf(keyword, value)));
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
