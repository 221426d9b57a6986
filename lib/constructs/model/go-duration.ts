import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { ConstructError } from './construct-error';

/** Units of a duration, the longest first. */
const UNITS = [['h', 3600], ['m', 60], ['s', 1]] as const;

/**
 * Returns a duration as Go parses it, such as `90s` or `10m`.
 *
 * @param prop name of the prop, for the error
 * @param minimum shortest duration in seconds
 * @throws ConstructError when it is not a `Duration`, not a whole number of seconds, or too short
 * @see https://pkg.go.dev/time#ParseDuration
 */
export function goDuration(scope: Construct, prop: string, duration: Duration, minimum: number): string {
  const seconds = secondsOf(scope, prop, duration);
  if (!Number.isSafeInteger(seconds) || seconds < minimum) {
    throw new ConstructError(scope, `${prop} must be a whole number of seconds${minimum === 0 ? '' : `, at least ${minimum}`}, got ${seconds} s`);
  }
  const [unit, length] = UNITS.find(([, candidate]) => seconds % candidate === 0)!;
  return seconds === 0 ? '0s' : `${seconds / length}${unit}`;
}

/**
 * Returns a duration as a number of minutes.
 *
 * @param prop name of the prop, for the error
 * @param minimum smallest number of minutes
 * @param maximum largest number of minutes
 * @throws ConstructError when it is not a `Duration`, not a whole number of minutes, or too short or too long
 */
export function wholeMinutes(scope: Construct, prop: string, duration: Duration, minimum: number, maximum = Infinity): number {
  const seconds = secondsOf(scope, prop, duration);
  const minutes = seconds / 60;
  if (!Number.isSafeInteger(minutes) || minutes < minimum || minutes > maximum) {
    const range = maximum === Infinity ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new ConstructError(scope, `${prop} must be a whole number of minutes, ${range}, got ${seconds % 60 === 0 ? `${minutes} min` : `${seconds} s`}`);
  }
  return minutes;
}

function secondsOf(scope: Construct, prop: string, duration: Duration): number {
  // Not by `instanceof`: the program may have another copy of cdk8s.
  if (typeof (duration as Partial<Duration> | null)?.toMilliseconds !== 'function') {
    throw new ConstructError(scope, `${prop} must be a Duration of cdk8s, such as Duration.minutes(10), got ${JSON.stringify(duration)}`);
  }
  return duration.toMilliseconds({ integral: false }) / 1000;
}
