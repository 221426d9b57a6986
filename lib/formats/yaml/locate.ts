import { type Event, getScalarValue } from 'js-yaml';
import type { SourcePosition, ValuePath } from '../json/source-position';
import { EVENT, eventOffset, parse, type ParsedYaml, type ParseLimits, STYLE } from './parse';

/** List item or map entry. */
interface Found {
  /** Index of the event whose position is reported. */
  readonly start: number;

  /** Index of the event at which the value begins. */
  readonly value: number;
}

/** Items of a list by index, or entries of a map by key. */
type Children = ReadonlyMap<string | number, Found>;

/** Key of the merge that may contain an entry that a map lacks. */
const MERGE = '<<';

/** Finds the positions of values. Each list and map on the way to one is read once, so that many positions take no longer than the source is. */
export class ValuePositions {
  readonly #parsed: ParsedYaml;
  readonly #children = new Map<number, Children>();
  #ends: Int32Array | undefined;

  /**
   * @param parsed YAML source and its events
   */
  public constructor(parsed: ParsedYaml) {
    this.#parsed = parsed;
  }

  /**
   * Returns the position of a value: the key of a map entry, or the start of a list item.
   *
   * The position of an entry that comes from a merge key or an alias is that of the alias.
   *
   * @param path keys and indices from the root
   */
  public locate(path: ValuePath): SourcePosition | undefined {
    const { source, events } = this.#parsed;
    // The first event begins the document, the second its root value.
    let index = 1;
    let offset = eventOffset(events[index]!);
    for (const step of path) {
      if (events[index]!.type === EVENT.ALIAS) {
        break;
      }
      const found = this.#find(index, step);
      if (found === undefined) {
        return undefined;
      }
      index = found.value;
      const foundOffset = eventOffset(events[found.start]!);
      // An empty list item has no offset.
      offset = foundOffset < 0 ? offset : foundOffset;
    }
    return source.positionAt(Math.max(0, offset));
  }

  #find(parent: number, step: string | number): Found | undefined {
    let children = this.#children.get(parent);
    if (children === undefined) {
      children = this.#childrenOf(parent);
      this.#children.set(parent, children);
    }
    const merge = typeof step === 'string' ? children.get(MERGE) : undefined;
    const isAlias = merge !== undefined && this.#parsed.events[merge.value]!.type === EVENT.ALIAS;
    return children.get(step) ?? (isAlias ? { start: merge.value, value: merge.value } : undefined);
  }

  #childrenOf(parent: number): Children {
    switch (this.#parsed.events[parent]!.type) {
      case EVENT.SEQUENCE:
        return this.#items(parent);
      case EVENT.MAPPING:
        return this.#entries(parent);
      default:
        return new Map();
    }
  }

  #items(list: number): Children {
    const items = new Map<number, Found>();
    for (let index = list + 1; this.#parsed.events[index]!.type !== EVENT.POP; index = this.#next(index)) {
      items.set(items.size, { start: index, value: index });
    }
    return items;
  }

  /** Returns the last entry of each key, which is the one that Go uses. */
  #entries(map: number): Children {
    const { source, events } = this.#parsed;
    const entries = new Map<string, Found>();
    for (let index = map + 1; events[index]!.type !== EVENT.POP; ) {
      const value = this.#next(index);
      const key = keyString(source.text, events[index]!);
      if (key !== undefined) {
        entries.set(key, { start: index, value });
      }
      index = this.#next(value);
    }
    return entries;
  }

  /** Returns the index at which the value that follows the one at an index begins. */
  #next(index: number): number {
    this.#ends ??= endsOf(this.#parsed.events);
    return this.#ends[index]!;
  }
}

function keyString(text: string, event: Event): string | undefined {
  if (event.type !== EVENT.SCALAR) {
    return undefined;
  }
  const plain = event.style === STYLE.PLAIN && event.fast;
  return plain ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
}

/** Returns, for each event that begins a value, the index of the first event after the value. */
function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    ends[index] = index + 1;
    if (type === EVENT.POP) {
      ends[open.pop()!] = index + 1;
    } else if (type === EVENT.DOCUMENT || type === EVENT.SEQUENCE || type === EVENT.MAPPING) {
      open.push(index);
    }
  }
  return ends;
}

/** A key that occurs twice in a map. */
export interface RepeatedKey {
  readonly key: string;

  /** Position of the second occurrence. */
  readonly position: SourcePosition;
}

/** A list or map that encloses an event. */
interface Open {
  /** Keys so far, or undefined for a list. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
}

/**
 * Returns the first key that occurs twice in a map of the first document. Go's readers use the last occurrence; strict ones refuse the file.
 *
 * @throws YamlSyntaxError if the source is not YAML, or a limit is exceeded
 */
export function repeatedKey(text: string, limits: ParseLimits): RepeatedKey | undefined {
  const { source, events } = parse(text, limits);
  const open: Open[] = [];
  for (const event of events.slice(1)) {
    if (event.type === EVENT.DOCUMENT) {
      break;
    }
    const around = open.at(-1);
    if (event.type === EVENT.POP) {
      open.pop();
      continue;
    }
    if (around?.keys !== undefined) {
      const key = around.expectsKey && event.type === EVENT.SCALAR ? getScalarValue(source.text, event) : undefined;
      if (key !== undefined && around.keys.has(key)) {
        return { key, position: source.positionAt(Math.max(0, eventOffset(event))) };
      }
      if (key !== undefined) {
        around.keys.add(key);
      }
      around.expectsKey = !around.expectsKey;
    }
    if (event.type === EVENT.MAPPING || event.type === EVENT.SEQUENCE) {
      open.push({ keys: event.type === EVENT.MAPPING ? new Set() : undefined, expectsKey: true });
    }
  }
  return undefined;
}
