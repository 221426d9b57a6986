import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { someSchema } from '../../formats/schema/changes/inner-schemas';

/** Whether any schema in the map around `openAPIV3Schema` has a default. */
export function schemaHasDefaults(holder: JsonMap | undefined): boolean {
  return someSchema(field(holder, 'openAPIV3Schema'), (schema) => (field(schema, 'default') ?? null) !== null);
}

/**
 * Returns the type and the keys of the field at a path such as `.spec.replicas`, or the requirement that the path does not meet, as a
 * phrase that follows "must".
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/schema/cel/validation.go
 */
export function fieldAtPath(holder: JsonMap, path: string): { readonly type: string; readonly keys: readonly string[] } | string {
  let schema: unknown = field(holder, 'openAPIV3Schema');
  const keys: string[] = [];
  for (let rest = path; rest !== '';) {
    if (rest.startsWith('[')) {
      return 'use dots, not brackets';
    }
    if (!rest.startsWith('.')) {
      return 'start with a dot';
    }
    const key = keyAt(rest);
    if (key === '') {
      return 'not end with a dot';
    }
    const properties = field(schema, 'properties');
    const inner = isMap(properties) && Object.keys(properties).length > 0 ? field(properties, key) : field(schema, 'additionalProperties');
    if (!isMap(inner)) {
      return 'be the path of a field in the schema';
    }
    schema = inner;
    keys.push(key);
    rest = rest.slice(1 + key.length);
  }
  return { type: stringField(schema, 'type') ?? '', keys };
}

/** Returns the key after the leading dot, up to the next dot or bracket unless quoted. */
function keyAt(rest: string): string {
  return /^\.('(?:[^\\']|\\.)*'|\[|\]|\.|[^.[\]]*)/.exec(rest)?.[1] ?? '';
}
