import { isMap } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';
import type { GoType } from '../../formats/yaml/go-type';

/**
 * Returns the fields of a value, at any depth, that its Go type does not have, as sentences: decoding drops them.
 *
 * @param path path of the value, such as `deploymentConfig.tolerations[0]`
 */
export function unknownFields(value: unknown, type: GoType, path: string): string[] {
  if (type.is === 'opaque') {
    return unknownFields(value, type.type, path);
  }
  if (type.is === 'list') {
    return Array.isArray(value) ? value.flatMap((item, index) => unknownFields(item, type.items, `${path}[${index}]`)) : [];
  }
  if (type.is !== 'struct' || !isMap(value)) {
    return [];
  }
  return Object.entries(value).filter(([, inner]) => inner !== undefined).flatMap(([key, inner]) => {
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    return field === undefined ? [`unknown field '${key}' in ${path}; known fields: ${suggestNames(key, Object.keys(type.fields))}`]
      : unknownFields(inner, field, `${path}.${key}`);
  });
}
