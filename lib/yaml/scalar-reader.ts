import type { ScalarEvent } from 'js-yaml';

import { keepEmptyLines, refusedEscape } from './escapes';
import { eventOffset, STYLE } from './events';
import type { GoScalar } from './go-scalar';
import { isTextForSure, resolvePlain, resolveTagged, scalarText } from './go-scalar';
import { jsYaml } from './js-yaml';
import type { ParsedText } from './parse';
import { isJson } from './parse';
import { YamlSyntaxError } from './yaml-syntax-error';

/**
 * What Go's reader decodes into: `any` value as it stands; `text`, where each number and boolean becomes text; `object`, a Kubernetes
 * object, whose whole numbers have 64 bits with a sign, so that larger ones lose digits; `float`, where each number is a 64-bit float, as
 * JSON that Go decodes without a type.
 */
export type Target = 'any' | 'text' | 'object' | 'float';

const INT64_MAX = 2n ** 63n - 1n;

/** Reads the scalars of a text as Go reads them. */
export class ScalarReader {
  readonly #getScalarValue = jsYaml().getScalarValue;
  readonly #text: string;
  readonly #isJson: boolean;

  /**
   * @param parsed what the scalars are in
   * @param target what Go decodes them into
   */
  public constructor(
    private readonly parsed: ParsedText,
    private readonly target: Target,
  ) {
    this.#text = parsed.source.text;
    this.#isJson = isJson(this.#text);
  }

  /** The text of a scalar that is text for sure and needs no decoding, as nearly all are; undefined for any other. */
  public plainText(event: ScalarEvent): string | undefined {
    if (event.fast && event.tagStart < 0) {
      const text = this.#text.slice(event.valueStart, event.valueEnd);
      if (event.style !== STYLE.PLAIN || isTextForSure(text)) {
        return text;
      }
    }
    return undefined;
  }

  /**
   * What a scalar stands for.
   *
   * @throws YamlSyntaxError when its escapes are refused, or its tag does not fit
   */
  public resolve(event: ScalarEvent): GoScalar {
    const text = this.#decoded(event);
    const tag = event.tagStart < 0 ? '' : this.tagName(event);
    if (tag === '') {
      return event.style === STYLE.PLAIN ? resolvePlain(text) : { kind: 'text', value: text };
    }
    const resolved = resolveTagged(tag, text);
    if (resolved.kind === 'fault') {
      throw this.#error(event, resolved.message);
    }
    return resolved;
  }

  /**
   * The value of what a scalar stands for.
   *
   * @throws YamlSyntaxError when JSON cannot hold it
   */
  public value(event: ScalarEvent, scalar: GoScalar): unknown {
    if (scalar.kind === 'null') {
      return null;
    }
    if (this.target === 'text') {
      return scalarText(scalar);
    }
    if (scalar.kind === 'float') {
      if (!Number.isFinite(scalar.value)) {
        throw this.#error(event, `${this.#getScalarValue(this.#text, event)} is a number that JSON cannot hold; quote it if it is text`);
      }
      return Object.is(scalar.value, -0) && this.target === 'object' ? 0 : scalar.value;
    }
    if (scalar.kind === 'integer' && typeof scalar.value === 'bigint' && this.#losesDigits(scalar.value)) {
      return Number(scalar.value);
    }
    return scalar.value;
  }

  /** What a scalar stands for when it is a key: Go makes text of it. */
  public keyText(event: ScalarEvent, key: GoScalar): string {
    if (key.kind === 'null') {
      throw this.#error(event, 'a key is null, which Go refuses; quote the key');
    }
    if (key.kind === 'integer' && typeof key.value === 'bigint' && key.value > INT64_MAX) {
      throw this.#error(event, `the key ${key.value} is a whole number beyond 64 bits with a sign, which Go refuses; quote the key`);
    }
    const infinite = key.kind === 'float' && !Number.isFinite(Math.fround(key.value));
    return infinite ? INFINITE_KEYS.get(scalarText(key))! : scalarText(key);
  }

  #losesDigits(value: bigint): boolean {
    return this.target === 'float' || (this.target === 'object' && value > INT64_MAX);
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

  /** The full name of the tag of a scalar that has one. */
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

/** Go writes infinity in another way in keys than it does in values. */
const INFINITE_KEYS: ReadonlyMap<string, string> = new Map([
  ['+Inf', '.inf'],
  ['-Inf', '-.inf'],
  ['NaN', '.nan'],
]);
