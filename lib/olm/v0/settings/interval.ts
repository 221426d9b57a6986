import type { Duration } from 'cdk8s';

/** Units of a duration, the longest first. */
const UNITS = [['h', 3600], ['m', 60], ['s', 1]] as const;

/** Returns the length of a duration in seconds. */
export function secondsOf(duration: Duration): number {
  return duration.toMilliseconds({ integral: false }) / 1000;
}

/** Returns a duration as Go and Prometheus parse it, such as `90s` or `10m`. */
export function formatInterval(duration: Duration): string {
  const seconds = secondsOf(duration);
  const [unit, length] = UNITS.find(([, candidate]) => seconds % candidate === 0) ?? UNITS[2];
  return seconds === 0 ? '0s' : `${seconds / length}${unit}`;
}

/**
 * Returns the problems of an interval, as sentences.
 *
 * @param minimum shortest interval in seconds
 */
export function intervalProblems(setting: string, interval: Duration | undefined, minimum = 0): string[] {
  if (interval === undefined) {
    return [];
  }
  const seconds = secondsOf(interval);
  return Number.isSafeInteger(seconds) && seconds >= minimum ? []
    : [`${setting} must be a whole number of seconds${minimum === 0 ? '' : `, at least ${minimum}`}, got ${seconds} s`];
}
