import type * as pulumi from '@pulumi/pulumi';

/** Operations of waiters with a timeout; a refresh does not wait. */
const OPERATIONS = ['create', 'update', 'delete'] as const;

/** Seconds per unit of a Go duration. */
const UNITS: { readonly [unit: string]: number } = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/**
 * Returns Pulumi's `customTimeouts` as an input of a waiter, in seconds: Pulumi does not pass the option to dynamic providers. As for other
 * resources, zero means that no timeout is set.
 *
 * @param resource the resource, for the error
 * @returns undefined if no operation has a timeout
 * @throws Error if one is not a Go duration
 */
export function customTimeoutInputs(
  resource: string, customTimeouts: pulumi.CustomTimeouts | undefined,
): { readonly [operation: string]: number } | undefined {
  const found = OPERATIONS.flatMap((operation) => {
    const value = customTimeouts?.[operation];
    const seconds = value === undefined ? 0 : parseGoDuration(value);
    if (seconds === undefined) {
      throw new Error(`${resource}: customTimeouts.${operation} must be a duration such as '10m30s', got '${value ?? ''}'`);
    }
    return seconds === 0 ? [] : [[operation, seconds] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * Returns a Go duration in seconds, or undefined if it is malformed or negative.
 *
 * @see https://pkg.go.dev/time#ParseDuration
 */
export function parseGoDuration(duration: string): number | undefined {
  if (/^\+?0$/.test(duration)) {
    return 0;
  }
  if (!/^\+?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(duration)) {
    return undefined;
  }
  return [...duration.matchAll(/([\d.]+)([a-zµμ]+)/g)].reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
}
