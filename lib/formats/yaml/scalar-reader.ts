import type { ScalarEvent } from 'js-yaml';
import { keepEmptyLines, refusedEscape } from './escapes';
import { eventOffset, STYLE } from './events';
import { type GoScalar, isCertainlyString, resolvePlain, resolveTagged, scalarString } from './go-scalar';
import { jsYaml } from './js-yaml';
import { isJson, type ParsedYaml } from './parse';
import { INT64_MAX, scalarValue, type Target } from './scalar-value';
import { YamlSyntaxError } from './yaml-syntax-error';

/** Reads scalars as Go does. */
export class ScalarReader {
  readonly #getScalarValue = jsYaml().getScalarValue;
  readonly #text: string;
  readonly #isJson: boolean;

  /**
   * @param parsed YAML source with the scalars
   * @param target Go type to decode into
   */
  public constructor(
    private readonly parsed: ParsedYaml,
    private readonly target: Target,
  ) {
    this.#text = parsed.source.text;
    this.#isJson = isJson(this.#text);
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
      throw this.#error(event, `${this.#getScalarValue(this.#text, event)} is a number that JSON does not have; quote it if it is a string`);
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
      return this.#getScalarValue(this.#text, event);
    }
    const source = this.#text.slice(event.valueStart, event.valueEnd);
    const refused = this.#isJson ? undefined : refusedEscape(source);
    if (refused !== undefined) {
      throw new YamlSyntaxError(refused.message, this.parsed.source.positionAt(event.valueStart + refused.offset));
    }
    const kept = keepEmptyLines(source);
    return this.#getScalarValue(kept, { ...event, valueStart: 0, valueEnd: kept.length });
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
