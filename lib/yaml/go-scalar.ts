import type { GoInteger } from './go-number';
import { floatText, parseFloat64, parseInteger } from './go-number';

/** What a plain scalar stands for: a number with a fraction is marked, because Go writes it into text in another way. */
export type GoScalar =
  | { readonly kind: 'null' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: GoInteger }
  | { readonly kind: 'float'; readonly value: number };

const WORDS: ReadonlyMap<string, GoScalar> = new Map<string, GoScalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, { kind: 'null' }] as const),
  ...['y', 'yes', 'true', 'on'].flatMap((word) => spellings(word).map((text) => [text, { kind: 'boolean', value: true }] as const)),
  ...['n', 'no', 'false', 'off'].flatMap((word) => spellings(word).map((text) => [text, { kind: 'boolean', value: false }] as const)),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, { kind: 'float', value: NaN }] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, { kind: 'float', value: Infinity }] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, { kind: 'float', value: -Infinity }] as const),
]);

const LONGEST_WORD = 5;

/** By first letter: whether a text can be something else than text (1), and a number (2). */
const FIRST_LETTERS = new Uint8Array(128);
for (const letter of 'yYnNtTfFoO~') {
  FIRST_LETTERS[letter.charCodeAt(0)] = 1;
}
for (const letter of '+-.0123456789') {
  FIRST_LETTERS[letter.charCodeAt(0)] = 2;
}

function spellings(word: string): string[] {
  return [...new Set([word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()])];
}

/** Whether a plain scalar is text whatever follows its first letter; a quick way past `resolvePlain` for nearly every scalar. */
export function isTextForSure(plain: string): boolean {
  const first = plain.charCodeAt(0);
  return first >= 128 || FIRST_LETTERS[first] === 0 || (FIRST_LETTERS[first] === 1 && plain.length > LONGEST_WORD);
}

/** What a plain scalar without a tag stands for. */
export function resolvePlain(plain: string): GoScalar {
  if (plain !== '' && isTextForSure(plain)) {
    return { kind: 'text', value: plain };
  }
  const word = WORDS.get(plain);
  if (word !== undefined) {
    return word;
  }
  if (FIRST_LETTERS[plain.charCodeAt(0)] === 2) {
    const integer = plain.startsWith('.') ? undefined : parseInteger(plain);
    if (integer !== undefined) {
      return { kind: 'integer', value: integer };
    }
    const float = parseFloat64(plain);
    if (float !== undefined) {
      return { kind: 'float', value: float };
    }
  }
  return { kind: 'text', value: plain };
}

/** The text that Go puts into a field that takes text, or a key: from the resolved value, so that `yes` becomes `true`. */
export function scalarText(scalar: GoScalar): string {
  switch (scalar.kind) {
    case 'null':
      return '';
    case 'float':
      return Number.isNaN(scalar.value) ? 'NaN' : floatText(scalar.value);
    default:
      return String(scalar.value);
  }
}

/**
 * What a scalar with a tag stands for, or what is wrong with it. Tags that Go's reader does not know leave the text as it is.
 *
 * @param tag the full name of the tag
 * @param text the scalar, decoded
 */
export function resolveTagged(tag: string, text: string): GoScalar | { readonly kind: 'fault'; readonly message: string } {
  const name = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : '';
  switch (name) {
    case 'bool':
    case 'int':
    case 'float':
    case 'null': {
      const resolved = resolvePlain(text);
      if (name === 'float' && resolved.kind === 'integer') {
        return { kind: 'float', value: Number(resolved.value) };
      }
      return KIND_OF_TAG[name] === resolved.kind ? resolved : { kind: 'fault', message: `the tag !!${name} does not fit ${JSON.stringify(text)}` };
    }
    case 'binary':
      return binary(text);
    default:
      return { kind: 'text', value: text };
  }
}

const TAG_PREFIX = 'tag:yaml.org,2002:';
const KIND_OF_TAG = { bool: 'boolean', int: 'integer', float: 'float', null: 'null' } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function binary(text: string): ReturnType<typeof resolveTagged> {
  const packed = text.replace(/[\r\n]/g, '');
  return BASE64.test(packed)
    ? { kind: 'text', value: Buffer.from(packed, 'base64').toString('utf8') }
    : { kind: 'fault', message: 'the value of tag !!binary is not base64' };
}
