import { fields, seconds, valuesOf } from './input-checks';
import type { InputCheck } from './input-checks';
import type { JsonMap } from '../../bundle/json-value';
import { isMap } from '../../bundle/json-value';
import type { Timeouts } from '../wait/waiting/timeouts';

/** What the input `timeouts` has to be: seconds. */
export const TIMEOUT_CHECK: InputCheck = fields({
  total: seconds, settling: seconds, short: seconds, long: seconds, phases: valuesOf(seconds),
});

/** The times that an input gives in seconds, as waiters take them. What it does not say is left out. */
export function timeouts(input: unknown): Partial<Timeouts> {
  return isMap(input) ? inMilliseconds(input) : {};
}

function inMilliseconds(input: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, isMap(value) ? inMilliseconds(value) : Number(value) * 1000]));
}
