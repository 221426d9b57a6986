import { isMap, type JsonMap, setOwn } from '../json/json-value';
import type { GoType, SchemaOrType, StructType } from './go-type';

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

const QUANTITY = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)$/;
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Billionths, the precision of Kubernetes. */
const SCALE = 9;

/** Number of digits that always fit into 64 bits. */
const MAX_DIGITS = 18;

/** Maximum of a binary quantity, in billionths. */
const MAX_BINARY = (2n ** 63n - 1n) * 10n ** 9n;

/**
 * Returns a quantity in Kubernetes' canonical form, which is the one with the largest suffix that leaves an integer: `0.5` is `500m`, `1024Mi` is
 * `1Gi`. The notation, decimal, binary or with an exponent, is kept.
 *
 * @param quantity a valid quantity
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function canonicalQuantity(quantity: string): string {
  const match = QUANTITY.exec(quantity.trim());
  if (match === null) {
    return quantity;
  }
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  const digits = `${whole.replace(/^0+/, '') || '0'}${fraction}`;
  if (isKept(digits, fraction.length, suffix)) {
    return quantity.trim();
  }
  const found = billionths(BigInt(digits), fraction.length, suffix);
  const units = isBinary(suffix) && found > MAX_BINARY ? MAX_BINARY : found;
  if (units === 0n) {
    return '0';
  }
  const written = isBinary(suffix) && units % 10n ** 9n === 0n && units >= 1024n * 10n ** 9n
    ? withSuffix(units / 10n ** 9n, 1024n, BINARY_SUFFIXES)
    : decimal(units, suffix);
  return sign === '-' ? `-${written}` : written;
}

/**
 * Whether Kubernetes keeps the quantity as written. It only estimates whether that is the canonical form: `123.456` is kept.
 *
 * @param digits digits without leading zeros, and without the decimal point
 */
function isKept(digits: string, decimals: number, suffix: string): boolean {
  if (isBinary(suffix)) {
    const bits = BINARY_SUFFIXES.indexOf(suffix) * 10;
    return decimals === 0 && digits.length + Math.trunc(bits * 0.3) <= 14 && BigInt(digits) % 8n !== 0n;
  }
  const scale = exponentOf(suffix) - decimals;
  return digits.length <= MAX_DIGITS && scale >= -SCALE && scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

function isBinary(suffix: string): boolean {
  return suffix.endsWith('i');
}

/** Whether a suffix is an exponent, such as `e3`: `E` and `Ei` are units. */
function isExponent(suffix: string): boolean {
  return /^[eE][-+\d]/.test(suffix);
}

/** Returns a number in billionths, rounded up. */
function billionths(mantissa: bigint, decimals: number, suffix: string): bigint {
  if (isBinary(suffix)) {
    return dividedUp(mantissa * 1024n ** BigInt(BINARY_SUFFIXES.indexOf(suffix)) * 10n ** BigInt(SCALE), 10n ** BigInt(decimals));
  }
  const exponent = exponentOf(suffix) + SCALE - decimals;
  return exponent >= 0 ? mantissa * 10n ** BigInt(exponent) : dividedUp(mantissa, 10n ** BigInt(-exponent));
}

function exponentOf(suffix: string): number {
  return isExponent(suffix) ? Number(suffix.slice(1)) : (DECIMAL_SUFFIXES.indexOf(suffix) - DECIMAL_SUFFIXES.indexOf('')) * 3;
}

function dividedUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

function decimal(units: bigint, suffix: string): string {
  if (!isExponent(suffix)) {
    return withSuffix(units, 1000n, DECIMAL_SUFFIXES);
  }
  let exponent = -SCALE;
  let value = units;
  while (value % 1000n === 0n) {
    value /= 1000n;
    exponent += 3;
  }
  return exponent === 0 ? String(value) : `${value}e${exponent}`;
}

function withSuffix(value: bigint, step: bigint, suffixes: readonly string[]): string {
  let index = 0;
  let rest = value;
  while (rest % step === 0n && index < suffixes.length - 1) {
    rest /= step;
    index++;
  }
  return `${rest}${suffixes[index]!}`;
}
