import type { AliasEvent, Event, ScalarEvent } from 'js-yaml';
import { type JsonMap, setOwn } from '../json/json-value';
import type { GoScalar } from './go-scalar';
import { EVENT, eventOffset, type ParsedYaml, STYLE } from './parse';
import { ScalarReader, type SourceFormat, type Target } from './scalar-reader';
import { YamlSyntaxError } from './source-text';

/** Options for constructing values from events. */
export interface ConstructOptions {
  /** Maximum number of values; those behind an alias are counted at each use. */
  readonly maxNodes: number;

  /** Go type to decode into. */
  readonly target: Target;
}

/** A value that an alias may refer to. */
interface Anchor {
  value: unknown;

  /** Number of values in it, itself included. */
  nodes: number;

  /** Whether the value is a map: only maps can be merged. */
  readonly isMap: boolean;

  /** The scalar, if the value is one: only scalars can be keys. */
  readonly scalar?: { readonly event: ScalarEvent; readonly resolved: GoScalar };

  /** Whether the value is complete; an alias before its end would contain itself. */
  done: boolean;
}

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/**
 * Constructs the value of a document from js-yaml's events, as Go's sigs.k8s.io/yaml does.
 *
 * js-yaml's own constructor cannot be used: in Go the last of equal keys wins, also over an earlier merge, unknown tags are ignored, keys
 * that are maps or null are refused, and `1` differs from `1.0`.
 */
export class Constructor {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #scalars: ScalarReader;
  readonly #anchors = new Map<string, Anchor>();
  #next = 0;
  #nodes = 0;

  /**
   * @param parsed YAML source and its events
   * @param options how to construct values
   * @param format format of the source
   */
  public constructor(
    private readonly parsed: ParsedYaml,
    private readonly options: ConstructOptions,
    format: SourceFormat,
  ) {
    this.#text = parsed.source.text;
    this.#events = parsed.events;
    this.#scalars = new ScalarReader(parsed, options.target, format);
  }

  /**
   * Returns the value of the first document, in which lists and maps are frozen, the index of the first event after it, and the number of its
   * values.
   */
  public document(): { readonly value: unknown; readonly end: number; readonly nodes: number } {
    this.#next = 1;
    const value = this.#value();
    return { value, end: this.#next + 1, nodes: this.#nodes };
  }

  #value(): unknown {
    const event = this.#events[this.#next++]!;
    if (++this.#nodes > this.options.maxNodes) {
      this.#tooMany(event);
    }
    switch (event.type) {
      case EVENT.SCALAR:
        return (event.anchorStart < 0 ? this.#scalars.certainString(event) : undefined) ?? this.#scalars.value(event, this.#scalar(event));
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
    while (this.#events[this.#next]!.type !== EVENT.POP) {
      list.push(this.#value());
    }
    this.#next++;
    return list;
  }

  #map(): { [key: string]: unknown } {
    const map: { [key: string]: unknown } = {};
    for (let event = this.#events[this.#next]!; event.type !== EVENT.POP; event = this.#events[this.#next]!) {
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

  /** Resolves a scalar, and registers its anchor. */
  #scalar(event: ScalarEvent): GoScalar {
    const resolved = this.#scalars.resolve(event);
    if (event.anchorStart >= 0) {
      const value = this.#scalars.value(event, resolved);
      this.#anchors.set(this.#anchorName(event), { value, nodes: 1, isMap: false, scalar: { event, resolved }, done: true });
    }
    return resolved;
  }

  /** Returns a key, which must be a scalar, or an alias of one. */
  #key(event: Event): string {
    this.#next++;
    this.#nodes++;
    if (event.type === EVENT.SCALAR) {
      return (event.anchorStart < 0 ? this.#scalars.certainString(event) : undefined) ?? this.#scalars.keyString(event, this.#scalar(event));
    }
    const scalar = event.type === EVENT.ALIAS ? this.#alias(event).scalar : undefined;
    if (scalar === undefined) {
      throw this.#error(event, `a key is ${event.type === EVENT.SEQUENCE ? 'a list' : 'a map'}, which Go refuses; a key must be a scalar`);
    }
    return this.#scalars.keyString(scalar.event, scalar.resolved);
  }

  #isMerge(event: Event): boolean {
    if (event.type !== EVENT.SCALAR || event.valueEnd - event.valueStart !== 2 || !this.#text.startsWith('<<', event.valueStart)) {
      return false;
    }
    return event.tagStart < 0 ? event.style === STYLE.PLAIN : this.#scalars.tagName(event) === MERGE_TAG;
  }

  #merge(into: { [key: string]: unknown }): void {
    const event = this.#events[this.#next]!;
    if (event.type === EVENT.SEQUENCE) {
      const sources: JsonMap[] = [];
      this.#next++;
      while (this.#events[this.#next]!.type !== EVENT.POP) {
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
    const event = this.#events[this.#next]!;
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
    throw this.#error(event, 'the value of a merge key (<<) must be a map or a list of maps');
  }

  #copy(source: JsonMap, into: { [key: string]: unknown }): void {
    for (const [key, value] of Object.entries(source)) {
      setOwn(into, key, value);
    }
  }

  #alias(event: AliasEvent): Anchor {
    const name = this.#anchorName(event);
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) {
      throw this.#error(event, `the alias *${name} has no anchor &${name} before it`);
    }
    if (!anchor.done) {
      throw this.#error(event, `the alias *${name} is inside its own anchor, so that its value would contain itself`);
    }
    this.#nodes += anchor.nodes;
    if (this.#nodes > this.options.maxNodes) {
      this.#tooMany(event);
    }
    return anchor;
  }

  #anchorName(event: { anchorStart: number; anchorEnd: number }): string {
    return this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  #tooMany(event: Event): never {
    const message = `there are more than ${this.options.maxNodes} values up to here (limit maxYamlNodes); values behind an alias count each time`;
    throw this.#error(event, message, true);
  }

  #error(event: Event, message: string, limit = false): YamlSyntaxError {
    return new YamlSyntaxError(message, this.parsed.source.positionAt(Math.max(0, eventOffset(event))), limit);
  }
}
