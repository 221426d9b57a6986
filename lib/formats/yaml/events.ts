import type { Event, ScalarEvent } from 'js-yaml';

/** js-yaml's event types, for code that must not load js-yaml; `satisfies` ensures the same values. */
export const EVENT = { DOCUMENT: 1, SEQUENCE: 2, MAPPING: 3, SCALAR: 4, ALIAS: 5, POP: 6 } as const satisfies (typeof import('js-yaml'))['EVENT_ID'];

/** js-yaml's scalar styles, as far as used here. */
export const STYLE = { PLAIN: 1, SINGLE_QUOTED: 2, DOUBLE_QUOTED: 3 } as const satisfies Partial<(typeof import('js-yaml'))['SCALAR_STYLE']>;

/** js-yaml's styles of lists and maps. */
export const COLLECTION_STYLE = { BLOCK: 1, FLOW: 2 } as const satisfies (typeof import('js-yaml'))['COLLECTION_STYLE'];

/** Whether a scalar is quoted. */
export function isQuoted({ style }: ScalarEvent): boolean {
  return style === STYLE.SINGLE_QUOTED || style === STYLE.DOUBLE_QUOTED;
}

/** Returns the offset of the value of an event, including the opening quote, or -1 for a missing value, such as that of `a:`. */
export function eventOffset(event: Event): number {
  switch (event.type) {
    case EVENT.SCALAR:
      return event.valueStart < 0 ? event.valueStart : event.valueStart - (isQuoted(event) ? 1 : 0);
    case EVENT.SEQUENCE:
    case EVENT.MAPPING:
      return event.start;
    case EVENT.ALIAS:
      return event.anchorStart - 1;
    default:
      return -1;
  }
}
