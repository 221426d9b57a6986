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
  return [mantissa.replace('.', '').replace(/0+$/, ''), Number(exponent)];
}
