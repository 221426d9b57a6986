import { normalizedBase64 } from '../json/base64';
import { goText } from '../json/utf8-text';

/** A resolved scalar; integers and floats are separate kinds, because Go formats them differently. */
export type GoScalar =
  | { readonly kind: 'null' }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: GoInteger }
  | { readonly kind: 'float'; readonly value: number };

const WORDS: ReadonlyMap<string, GoScalar> = new Map<string, GoScalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, { kind: 'null' }] as const),
  ...['y', 'yes', 'true', 'on'].flatMap((word) => spellings(word).map((spelling) => [spelling, { kind: 'boolean', value: true }] as const)),
  ...['n', 'no', 'false', 'off'].flatMap((word) => spellings(word).map((spelling) => [spelling, { kind: 'boolean', value: false }] as const)),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, { kind: 'float', value: NaN }] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, { kind: 'float', value: Infinity }] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, { kind: 'float', value: -Infinity }] as const),
]);

const MAX_WORD_LENGTH = 5;

/** By first character: 1 if a scalar may be something other than a string, 2 if it may be a number. */
const FIRST_CHARACTERS = new Uint8Array(128);
for (const character of 'yYnNtTfFoO~') {
  FIRST_CHARACTERS[character.charCodeAt(0)] = 1;
}
for (const character of '+-.0123456789') {
  FIRST_CHARACTERS[character.charCodeAt(0)] = 2;
}

function spellings(word: string): string[] {
  return [...new Set([word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()])];
}

/** Whether the first character of a plain scalar proves it a string, as for nearly all: faster than `resolvePlain`. */
export function isCertainlyString(plain: string): boolean {
  const first = plain.charCodeAt(0);
  return first >= 128 || FIRST_CHARACTERS[first] === 0 || (FIRST_CHARACTERS[first] === 1 && plain.length > MAX_WORD_LENGTH);
}

/** Resolves a plain scalar without a tag. */
export function resolvePlain(plain: string): GoScalar {
  if (plain !== '' && isCertainlyString(plain)) {
    return { kind: 'string', value: plain };
  }
  const word = WORDS.get(plain);
  if (word !== undefined) {
    return word;
  }
  if (FIRST_CHARACTERS[plain.charCodeAt(0)] === 2) {
    const integer = plain.startsWith('.') ? undefined : parseInteger(plain);
    if (integer !== undefined) {
      return { kind: 'integer', value: integer };
    }
    const float = parseFloat64(plain);
    if (float !== undefined) {
      return { kind: 'float', value: float };
    }
  }
  return { kind: 'string', value: plain };
}

/** Returns a scalar as the string that Go decodes for a string field or a key: from the resolved value, so `yes` becomes `true`. */
export function scalarString(scalar: GoScalar): string {
  switch (scalar.kind) {
    case 'null':
      return '';
    case 'float':
      return Number.isNaN(scalar.value) ? 'NaN' : formatFloat(scalar.value);
    default:
      return String(scalar.value);
  }
}

/**
 * Resolves a scalar with a tag, or returns an error message. Unknown tags leave the string unchanged.
 *
 * @param tag full name of the tag
 * @param scalar decoded scalar
 */
export function resolveTagged(tag: string, scalar: string): GoScalar | { readonly kind: 'fault'; readonly message: string } {
  const name = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : '';
  switch (name) {
    case 'bool':
    case 'int':
    case 'float':
    case 'null': {
      const resolved = resolvePlain(scalar);
      if (name === 'float' && resolved.kind === 'integer') {
        return { kind: 'float', value: Number(resolved.value) };
      }
      return KIND_OF_TAG[name] === resolved.kind ? resolved : { kind: 'fault', message: `the tag !!${name} does not match ${JSON.stringify(scalar)}` };
    }
    case 'binary':
      return binary(scalar);
    default:
      return { kind: 'string', value: scalar };
  }
}

const TAG_PREFIX = 'tag:yaml.org,2002:';
const KIND_OF_TAG = { bool: 'boolean', int: 'integer', float: 'float', null: 'null' } as const;

function binary(scalar: string): ReturnType<typeof resolveTagged> {
  const packed = normalizedBase64(scalar);
  return packed !== undefined
    ? { kind: 'string', value: goText(Buffer.from(packed, 'base64')) }
    : { kind: 'fault', message: 'the value of tag !!binary is not base64' };
}

/**
 * Numbers as Go's YAML reader parses them, and as Go formats them.
 *
 * @see https://pkg.go.dev/strconv#ParseInt
 */

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const SIGN_AFTER_PREFIX = /^0b[-+][01]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const FLOAT_FROM_DOT = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/;

/** An integer: a `bigint` only if a `number` would lose digits. */
export type GoInteger = number | bigint;

/**
 * Parses a plain scalar as an integer, or returns undefined if it is not one. Underscores are ignored everywhere; a leading 0 or 0o means octal; a
 * number beyond 64 bits is not an integer.
 */
export function parseInteger(scalar: string): GoInteger | undefined {
  const plain = scalar.includes('_') ? scalar.replaceAll('_', '') : scalar;
  if (INTEGER.test(plain)) {
    const negative = plain.startsWith('-');
    const digits = plain.replace(/^[-+]/, '').replace(/^0(?=[0-7]+$)/, '0o');
    const fast = Number(digits);
    if (Number.isSafeInteger(fast)) {
      return negative && fast !== 0 ? -fast : fast;
    }
    const exact = negative ? -BigInt(digits) : BigInt(digits);
    return exact >= INT64_MIN && exact <= UINT64_MAX ? exact : undefined;
  }
  if (SIGN_AFTER_PREFIX.test(plain)) {
    const value = Number(`${plain.startsWith('-', 2) ? '-' : ''}1`) * Number(`0b${plain.slice(3)}`);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  return undefined;
}

/**
 * Parses a plain scalar as a number with a fraction or exponent, or returns undefined if it is not one, or exceeds 64 bits, which Go leaves as a
 * string. A number that begins with a dot cannot contain underscores.
 */
export function parseFloat64(scalar: string): number | undefined {
  const plain = scalar.startsWith('.') ? scalar : scalar.replaceAll('_', '');
  if (!(scalar.startsWith('.') ? FLOAT_FROM_DOT : FLOAT).test(plain)) {
    return undefined;
  }
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Formats a float as Go converts it to a string: with the shortest digits of a 32-bit number, and an exponent below 1e-4 and from 1e6 on;
 * `4.10` becomes `4.1`, `1e6` becomes `1e+06`.
 */
export function formatFloat(value: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) {
    return single > 0 ? '+Inf' : '-Inf';
  }
  if (single === 0) {
    return Object.is(single, -0) ? '-0' : '0';
  }
  const [digits, exponent] = shortestDigits(Math.abs(single));
  const sign = single < 0 ? '-' : '';
  if (exponent < -4 || exponent >= EXPONENT_FROM) {
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) {
    return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  }
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const EXPONENT_FROM = 6;

function shortestDigits(single: number): [digits: string, exponent: number] {
  let shortest = single.toExponential();
  for (let precision = 0; precision < 9; precision++) {
    const candidate = single.toExponential(precision);
    if (Math.fround(Number(candidate)) === single) {
      shortest = candidate;
      break;
    }
  }
  const [mantissa, exponent] = shortest.split('e') as [string, string];
  return [mantissa.replace('.', '').replace(/(?<!0)0+$/, ''), Number(exponent)];
}
