import { getScalarValue, type ScalarEvent } from 'js-yaml';
import { type GoScalar, isCertainlyString, resolvePlain, resolveTagged, scalarString } from './go-scalar';
import { eventOffset, type ParsedYaml, STYLE } from './parse';
import { YamlSyntaxError } from './source-text';

/**
 * Go type to decode scalars into:
 *
 * - `any`: every type
 * - `string`: numbers and booleans become strings
 * - `object`: a Kubernetes object, whose integers are signed 64-bit numbers, so that larger ones lose digits
 * - `float`: numbers are 64-bit floats, as in JSON that Go decodes without a type
 */
export type Target = 'any' | 'string' | 'object' | 'float';

/** Format in which Go's readers read a source: strings of JSON have more escapes. */
export type SourceFormat = 'json' | 'yaml';

const INT64_MAX = 2n ** 63n - 1n;

/** Returns the value of a resolved scalar, or undefined for a number that JSON cannot represent. */
export function scalarValue(scalar: GoScalar, target: Target): unknown {
  if (scalar.kind === 'null') {
    return null;
  }
  if (target === 'string') {
    return scalarString(scalar);
  }
  if (scalar.kind === 'float') {
    if (!Number.isFinite(scalar.value)) {
      return undefined;
    }
    return Object.is(scalar.value, -0) && target === 'object' ? 0 : scalar.value;
  }
  const isLarge = scalar.kind === 'integer' && typeof scalar.value === 'bigint';
  return isLarge && (target === 'float' || (target === 'object' && scalar.value > INT64_MAX)) ? Number(scalar.value) : scalar.value;
}

/** Reads scalars as Go does. */
export class ScalarReader {
  readonly #text: string;

  /**
   * @param parsed YAML source with the scalars
   * @param target Go type to decode into
   * @param format format of the source
   */
  public constructor(
    private readonly parsed: ParsedYaml,
    private readonly target: Target,
    private readonly format: SourceFormat,
  ) {
    this.#text = parsed.source.text;
  }

  /** Returns the string of a scalar that is certainly a string and needs no decoding, as for nearly all scalars, or undefined for others. */
  public certainString(event: ScalarEvent): string | undefined {
    if (event.fast && event.tagStart < 0) {
      const value = this.#text.slice(event.valueStart, event.valueEnd);
      if (event.style !== STYLE.PLAIN || isCertainlyString(value)) {
        return value;
      }
    }
    return undefined;
  }

  /**
   * Resolves a scalar.
   *
   * @throws YamlSyntaxError if its escapes are refused, or its tag does not match
   */
  public resolve(event: ScalarEvent): GoScalar {
    const decoded = this.#decoded(event);
    const tag = event.tagStart < 0 ? '' : this.tagName(event);
    if (tag === '') {
      return event.style === STYLE.PLAIN ? resolvePlain(decoded) : { kind: 'string', value: decoded };
    }
    const resolved = resolveTagged(tag, decoded);
    if (resolved.kind === 'fault') {
      throw this.#error(event, resolved.message);
    }
    return resolved;
  }

  /**
   * Returns the value of a resolved scalar.
   *
   * @throws YamlSyntaxError if JSON cannot represent it
   */
  public value(event: ScalarEvent, scalar: GoScalar): unknown {
    const value = scalarValue(scalar, this.target);
    if (value === undefined) {
      throw this.#error(event, `${getScalarValue(this.#text, event)} is a number that JSON does not have; quote it if it is a string`);
    }
    return value;
  }

  /**
   * Returns a resolved scalar as a key, which Go converts to a string.
   *
   * @throws YamlSyntaxError if Go refuses the scalar as a key
   */
  public keyString(event: ScalarEvent, key: GoScalar): string {
    if (key.kind === 'null') {
      throw this.#error(event, 'a key is null, which Go refuses; quote the key');
    }
    if (key.kind === 'integer' && typeof key.value === 'bigint' && key.value > INT64_MAX) {
      throw this.#error(event, `the key ${key.value} exceeds a signed 64-bit integer, which Go refuses; quote the key`);
    }
    const infinite = key.kind === 'float' && !Number.isFinite(Math.fround(key.value));
    return infinite ? INFINITE_KEYS.get(scalarString(key))! : scalarString(key);
  }

