/**
 * Numbers as Go's YAML reader takes them from text, and as Go writes them into text.
 *
 * @see https://pkg.go.dev/strconv#ParseInt
 */

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const SIGN_AFTER_PREFIX = /^0b[-+][01]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const FLOAT_FROM_DOT = /^\.[0-9]+(?:[eE][-+]?[0-9]+)?$/;

/** A whole number: of type `bigint` only where a `number` would lose digits. */
export type GoInteger = number | bigint;

/**
 * The whole number that a plain scalar stands for, or undefined when it stands for none. Underscores are ignored wherever they are; a
 * leading 0 or 0o means octal; what is beyond 64 bits is no whole number.
 */
export function parseInteger(text: string): GoInteger | undefined {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text;
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
 * The number with a fraction or exponent that a plain scalar stands for, or undefined when it stands for none: also when it is beyond
 * what 64 bits hold, where Go leaves it as text. A text that begins with a dot must not hold underscores.
 */
export function parseFloat64(text: string): number | undefined {
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  if (!(text.startsWith('.') ? FLOAT_FROM_DOT : FLOAT).test(plain)) {
    return undefined;
  }
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * The text of a number with a fraction or exponent where Go needs text: the shortest digits that a 32-bit number needs, with an exponent
 * below 1e-4 and from 1e6 on; `4.10` becomes `4.1`, `1e6` becomes `1e+06`.
 */
export function floatText(value: number): string {
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
  let text = single.toExponential();
  for (let precision = 0; precision < 9; precision++) {
    const candidate = single.toExponential(precision);
    if (Math.fround(Number(candidate)) === single) {
      text = candidate;
      break;
    }
  }
  const [mantissa, exponent] = text.split('e') as [string, string];
  return [mantissa.replace('.', '').replace(/0+$/, ''), Number(exponent)];
}
