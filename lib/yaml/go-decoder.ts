import { describe, isMap, setOwn } from '../../json-value';
import type { ValuePath } from '../../source-position';
import { scalarText } from '../../yaml/go-scalar';
import { parsePreRelease } from '../../catalog/version';
import type { GoType, Scalar, ShapesType } from './go-type';
import { parseTolerantVersion } from './tolerant-version';

/**
 * Who decodes: `yaml`, sigs.k8s.io/yaml, which makes text of numbers and booleans where text is asked for; `json`, encoding/json, which
 * does not; `converter`, the one that apimachinery has for objects that were decoded before, which cuts integers to size and never
 * looks at null.
 */
export type GoReader = 'converter' | 'json' | 'yaml';

/** A value that Go does not take. */
export interface TypeFault {
  /** Where it stands. */
  readonly path: ValuePath;

  /** What was asked for and what was found, without the place. */
  readonly message: string;
}

/** What Go makes of a value. */
export interface Decoded {
  /** The value, with text where Go makes text, and without null. The same object where nothing changed. */
  readonly value: unknown;

  /** What Go does not take. Its tools stop at the first one. */
  readonly faults: readonly TypeFault[];
}

/** Decodes a value into a type as Go does. */
export function goDecode(value: unknown, type: GoType, reader: GoReader): Decoded {
  const decoder = new GoDecoder(reader);
  return { value: decoder.decode(value, type), faults: decoder.faults };
}

const INT32 = 2 ** 31;
const QUANTITY = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const EXPECTED: { readonly [Is in Exclude<GoType['is'], 'any' | 'apart'>]: string } = {
  'boolean': 'true or false',
  'bytes': 'base64',
  'embedded-text': 'text',
  'int-or-text': 'a whole number of 32 bits, or text',
  'int32': 'a whole number of 32 bits',
  'int64': 'a whole number of 64 bits',
  'list': 'a list',
  'map': 'a map',
  'number': 'a number',
  'quantity': 'a quantity such as 100m or 64Mi',
  'shapes': 'a map, or true or false',
  'release': 'identifiers with dots between them, such as 1 or rc.2, and no leading zeros',
  'struct': 'a map',
  'text': 'text',
  'time': 'a time as RFC 3339 has it',
  'version': 'a semantic version such as 1.2.3, as text',
};

class GoDecoder {
  public readonly faults: TypeFault[] = [];
  readonly #path: (string | number)[] = [];

  public constructor(private reader: GoReader) {}

  public decode(value: unknown, type: GoType): unknown {
    if (value === undefined || type.is === 'any') {
      return value;
    }
    if (type.is === 'apart') {
      return this.#apart(value, type.type);
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
        return isMap(value) ? this.#map(value, (key) => (Object.hasOwn(type.fields, key) ? type.fields[key] : undefined)) : this.#fault(value, type);
      case 'shapes':
        return this.#shapes(value, type);
      case 'text':
        return typeof value === 'string' ? value : (this.#madeText(value) ?? this.#fault(value, type));
      default:
        return takes(value, type, this.reader) ? value : this.#fault(value, type);
    }
  }

  #apart(value: unknown, type: GoType): unknown {
    const outside = this.reader;
    this.reader = outside === 'yaml' ? 'json' : outside;
    const decoded = this.decode(value, type);
    this.reader = outside;
    return decoded;
  }

  #shapes(value: unknown, type: ShapesType): unknown {
    if (isMap(value)) {
      return this.#apart(value, type.map);
    }
    if (Array.isArray(value) && type.list !== undefined) {
      return this.#apart(value, type.list);
    }
    return type.ignoresOthers || typeof value === 'boolean' ? value : this.#fault(value, type);
  }

  /** null is the empty value, but versions are asked to read it, and cannot. */
  #null(type: GoType): undefined {
    if ((type.is === 'version' || type.is === 'release') && this.reader !== 'converter') {
      this.#fault(null, type);
    }
    return undefined;
  }

  /** The text that a number or boolean becomes where text is asked for. */
  #madeText(value: unknown): string | undefined {
    if (this.reader !== 'yaml') {
      return undefined;
    }
    switch (typeof value) {
      case 'boolean':
      case 'bigint':
        return String(value);
      case 'number':
        return Number.isInteger(value) ? String(value) : scalarText({ kind: 'float', value });
      default:
        return undefined;
    }
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
    const quote = type.is === 'text' || type.is === 'embedded-text' || type.is === 'version' || type.is === 'release';
    const remedy = quote && (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') ? '; put it into quotes' : '';
    const message = `must be ${EXPECTED[type.is as keyof typeof EXPECTED]}, got ${describe(value)}${remedy}`;
    this.faults.push({ path: [...this.#path], message });
    return undefined;
  }
}

/** null in a list or map stands for the empty value of its type, and so it still counts. */
function emptyOf(value: unknown, { is }: GoType): unknown {
  if (value !== null) {
    return undefined;
  }
  return is === 'text' ? '' : is === 'struct' ? {} : undefined;
}

function takes(value: unknown, { is }: Scalar | { readonly is: string }, reader: GoReader): boolean {
  switch (is) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'bytes':
      return typeof value === 'string' && BASE64.test(value);
    case 'embedded-text':
      return typeof value === 'string';
    case 'int32':
      return reader === 'converter' ? isWhole(value) : isInt32(value);
    case 'int64':
      return reader === 'converter' ? isWhole(value) : isInt64(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'int-or-text':
      return typeof value === 'string' || isInt32(value);
    case 'quantity':
      return (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') && QUANTITY.test(String(value).trim());
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

function isWhole(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function isInt64(value: unknown): boolean {
  return isWhole(value) && BigInt.asIntN(64, BigInt(value as number | bigint)) === BigInt(value as number | bigint);
}

function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -INT32 && (value as number) < INT32;
}
