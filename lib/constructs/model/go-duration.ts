import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { formatInterval, intervalProblems, secondsOf } from '../../olm/v0/settings/interval';
import { ConstructError } from './construct-error';
import { exactJson } from '../../formats/json/exact-json';

/**
 * Returns a duration as Go parses it, such as `90s` or `10m`.
 *
 * @param prop name of the prop, for the error
 * @param minimum shortest duration in seconds
 * @throws ConstructError when it is not a `Duration`, not a whole number of seconds, or too short
 * @see https://pkg.go.dev/time#ParseDuration
 */
export function goDuration(scope: Construct, prop: string, duration: Duration, minimum: number): string {
  checkDuration(scope, prop, duration);
  const [problem] = intervalProblems(prop, duration, minimum);
  if (problem !== undefined) {
    throw new ConstructError(scope, problem);
  }
  return formatInterval(duration);
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
  checkDuration(scope, prop, duration);
  const seconds = secondsOf(duration);
  const minutes = seconds / 60;
  if (!Number.isSafeInteger(minutes) || minutes < minimum || minutes > maximum) {
    const range = maximum === Infinity ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new ConstructError(scope, `${prop} must be a whole number of minutes, ${range}, got ${seconds % 60 === 0 ? `${minutes} min` : `${seconds} s`}`);
  }
  return minutes;
}

function checkDuration(scope: Construct, prop: string, duration: Duration): void {
  // Not by `instanceof`: the program may have another copy of cdk8s.
  if (typeof (duration as Partial<Duration> | null)?.toMilliseconds !== 'function') {
    throw new ConstructError(scope, `${prop} must be a Duration of cdk8s, such as Duration.minutes(10), got ${exactJson(duration)}`);
  }
}
