import type { JsonMap } from '../../json-value';
import { field, isMap, mapField, textField } from '../../json-value';

const INNER = ['items', 'not', 'additionalProperties', 'additionalItems'];
const INNER_LISTS = ['items', 'allOf', 'anyOf', 'oneOf'];
const INNER_MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'];

/** Whether any schema in the map around `openAPIV3Schema` has a default. */
export function schemaHasDefaults(holder: JsonMap | undefined): boolean {
  const open: unknown[] = [field(holder, 'openAPIV3Schema')];
  for (let schema = open.pop(); schema !== undefined || open.length > 0; schema = open.pop()) {
    if (!isMap(schema)) {
      continue;
    }
    if (field(schema, 'default') !== undefined && field(schema, 'default') !== null) {
      return true;
    }
    for (const key of INNER) {
      open.push(field(schema, key) ?? null);
    }
    for (const key of INNER_LISTS) {
      const list = field(schema, key);
      open.push(...(Array.isArray(list) ? (list as unknown[]) : []));
    }
    for (const key of INNER_MAPS) {
      open.push(...Object.values(mapField(schema, key)));
    }
  }
  return false;
}

/**
 * The type of the field at a path such as `.spec.replicas`, and the path in one spelling; or, in words that go on from "must", what is
 * wrong with the path.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/schema/cel/validation.go
 */
export function fieldAtPath(holder: JsonMap, path: string): { readonly type: string; readonly keys: readonly string[] } | string {
  let schema: unknown = field(holder, 'openAPIV3Schema');
  const keys: string[] = [];
  for (let rest = path; rest !== '';) {
    if (rest.startsWith('[')) {
      return 'go by dots, not by brackets';
    }
    if (!rest.startsWith('.')) {
      return 'begin with a dot';
    }
    const key = keyAt(rest);
    if (key === '') {
      return 'not end in a dot';
    }
    const properties = field(schema, 'properties');
    const inner = isMap(properties) && Object.keys(properties).length > 0 ? field(properties, key) : field(schema, 'additionalProperties');
    if (!isMap(inner)) {
      return 'lead to a field that the schema has';
    }
    schema = inner;
    keys.push(key);
    rest = rest.slice(1 + key.length);
  }
  return { type: textField(schema, 'type') ?? '', keys };
}

/** The key behind the dot at the start: up to the next dot or bracket; what stands in quotes may hold them. */
function keyAt(rest: string): string {
  return /^\.('(?:[^\\']|\\.)*'|\[|\]|\.|[^.[\]]*)/.exec(rest)?.[1] ?? '';
}
