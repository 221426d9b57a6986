import { UsageError } from '../frame/cli-error';

/**
 * Splits `NAME=VALUE` at the first equals sign.
 *
 * @throws UsageError if one of them is missing
 */
export function pairOf(option: string, given: string): [string, string] {
  const equals = given.indexOf('=');
  if (equals <= 0 || equals === given.length - 1) {
    throw new UsageError(`${option} must have the form NAME=VALUE, and is '${given}'`);
  }
  return [given.slice(0, equals), given.slice(equals + 1)];
}
