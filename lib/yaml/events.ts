import type { Event } from 'js-yaml';

/** js-yaml's numbers for the kinds of event, for code that must not load js-yaml; the types hold them to the same values. */
export const EVENT = { DOCUMENT: 1, SEQUENCE: 2, MAPPING: 3, SCALAR: 4, ALIAS: 5, POP: 6 } as const satisfies (typeof import('js-yaml'))['EVENT_ID'];

/** js-yaml's numbers for the styles of a scalar that matter here. */
export const STYLE = { PLAIN: 1, SINGLE_QUOTED: 2, DOUBLE_QUOTED: 3 } as const satisfies Partial<(typeof import('js-yaml'))['SCALAR_STYLE']>;

/** Where the value of an event begins in the text, its quote included; -1 for a value that is not there, such as that of `a:`. */
export function eventOffset(event: Event): number {
  switch (event.type) {
    case EVENT.SCALAR: {
      const quoted = event.style === STYLE.SINGLE_QUOTED || event.style === STYLE.DOUBLE_QUOTED;
      return event.valueStart < 0 ? event.valueStart : event.valueStart - (quoted ? 1 : 0);
    }
    case EVENT.SEQUENCE:
    case EVENT.MAPPING:
      return event.start;
    case EVENT.ALIAS:
      return event.anchorStart - 1;
    default:
      return -1;
  }
}
