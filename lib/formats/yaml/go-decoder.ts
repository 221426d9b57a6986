import { isByteList, normalizedBase64 } from '../json/base64';
import { describeType, isMap, type JsonMap, setOwn } from '../json/json-value';
import type { ValuePath } from '../json/source-position';
import { parsePreRelease, parseTolerantVersion } from '../semver/version';
import { scalarString } from './go-scalar';
import { fieldNamesOf, type GoType, type Scalar, type SchemaOrType, type StructType, withFieldNamesOf } from './go-type';

/**
 * Decoder that a tool uses:
 *
 * - `json`: encoding/json, which matches keys to fields case-insensitively
 * - `yaml`: sigs.k8s.io/yaml, which also converts numbers and booleans to strings where the type is a string
 * - `kubernetes`: apimachinery's JSON decoder, which is case-sensitive
 * - `converter`: apimachinery's converter of unstructured objects, which is also case-sensitive, truncates integers and ignores null
 */
export type GoReader = 'converter' | 'json' | 'kubernetes' | 'yaml';

/** Error for a value that Go refuses. */
export interface TypeFault {
  /** Path of the value, with the keys as written in the file. */
  readonly path: ValuePath;

  /** Expected type and actual value, without the path. */
  readonly message: string;
}

/** A value as Go decodes it. */
export interface Decoded {
  /**
   * Decoded value: keys are renamed to the field names of the type, values that Go converts to strings are strings, and null is removed. It is the
   * same object if nothing changed.
   */
  readonly value: unknown;

  /** Values that Go refuses; its tools stop at the first. */
  readonly faults: readonly TypeFault[];
}

/** Decodes a value into a Go type as Go does. */
export function goDecode(value: unknown, type: GoType, reader: GoReader): Decoded {
  const decoder = new GoDecoder(reader);
  return { value: decoder.decode(value, type), faults: decoder.faults };
}

const INT32 = 2 ** 31;
const QUANTITY = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$/;
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const EXPECTED: { readonly [Is in Exclude<GoType['is'], 'any' | 'opaque'>]: string } = {
  'boolean': 'true or false',
  'bytes': 'base64',
  'embedded-string': 'a string',
  'int-or-string': 'a 32-bit integer or a string',
  'int32': 'a 32-bit integer',
  'int64': 'a 64-bit integer',
  'list': 'a list',
  'map': 'a map',
  'number': 'a number',
  'quantity': 'a quantity such as 100m or 64Mi',
  'schema-or': 'a map, or true or false',
  'release': 'identifiers separated by dots, such as 1 or rc.2, without leading zeros',
  'string': 'a string',
  'struct': 'a map',
  'time': 'a time in RFC 3339 format',
  'version': 'a semantic version such as 1.2.3, as a string',
};

/** Whether a string is a quantity, such as `100m` or `64Mi`. */
export function isQuantity(value: string): boolean {
  return QUANTITY.test(value.trim());
}

class GoDecoder {
  public readonly faults: TypeFault[] = [];
  readonly #path: (string | number)[] = [];

  public constructor(private reader: GoReader) {}

  public decode(value: unknown, type: GoType): unknown {
    if (value === undefined || type.is === 'any') {
      return value;
    }
    if (type.is === 'opaque') {
      return this.#inside(this.reader === 'yaml' ? 'json' : this.reader, value, type.type);
    }
    if (value === null) {
      return this.#null(type);
    }
    switch (type.is) {
      case 'list':
        return Array.isArray(value) ? this.#list(value, type.items) : this.#fault(value, type);
      case 'map':
        return isMap(value) ? this.#map(value, () => type.values, true) : this.#fault(value, type);
      case 'struct':
        return isMap(value) ? this.#struct(value, type) : this.#fault(value, type);
      case 'schema-or':
        return this.#schemaOr(value, type);
      case 'string':
        return typeof value === 'string' ? value : (this.#convertedToString(value) ?? this.#fault(value, type));
      default:
        return accepts(value, type, this.reader) ? value : this.#fault(value, type);
    }
  }

  #inside(reader: GoReader, value: unknown, type: GoType): unknown {
    const outside = this.reader;
    this.reader = reader;
    const decoded = this.decode(value, type);
    this.reader = outside;
    return decoded;
  }

