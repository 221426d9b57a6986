import { isMap, type JsonMap, setOwn } from '../json/json-value';
import type { GoType, SchemaOrType, StructType } from './go-type';
import { canonicalQuantity } from './quantity';

/**
 * Returns the value that Go writes for one that it decoded into a type: without unknown fields, without empty fields that the type omits, with
 * those that it never omits, and with quantities in their canonical form. The order of the fields is not that of the struct.
 *
 * @param value result of `goDecode` without faults
 * @returns the value, or undefined for the empty value of the type
 */
export function goValue(value: unknown, type: GoType): unknown {
  if (value === undefined || value === null) {
    return undefined;
  }
  switch (type.is) {
    case 'opaque':
      return goValue(value, type.type);
    case 'struct':
      return structValue(value, type);
    case 'list':
      return Array.isArray(value) && value.length > 0 ? value.map((item) => goValue(item, type.items) ?? emptyValue(type.items)) : undefined;
    case 'map':
      return isMap(value) && Object.keys(value).length > 0 ? mapValue(value, type.values) : undefined;
    case 'schema-or':
      return schemaOrValue(value, type);
    case 'quantity':
      return canonicalQuantity(`${value as number | string}`);
    case 'int32':
      return wrapped(Number(value)) || undefined;
    case 'int64':
    case 'number':
    case 'string':
    case 'boolean':
      return value || undefined;
    default:
      return value;
  }
}

function structValue(value: unknown, { fields, always, pointers }: StructType): JsonMap {
  const written: { [name: string]: unknown } = {};
  const map = isMap(value) ? value : {};
  // Most structs have far more fields than values.
  for (const name of Object.keys(map)) {
    const found = map[name];
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const content = type === undefined ? undefined : (goValue(found, type) ?? (isScalar(found) && pointers.includes(name) ? found : undefined));
    if (content !== undefined) {
      written[name] = content;
    }
  }
  for (const name of always) {
    if (written[name] === undefined) {
      written[name] = pointers.includes(name) ? null : isEmptyCollection(map[name]) ? map[name] : emptyValue(fields[name]!);
    }
  }
  return written;
}

function mapValue(map: JsonMap, type: GoType): JsonMap {
  const written: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(map)) {
    setOwn(written, key, goValue(value, type) ?? emptyValue(type));
  }
  return written;
}

function schemaOrValue(value: unknown, { schema, list }: SchemaOrType): unknown {
  return isMap(value) ? goValue(value, schema) : Array.isArray(value) && list !== undefined ? (goValue(value, list) ?? []) : value;
}

/** apimachinery's converter keeps the lower bits of an integer that is too large. */
function wrapped(value: number): number {
  return Number(BigInt.asIntN(32, BigInt(value)));
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

/** Go distinguishes an empty list or map from none. */
function isEmptyCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function emptyValue(type: GoType): unknown {
  switch (type.is) {
    case 'opaque':
      return emptyValue(type.type);
    case 'struct':
      return structValue({}, type);
    case 'string':
    case 'embedded-string':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'int-or-string':
      return 0;
    case 'quantity':
      return '0';
    default:
      return null;
  }
}
