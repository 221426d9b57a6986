import { field as fieldOf, isMap, type JsonMap, setOwn } from '../../json/json-value';
import { type JsonSchema, propertySchema, valuesSchema } from '../model/json-schema';

/** Fields of an object that are available in its rules even if the schema does not declare them. */
const RESOURCE: JsonSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
  },
};

/** Reserved words of the expression language, which cannot be used as field names in a rule. */
const RESERVED: ReadonlySet<string> = new Set([
  'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import', 'let', 'loop', 'package',
  'namespace', 'return', 'var', 'void', 'while',
]);

const ESCAPES: { readonly [part: string]: string } = { '__': '__underscores__', '.': '__dot__', '-': '__dash__', '/': '__slash__' };

/**
 * Returns a value in the form that rules use: with integers as such, and with escaped field names.
 *
 * @param current value to compare with: lists of types `set` and `map` are sorted like it, because their order does not matter in rules
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export function ruleValue(value: unknown, schema: JsonSchema, current?: unknown, isResource = false): unknown {
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    const ordered = Array.isArray(current) ? inOrderOf(current, value, schema) : value;
    return ordered.map((item, index) => ruleValue(item, items, Array.isArray(current) ? current[index] : undefined));
  }
  if (isMap(value)) {
    return ruleMap(value, schema, current, isResource || schema['x-kubernetes-embedded-resource'] === true);
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && (schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true) ? BigInt(value) : value;
  }
  return typeof value === 'string' && schema.type === 'string' ? ruleString(value, schema.format) : value;
}

function ruleString(value: string, format: string | undefined): unknown {
  switch (format) {
    case 'byte': return Buffer.from(value, 'base64');
    case 'date': case 'date-time': return new Date(value);
    default: return value;
  }
}

function ruleMap(map: JsonMap, schema: JsonSchema, current: unknown, isResource: boolean): JsonMap {
  const seen: { [key: string]: unknown } = {};
  const values = valuesSchema(schema);
  for (const [key, inner] of Object.entries(map)) {
    const property = (isResource ? propertySchema(RESOURCE, key) : undefined) ?? propertySchema(schema, key);
    setOwn(seen, property === undefined ? key : fieldName(key), ruleValue(inner, property ?? values ?? {}, fieldOf(current, key)));
  }
  return seen;
}

/** Returns the name of a field in rules. */
function fieldName(name: string): string {
  return RESERVED.has(name) ? `__${name}__` : name.replace(/__|[-./]/g, part => ESCAPES[part]!);
}

/** Returns a list of type `set` or `map` in the order of another one; items that are not in the other one come last. */
function inOrderOf(other: readonly unknown[], list: readonly unknown[], schema: JsonSchema): readonly unknown[] {
  const key = itemKey(schema);
  if (key === undefined) {
    return list;
  }
  const positions = new Map(other.map((item, index) => [key(item), index]));
  const position = (item: unknown): number => positions.get(key(item)) ?? other.length;
  return [...list].sort((left, right) => position(left) - position(right));
}

/** Returns a function for the identity of an item in a list: its keys for type `map`, the item itself for `set`, or undefined otherwise. */
export function itemKey(schema: JsonSchema): ((item: unknown) => string) | undefined {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  switch (schema['x-kubernetes-list-type']) {
    case 'map': return item => JSON.stringify(keys.map(key => fieldOf(item, key)));
    case 'set': return item => JSON.stringify(item);
    default: return undefined;
  }
}
