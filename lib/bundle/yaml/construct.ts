import type { Event, ScalarEvent } from 'js-yaml';

import type { JsonMap } from '../json-value';
import { setOwn } from '../json-value';
import { keepEmptyLines, refusedEscape } from './escapes';
import { EVENT, eventOffset, STYLE } from './events';
import type { GoScalar } from './go-scalar';
import { isTextForSure, resolvePlain, resolveTagged, scalarText } from './go-scalar';
import { jsYaml } from './js-yaml';
import type { ParsedText } from './parse';
import { isJson } from './parse';
import { YamlSyntaxError } from './yaml-syntax-error';

/** How values are made from events. */
export interface ConstructOptions {
  /** The largest number of values, where those behind an alias count at each use. */
  readonly maxNodes: number;

  /**
   * What Go's reader decodes into: `any` value as it stands; `text`, where each number and boolean becomes text; `object`, a Kubernetes
   * object, whose whole numbers have 64 bits with a sign, so that larger ones lose digits.
   */
  readonly target: 'any' | 'text' | 'object';
}

/** A value that an alias may stand for. */
interface Anchor {
  value: unknown;

  /** How many values it consists of. */
  nodes: number;

  /** Whether it is a map, which alone may be merged. */
  readonly isMap: boolean;

  /** Whether its end was reached; an alias before that would contain itself. */
  done: boolean;
}

const INT64_MAX = 2n ** 63n - 1n;
const MERGE_TAG = 'tag:yaml.org,2002:merge';

/**
 * Makes the value of one document from js-yaml's events, as Go's sigs.k8s.io/yaml makes it.
 *
 * js-yaml's own constructor is of no use here: Go lets the last of equal keys win, also over a merge before it, ignores tags that it
 * does not know, refuses keys that are maps or null, and tells `1` from `1.0`.
 */
export class Constructor {
  private readonly text: string;
  private readonly events: readonly Event[];
  readonly #scalarValue = jsYaml().getScalarValue;
  readonly #anchors = new Map<string, Anchor>();
  readonly #jsonEscapes: boolean;
  #next = 0;
  #nodes = 0;

  /**
   * @param parsed the text and its events
   * @param options how to make values
   */
  public constructor(
    private readonly parsed: ParsedText,
    private readonly options: ConstructOptions,
  ) {
    this.text = parsed.source.text;
    this.events = parsed.events;
    this.#jsonEscapes = isJson(this.text);
  }