  #decoded(event: ScalarEvent): string {
    if (event.fast || event.style !== STYLE.DOUBLE_QUOTED) {
      return getScalarValue(this.#text, event);
    }
    const source = this.#text.slice(event.valueStart, event.valueEnd);
    if (this.format === 'json') {
      return getScalarValue(this.#text, event).replace(LONE_SURROGATE, '\ufffd');
    }
    const refused = refusedEscape(source);
    if (refused !== undefined) {
      throw new YamlSyntaxError(refused.message, this.parsed.source.positionAt(event.valueStart + refused.offset));
    }
    const kept = keepEmptyLines(source);
    return getScalarValue(kept, { ...event, valueStart: 0, valueEnd: kept.length });
  }

  /** Returns the full name of the tag of a scalar that has one. */
  public tagName(event: ScalarEvent): string {
    const tag = this.#text.slice(event.tagStart, event.tagEnd);
    if (tag.startsWith('!!')) {
      return `tag:yaml.org,2002:${tag.slice(2)}`;
    }
    return tag.startsWith('!<') ? tag.slice(2, -1) : tag;
  }

  #error(event: ScalarEvent, message: string): YamlSyntaxError {
    return new YamlSyntaxError(message, this.parsed.source.positionAt(Math.max(0, eventOffset(event))));
  }
}

/** Go writes infinity differently in keys and in values. */
const INFINITE_KEYS: ReadonlyMap<string, string> = new Map([
  ['+Inf', '.inf'],
  ['-Inf', '-.inf'],
  ['NaN', '.nan'],
]);

/** Halves of surrogate pairs, which Go reads as U+FFFD. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Quick test for escapes that Go may refuse. */
const SUSPECT = /\\(?:\/|u[dD][89a-fA-F]|U)/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[^])/g;

/** An escape that js-yaml accepts and Go's YAML reader refuses. */
interface RefusedEscape {
  /** Offset in the source between the quotes. */
  readonly offset: number;

  /** Error message with the remedy. */
  readonly message: string;
}

/** Returns the first escape in the source of a double-quoted scalar that Go's YAML reader refuses: `\/`, or half of a surrogate pair. */
function refusedEscape(source: string): RefusedEscape | undefined {
  if (!SUSPECT.test(source)) {
    return undefined;
  }
  for (const found of source.matchAll(ESCAPE)) {
    const [escape, short, long] = found;
    if (escape === '\\/') {
      return { offset: found.index, message: "Go's YAML reader does not support the escape \\/; remove the backslash" };
    }
    const digits = short ?? long;
    if (digits !== undefined && !isCharacter(parseInt(digits, 16))) {
      return { offset: found.index, message: `the escape ${escape} is not a character; write characters beyond U+FFFF as \\U and eight digits` };
    }
  }
  return undefined;
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** Quick test for an escaped line break followed by an empty line. */
const BREAK_THEN_EMPTY = /\\(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/;
const ESCAPED_BREAK = /\\(?:(?:\r\n|\r(?!\n)|\n)((?:[ \t]*(?:\r\n?|\n))+)|[^])/g;

/**
 * Returns the source of a double-quoted scalar with `\n` for each empty line after an escaped line break. YAML and Go keep such lines;
 * js-yaml loses them.
 */
function keepEmptyLines(source: string): string {
  if (!BREAK_THEN_EMPTY.test(source)) {
    return source;
  }
  return source.replace(ESCAPED_BREAK, (escape, empty: string | undefined) =>
    empty === undefined ? escape : `${'\\n'.repeat(empty.match(/\r\n?|\n/g)!.length)}\\\n`,
  );
}
