import { normalizedBase64 } from '../json/base64';
import { formatFloat, type GoInteger, parseFloat64, parseInteger } from './go-number';

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
    ? { kind: 'string', value: Buffer.from(packed, 'base64').toString('utf8') }
    : { kind: 'fault', message: 'the value of tag !!binary is not base64' };
}