  #schemaOr(value: unknown, type: SchemaOrType): unknown {
    const reader = this.reader === 'converter' ? 'converter' : 'kubernetes';
    if (isMap(value)) {
      return this.#inside(reader, value, type.schema);
    }
    if (Array.isArray(value) && type.list !== undefined) {
      return this.#inside(reader, value, type.list);
    }
    return type.ignoresOthers || typeof value === 'boolean' ? value : this.#fault(value, type);
  }

  /** Go decodes null to the empty value, except for versions: their `UnmarshalJSON` is called with it and fails. */
  #null(type: GoType): undefined {
    if ((type.is === 'version' || type.is === 'release') && this.reader !== 'converter') {
      this.#fault(null, type);
    }
    return undefined;
  }

  /** Returns the string that sigs.k8s.io/yaml converts a number or boolean to, or undefined for other values and readers. */
  #convertedToString(value: unknown): string | undefined {
    if (this.reader !== 'yaml') {
      return undefined;
    }
    switch (typeof value) {
      case 'boolean':
      case 'bigint':
        return String(value);
      case 'number':
        return Number.isInteger(value) ? String(value) : scalarString({ kind: 'float', value });
      default:
        return undefined;
    }
  }

  #struct(map: JsonMap, type: StructType): unknown {
    const typeOf = (key: string): GoType | undefined => (Object.hasOwn(type.fields, key) ? type.fields[key] : undefined);
    const isCaseSensitive = this.reader === 'converter' || this.reader === 'kubernetes';
    const names = fieldNamesOf(type);
    if (isCaseSensitive || Object.keys(map).every((key) => (names.nameOf(key) ?? key) === key)) {
      return this.#map(map, typeOf);
    }
    // Keys are renamed after decoding, so that faults have the path of the key in the file.
    return withFieldNamesOf(this.#map(map, (key) => typeOf(names.nameOf(key) ?? key)) as JsonMap, type);
  }

  #list(list: readonly unknown[], items: GoType): unknown {
    let changed: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      this.#path.push(index);
      const decoded = this.decode(item, items) ?? emptyOf(item, items);
      this.#path.pop();
      if (decoded !== item) {
        changed ??= [...list];
        changed[index] = decoded;
      }
    }
    return changed ?? list;
  }

  #map(map: { readonly [key: string]: unknown }, typeOf: (key: string) => GoType | undefined, keepsNull = false): unknown {
    let changed: { [key: string]: unknown } | undefined;
    for (const key of Object.keys(map)) {
      const type = typeOf(key);
      if (type === undefined) {
        continue;
      }
      this.#path.push(key);
      const decoded = this.decode(map[key], type) ?? (keepsNull ? emptyOf(map[key], type) : undefined);
      this.#path.pop();
      if (decoded !== map[key]) {
        changed ??= { ...map };
        setOwn(changed, key, decoded);
      }
    }
    return changed ?? map;
  }

  #fault(value: unknown, type: GoType): undefined {
    const quote = type.is === 'string' || type.is === 'embedded-string' || type.is === 'version' || type.is === 'release';
    const remedy = quote && (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') ? '; put it in quotes' : '';
    const message = `must be ${EXPECTED[type.is as keyof typeof EXPECTED]}, got ${describeType(value)}${remedy}`;
    this.faults.push({ path: [...this.#path], message });
    return undefined;
  }
}

/** Returns the empty value of a type for null in a list or map, where Go keeps the entry. */
function emptyOf(value: unknown, { is }: GoType): unknown {
  if (value !== null) {
    return undefined;
  }
  return is === 'string' ? '' : is === 'struct' ? {} : undefined;
}

function accepts(value: unknown, { is }: Scalar | { readonly is: string }, reader: GoReader): boolean {
  switch (is) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'bytes':
      return Array.isArray(value) ? isByteList(value) : typeof value === 'string' && normalizedBase64(value) !== undefined;
    case 'embedded-string':
      return typeof value === 'string';
    case 'int32':
      return reader === 'converter' ? isInteger(value) : isInt32(value);
    case 'int64':
      return reader === 'converter' ? isInteger(value) : isInt64(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'int-or-string':
      return typeof value === 'string' || isInt32(value);
    case 'quantity':
      return (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') && isQuantity(String(value));
    case 'time':
      return typeof value === 'string' && TIME.test(value);
    case 'version':
      return typeof value === 'string' && parseTolerantVersion(value) !== undefined;
    case 'release':
      return typeof value === 'string' && parsePreRelease(value) !== undefined;
    default:
      return true;
  }
}

function isInteger(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function isInt64(value: unknown): boolean {
  return isInteger(value) && BigInt.asIntN(64, BigInt(value as number | bigint)) === BigInt(value as number | bigint);
}

function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -INT32 && (value as number) < INT32;
}
