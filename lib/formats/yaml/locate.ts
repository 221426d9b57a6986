import { type Event, getScalarValue } from 'js-yaml';
import type { SourcePosition, ValuePath } from '../json/source-position';
import { EVENT, eventOffset, parse, type ParsedYaml, type ParseLimits, STYLE } from './parse';

/**
 * Returns the position of a value: the key of a map entry, or the start of a list item.
 *
 * The position of an entry that comes from a merge key or an alias is that of the alias.
 *
 * @param parsed YAML source and its events
 * @param path keys and indices from the root
 */
export function locate({ source, events }: ParsedYaml, path: ValuePath): SourcePosition | undefined {
  // The first event begins the document, the second its root value.
  let index = 1;
  let offset = eventOffset(events[index]!);
  for (const step of path) {
    const event = events[index]!;
    if (event.type === EVENT.ALIAS) {
      break;
    }
    const found = typeof step === 'number' ? findItem(events, index, step) : findEntry(source.text, events, index, step);
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

/** List item or map entry. */
interface Found {
  /** Index of the event whose position is reported. */
  readonly start: number;

  /** Index of the event at which the value begins. */
  readonly value: number;
}

function findItem(events: readonly Event[], list: number, expected: number): Found | undefined {
  if (events[list]!.type !== EVENT.SEQUENCE) {
    return undefined;
  }
  let index = list + 1;
  for (let count = 0; events[index]!.type !== EVENT.POP; count++) {
    if (count === expected) {
      return { start: index, value: index };
    }
    index = nextValue(events, index);
  }
  return undefined;
}

/** Returns the last entry of a key, which is the one that Go uses, or the merge that may contain it. */
function findEntry(text: string, events: readonly Event[], map: number, expected: string): Found | undefined {
  if (events[map]!.type !== EVENT.MAPPING) {
    return undefined;
  }
  let found: Found | undefined;
  let merge: Found | undefined;
  for (let index = map + 1; events[index]!.type !== EVENT.POP; ) {
    const value = nextValue(events, index);
    const key = keyString(text, events[index]!);
    if (key === expected) {
      found = { start: index, value };
    } else if (key === '<<') {
      merge = { start: value, value };
    }
    index = nextValue(events, value);
  }
  return found ?? (merge !== undefined && events[merge.value]!.type === EVENT.ALIAS ? merge : undefined);
}

function keyString(text: string, event: Event): string | undefined {
  if (event.type !== EVENT.SCALAR) {
    return undefined;
  }
  const plain = event.style === STYLE.PLAIN && event.fast;
  return plain ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
}

/** Returns the index at which the value that follows the one at an index begins. */
function nextValue(events: readonly Event[], index: number): number {
  let depth = 0;
  let next = index;
  do {
    const { type } = events[next++]!;
    if (type === EVENT.SEQUENCE || type === EVENT.MAPPING) {
      depth++;
    } else if (type === EVENT.POP) {
      depth--;
    }
  } while (depth > 0);
  return next;
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
