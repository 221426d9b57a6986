/** Intervals, in the format of Go's `time.ParseDuration`. */
export const GO_DURATION = /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/;

/** Returns the problems of an interval, as sentences. */
export function interval(setting: string, value: string | undefined, form: RegExp): string[] {
  return value === undefined || (value !== '' && form.test(value)) ? [] : [`${setting} must be a duration such as 30s, 5m or 1h: got "${value}"`];
}
