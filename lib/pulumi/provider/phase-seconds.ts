import type { JsonMap } from '../../formats/json/json-value';
import type { Verdict } from '../../cluster/waiting/machine/waiter';

/** Returns how long each phase of a wait took, in seconds to one decimal place. */
export function phaseSeconds({ times }: Verdict<unknown>): JsonMap {
  return Object.fromEntries(Object.entries(times).map(([phase, time]) => [phase, Math.round(time / 100) / 10]));
}