  /** The value of the first document, in which lists and maps are frozen, and the index of the first event behind that document. */
  public document(): { readonly value: unknown; readonly end: number } {
    this.#next = 1;
    const value = this.#value();
    return { value, end: this.#next + 1 };
  }

  #value(): unknown {
    const event = this.events[this.#next++]!;
    if (++this.#nodes > this.options.maxNodes) {
      this.#tooMany(event);
    }
    switch (event.type) {
      case EVENT.SCALAR: {
        const value = this.#scalar(event);
        if (event.anchorStart >= 0) {
          this.#anchors.set(this.#anchorName(event), { value, nodes: 1, isMap: false, done: true });
        }
        return value;
      }
      case EVENT.SEQUENCE:
        return this.#collection(event, false);
      case EVENT.MAPPING:
        return this.#collection(event, true);
      case EVENT.ALIAS:
        return this.#alias(event).value;
      default:
        throw this.#error(event, 'a value is missing');
    }
  }

  #collection(event: Event & { anchorStart: number; anchorEnd: number }, isMap: boolean): unknown {
    const before = this.#nodes;
    const anchor: Anchor = { value: undefined, nodes: 0, isMap, done: false };
    if (event.anchorStart >= 0) {
      this.#anchors.set(this.#anchorName(event), anchor);
    }
    anchor.value = Object.freeze(isMap ? this.#map() : this.#list());
    anchor.nodes = this.#nodes - before + 1;
    anchor.done = true;
    return anchor.value;
  }

  #list(): unknown[] {
    const list: unknown[] = [];
    while (this.events[this.#next]!.type !== EVENT.POP) {
      list.push(this.#value());
    }
    this.#next++;
    return list;
  }

  #map(): { [key: string]: unknown } {
    const map: { [key: string]: unknown } = {};
    for (let event = this.events[this.#next]!; event.type !== EVENT.POP; event = this.events[this.#next]!) {
      if (this.#isMerge(event)) {
        this.#next++;
        this.#merge(map);
      } else {
        const key = this.#key(event);
        setOwn(map, key, this.#value());
      }
    }
    this.#next++;
    return map;
  }

  #key(event: Event): string {
    if (event.type === EVENT.SCALAR && event.fast && event.tagStart < 0 && event.anchorStart < 0) {
      const text = this.text.slice(event.valueStart, event.valueEnd);
      if (event.style !== STYLE.PLAIN || isTextForSure(text)) {
        this.#next++;
        this.#nodes++;
        return text;
      }
    }
    const resolved = this.#keyScalar(event);
    this.#nodes++;
    if (resolved.kind === 'null') {
      throw this.#error(event, 'a key is null, which Go refuses; quote the key');
    }
    return keyText(resolved);
  }

  /** A key, which must be a scalar, or an alias of one. */
  #keyScalar(event: Event): GoScalar {
    this.#next++;
    if (event.type === EVENT.SCALAR) {
      const resolved = this.#resolve(event);
      if (event.anchorStart >= 0) {
        this.#anchors.set(this.#anchorName(event), { value: this.#finished(event, resolved), nodes: 1, isMap: false, done: true });
      }
      if (resolved.kind === 'integer' && typeof resolved.value === 'bigint' && resolved.value > INT64_MAX) {
        throw this.#error(event, `the key ${resolved.value} is a whole number beyond 64 bits with a sign, which Go refuses; quote the key`);
      }
      return resolved;
    }
    if (event.type === EVENT.ALIAS) {
      const { value } = this.#alias(event);
      if (typeof value === 'string' || value === null) {
        return value === null ? { kind: 'null' } : { kind: 'text', value };
      }
      if (typeof value === 'number' || typeof value === 'boolean') {
        return { kind: 'text', value: String(value) };
      }
    }
    throw this.#error(event, `a key is ${event.type === EVENT.SEQUENCE ? 'a list' : 'a map'}, which Go refuses; a key must be a scalar`);
  }

  #isMerge(event: Event): boolean {
    if (event.type !== EVENT.SCALAR || event.valueEnd - event.valueStart !== 2 || !this.text.startsWith('<<', event.valueStart)) {
      return false;
    }
    return event.tagStart < 0 ? event.style === STYLE.PLAIN : this.#tagName(event) === MERGE_TAG;
  }

