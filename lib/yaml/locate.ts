import type { Event } from 'js-yaml';

import type { SourcePosition, ValuePath } from '../source-position';
import { EVENT, eventOffset, STYLE } from './events';
import { jsYaml } from './js-yaml';
import type { ParsedText } from './parse';

/**
 * Finds where a value stands in a text, from the events of its parse: the key of a map entry, the start of a list item.
 *
 * An entry that a merge key or an alias brings in is found at the place of that alias.
 *
 * @param parsed the text and its events
 * @param path keys and indices from the root
 */
export function locate({ source, events }: ParsedText, path: ValuePath): SourcePosition | undefined {
  let index = 1;
  let offset = eventOffset(events[index]!);
  for (const step of path) {
    const event = events[index]!;
    if (event.type === EVENT.ALIAS) {
      break;
    }
    const found = typeof step === 'number' ? item(events, index, step) : entry(source.text, events, index, step);
    if (found === undefined) {
      return undefined;
    }
    index = found.value;
    const at = eventOffset(events[found.start]!);
    offset = at < 0 ? offset : at;
  }
  return source.positionAt(Math.max(0, offset));
}

interface Found {
  /** The index of the event that the position is taken from. */
  readonly start: number;

  /** The index of the event where the value begins. */
  readonly value: number;
}

function item(events: readonly Event[], list: number, wanted: number): Found | undefined {
  if (events[list]!.type !== EVENT.SEQUENCE) {
    return undefined;
  }
  let index = list + 1;
  for (let count = 0; events[index]!.type !== EVENT.POP; count++) {
    if (count === wanted) {
      return { start: index, value: index };
    }
    index = after(events, index);
  }
  return undefined;
}

/** The last entry of that key, since it is the one that counts; or the merge that may bring it in. */
function entry(text: string, events: readonly Event[], map: number, wanted: string): Found | undefined {
  if (events[map]!.type !== EVENT.MAPPING) {
    return undefined;
  }
  let found: Found | undefined;
  let merge: Found | undefined;
  for (let index = map + 1; events[index]!.type !== EVENT.POP; ) {
    const value = after(events, index);
    const key = keyText(text, events[index]!);
    if (key === wanted) {
      found = { start: index, value };
    } else if (key === '<<') {
      merge = { start: value, value };
    }
    index = after(events, value);
  }
  return found ?? (merge !== undefined && events[merge.value]!.type === EVENT.ALIAS ? merge : undefined);
}

function keyText(text: string, event: Event): string | undefined {
  if (event.type !== EVENT.SCALAR) {
    return undefined;
  }
  const plain = event.style === STYLE.PLAIN && event.fast;
  return plain ? text.slice(event.valueStart, event.valueEnd) : jsYaml().getScalarValue(text, event);
}

/** The index of the event behind the value that begins at an index. */
function after(events: readonly Event[], index: number): number {
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
