import type { Timeouts } from '../../cluster/waiting/machine/timeouts';
import { field, isMap, type JsonMap, mapField } from '../../formats/json/json-value';
import { fields, type InputCheck, seconds, valuesOf } from './input-checks';

/** Pulumi operation to which a timeout applies. */
export type Operation = 'create' | 'update' | 'delete';

/** Checks of the timeout inputs, all in seconds. */
export const TIMEOUT_CHECKS: { readonly [input: string]: InputCheck } = {
  timeouts: fields({ total: seconds, settling: seconds, terminalGrace: seconds, transientGrace: seconds, phases: valuesOf(seconds) }),
  customTimeouts: fields({ create: seconds, update: seconds, delete: seconds }),
};

/** Returns inputs or outputs with the total timeout of an operation: `timeouts.total`, else Pulumi's `customTimeouts`, else the waiter's default. */
export function withTotalTimeout(inputs: JsonMap, operation: Operation): JsonMap {
  const timeouts = mapField(inputs, 'timeouts');
  const total = timeouts['total'] ?? field(inputs['customTimeouts'], operation);
  return total === undefined || total === null ? inputs : { ...inputs, timeouts: { ...timeouts, total } };
}

/** Parses the input `timeouts`, in seconds, into a waiter's timeouts, in milliseconds. Omitted timeouts have their defaults. */
export function parseTimeouts(input: unknown): Partial<Timeouts> {
  const phases = field(input, 'phases');
  const parsed = {
    total: milliseconds(field(input, 'total')),
    settling: milliseconds(field(input, 'settling')),
    terminalGrace: milliseconds(field(input, 'terminalGrace')),
    transientGrace: milliseconds(field(input, 'transientGrace')),
    phases: isMap(phases) ? mapValues(phases, milliseconds) : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, time]) => time !== undefined));
}

function mapValues(map: JsonMap, convert: (value: unknown) => unknown): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}

function milliseconds(time: unknown): number | undefined {
  return typeof time === 'number' ? time * 1000 : undefined;
}
