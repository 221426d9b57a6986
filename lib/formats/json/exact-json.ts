import { printableMessage } from '../../text/printable';
import { isMap, setOwn } from './json-value';
import { stringEnd } from './json-syntax';

/**
 * JSON without loss: JavaScript's parser rounds integers beyond 2^53, and its writer refuses values of type `bigint`, which keep their digits.
 */

/** Integers that Go keeps: `int64` in a Kubernetes object, and `uint64`, too, in what Go's YAML reader wrote. Larger ones become floats. */
export type IntegerSize = 'int64' | 'uint64';

const MIN = -(2n ** 63n);
const MAX: { readonly [size in IntegerSize]: bigint } = { int64: 2n ** 63n - 1n, uint64: 2n ** 64n - 1n };

/** Quick test for numbers that JavaScript may read in another way than Go: not inside a word, such as a digest, `-0`, or with a large exponent. */
const INEXACT_NUMBER = /(?:^|[\s:,[])(?:-?\d{16}|-0(?![\d.eE]))|\d[eE]\+?\d{3}/;
const LONG_INTEGER = /^-?\d{16,}$/;
const NUMBER = /[-+.\deE]+/y;

/** Digits of the longest 64-bit integer, with its sign. */
const MAX_DIGITS = 20;

/** Number of characters shown of a number that is too large. */
const SHOWN_DIGITS = 30;

/** Quick test for halves of surrogate pairs, written as escapes: UTF-8 has none. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Parses JSON as Go does: an integer beyond 2^53 is a `bigint`, `-0` is 0, and half of a surrogate pair becomes U+FFFD.
 *
 * @param json JSON
 * @param size which integers are kept
 * @throws SyntaxError if it is not JSON, or has a number beyond 64-bit floats, which Go refuses
 */
export function parseJson(json: string, size: IntegerSize = 'int64'): unknown {
  const value: unknown = JSON.parse(json);
  const integers = INEXACT_NUMBER.test(json) ? inexactIntegers(json) : [];
  if (integers.length > 0) {
    const prefix = unusedPrefix(value);
    return replaced(JSON.parse(withStrings(json, integers, prefix)), (text) => (
      text.startsWith(prefix) ? integer(text.slice(prefix.length), size) : text.replace(LONE_SURROGATE, '\ufffd')
    ));
  }
  return SURROGATE_ESCAPE.test(json) ? replaced(value, (text) => text.replace(LONE_SURROGATE, '\ufffd')) : value;
}

/** An integer in JSON that JavaScript reads in another way. */
interface InexactInteger {
  readonly start: number;
  readonly literal: string;
}

/** Returns an integer of any size as Go keeps it: a `bigint` only if a `number` would lose digits. */
function integer(literal: string, size: IntegerSize): number | bigint {
  const exact = literal.length > MAX_DIGITS ? undefined : BigInt(literal);
  if (exact === 0n) {
    return 0;
  }
  return exact !== undefined && exact >= MIN && exact <= MAX[size] ? exact : Number(literal);
}

/**
 * Returns the integers that a double does not represent, and `-0`, which is an integer to Go.
 *
 * @throws SyntaxError at a number beyond 64-bit floats
 */
function inexactIntegers(json: string): InexactInteger[] {
  const integers: InexactInteger[] = [];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(json, at);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const [literal] = NUMBER.exec(json)!;
      const value = Number(literal);
      if (!Number.isFinite(value)) {
        const shown = literal.length > SHOWN_DIGITS ? `${literal.slice(0, SHOWN_DIGITS)}…` : literal;
        throw new SyntaxError(printableMessage(`the number ${shown} is too large for Go, which reads 64-bit floats; write it as a string`));
      }
      if (literal === '-0' || (LONG_INTEGER.test(literal) && !Number.isSafeInteger(value))) {
        integers.push({ start: at, literal });
      }
      at += literal.length - 1;
    }
  }
  return integers;
}

/** Returns JSON with strings in place of integers. */
function withStrings(json: string, integers: readonly InexactInteger[], prefix: string): string {
  let copied = 0;
  const parts = integers.map(({ start, literal }) => {
    const part = `${json.slice(copied, start)}"${prefix}${literal}"`;
    copied = start + literal.length;
    return part;
  });
  return parts.join('') + json.slice(copied);
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Changes the strings of a value, but not its keys, in place. */
function replaced(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') {
    return replace(value);
  }
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      value[index] = replaced(item, replace);
    });
  } else if (isMap(value)) {
    Object.entries(value).forEach(([key, inner]) => setOwn(value, key, replaced(inner, replace)));
  }
  return value;
}

/** Returns JSON like `JSON.stringify`, with all digits of a `bigint`. */
export function exactJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!/BigInt/.test((error as Error).message)) {
      throw error;
    }
  }
  const prefix = unusedPrefix(value);
  const quoted = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${prefix}${inner}` : inner), indent);
  // A quote after a backslash is inside a string.
  return quoted.replace(new RegExp(`(?<!\\\\)"${prefix}(-?\\d+)"`, 'g'), '$1');
}

const PREFIX = /^\d+:/;

/** Returns a prefix that no string or key of a value has. */
function unusedPrefix(value: unknown): string {
  const used = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner === 'string') {
      const found = PREFIX.exec(inner);
      if (found !== null) {
        used.add(found[0]);
      }
    } else if (Array.isArray(inner)) {
      inner.forEach(visit);
    } else if (isMap(inner)) {
      Object.entries(inner).flat().forEach(visit);
    }
  };
  visit(value);
  for (let number = 0; ; number++) {
    if (!used.has(`${number}:`)) {
      return `${number}:`;
    }
  }
}