  #merge(into: { [key: string]: unknown }): void {
    const event = this.events[this.#next]!;
    if (event.type === EVENT.SEQUENCE) {
      const sources: JsonMap[] = [];
      this.#next++;
      while (this.events[this.#next]!.type !== EVENT.POP) {
        sources.push(this.#mergeSource());
      }
      this.#next++;
      for (const source of sources.reverse()) {
        this.#copy(source, into);
      }
    } else {
      this.#copy(this.#mergeSource(), into);
    }
  }

  #mergeSource(): JsonMap {
    const event = this.events[this.#next]!;
    if (event.type === EVENT.MAPPING) {
      return this.#value() as JsonMap;
    }
    if (event.type === EVENT.ALIAS) {
      this.#next++;
      const anchor = this.#alias(event);
      if (anchor.isMap) {
        return anchor.value as JsonMap;
      }
    }
    throw this.#error(event, 'a merge key (<<) takes a map, or a list of maps');
  }

  #copy(source: JsonMap, into: { [key: string]: unknown }): void {
    for (const [key, value] of Object.entries(source)) {
      setOwn(into, key, value);
    }
  }

  #alias(event: Event & { type: typeof EVENT.ALIAS; anchorStart: number; anchorEnd: number }): Anchor {
    const name = this.#anchorName(event);
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) {
      throw this.#error(event, `the alias *${name} has no anchor &${name} before it`);
    }
    if (!anchor.done) {
      throw this.#error(event, `the alias *${name} stands inside its own anchor, so that its value would contain itself`);
    }
    this.#nodes += anchor.nodes;
    if (this.#nodes > this.options.maxNodes) {
      this.#tooMany(event);
    }
    return anchor;
  }

  #scalar(event: ScalarEvent): unknown {
    if (event.fast && event.tagStart < 0) {
      const text = this.text.slice(event.valueStart, event.valueEnd);
      if (event.style !== STYLE.PLAIN || isTextForSure(text)) {
        return text;
      }
    }
    return this.#finished(event, this.#resolve(event));
  }

  #resolve(event: ScalarEvent): GoScalar {
    const text = this.#decoded(event);
    const tag = event.tagStart < 0 ? '' : this.#tagName(event);
    if (tag === '') {
      return event.style === STYLE.PLAIN ? resolvePlain(text) : { kind: 'text', value: text };
    }
    const resolved = resolveTagged(tag, text);
    if (resolved.kind === 'fault') {
      throw this.#error(event, resolved.message);
    }
    return resolved;
  }

  #finished(event: ScalarEvent, scalar: GoScalar): unknown {
    if (scalar.kind === 'null') {
      return null;
    }
    if (this.options.target === 'text') {
      return scalarText(scalar);
    }
    if (scalar.kind === 'float') {
      if (!Number.isFinite(scalar.value)) {
        throw this.#error(event, `${this.#scalarValue(this.text, event)} is a number that JSON cannot hold; quote it if it is text`);
      }
      return Object.is(scalar.value, -0) && this.options.target === 'object' ? 0 : scalar.value;
    }
    if (scalar.kind === 'integer' && typeof scalar.value === 'bigint' && scalar.value > INT64_MAX && this.options.target === 'object') {
      return Number(scalar.value);
    }
    return scalar.value;
  }

  #decoded(event: ScalarEvent): string {
    if (event.fast || event.style !== STYLE.DOUBLE_QUOTED) {
      return this.#scalarValue(this.text, event);
    }
    const source = this.text.slice(event.valueStart, event.valueEnd);
    const refused = this.#jsonEscapes ? undefined : refusedEscape(source);
    if (refused !== undefined) {
      throw new YamlSyntaxError(refused.message, this.parsed.source.positionAt(event.valueStart + refused.offset));
    }
    const kept = keepEmptyLines(source);
    return this.#scalarValue(kept, { ...event, valueStart: 0, valueEnd: kept.length });
  }

  #tagName(event: ScalarEvent): string {
    const tag = this.text.slice(event.tagStart, event.tagEnd);
    if (tag.startsWith('!!')) {
      return `tag:yaml.org,2002:${tag.slice(2)}`;
    }
    return tag.startsWith('!<') ? tag.slice(2, -1) : tag;
  }

  #anchorName(event: { anchorStart: number; anchorEnd: number }): string {
    return this.text.slice(event.anchorStart, event.anchorEnd);
  }

  #tooMany(event: Event): never {
    throw this.#error(event, `there are more than ${this.options.maxNodes} values up to here (limit maxYamlNodes); values behind an alias count each time`, true);
  }

  #error(event: Event, message: string, limit = false): YamlSyntaxError {
    return new YamlSyntaxError(message, this.parsed.source.positionAt(Math.max(0, eventOffset(event))), limit);
  }
}

/** The text of a key, where Go writes infinity in another way than it does in values. */
function keyText(key: GoScalar): string {
  return key.kind === 'float' && !Number.isFinite(Math.fround(key.value)) ? INFINITE_KEYS.get(scalarText(key))! : scalarText(key);
}

const INFINITE_KEYS: ReadonlyMap<string, string> = new Map([
  ['+Inf', '.inf'],
  ['-Inf', '-.inf'],
  ['NaN', '.nan'],
]);
