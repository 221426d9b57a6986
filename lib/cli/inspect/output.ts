import type { Verdict } from '../../cluster/inspection/judgement/judge';
import type { NotDumped } from '../../cluster/inspection/source/not-dumped';
import { wrappedLine } from '../../text/text-table';
import { ExitCode } from '../frame/cli-error';
import type { Style, Terminal } from '../frame/terminal';

/** Exit codes by verdict. */
const EXIT_CODES: { readonly [verdict in Verdict]: ExitCode } = {
  healthy: ExitCode.SUCCESS, degraded: ExitCode.FINDINGS, progressing: ExitCode.PROGRESSING, failed: ExitCode.FINDINGS,
};

/** Styles by verdict. */
export const STYLES: { readonly [verdict in Verdict]: Style } = { healthy: 'green', degraded: 'red', progressing: 'yellow', failed: 'red' };

/** Returns the exit code for several verdicts: that of the worst one. */
export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  const codes = verdicts.map((verdict) => EXIT_CODES[verdict]);
  return [ExitCode.FINDINGS, ExitCode.PROGRESSING].find((code) => codes.includes(code)) ?? ExitCode.SUCCESS;
}

const AGE_UNITS: readonly (readonly [milliseconds: number, unit: string])[] = [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'm'], [1000, 's']];

/** Returns the exit code of a command that read a dump: one that found nothing wrong failed to read a part of it, if objects are malformed. */
export function exitCodeOfRead(code: ExitCode, isIncomplete: boolean): ExitCode {
  return isIncomplete && code !== ExitCode.FINDINGS ? ExitCode.ERROR : code;
}

/** Returns an age as kubectl prints it, in one unit: `45s`, `12m`, `5h`, `3d`, or an empty string if it is unknown. */
export function ageText(milliseconds: number | undefined): string {
  const [size, unit] = AGE_UNITS.find(([of]) => (milliseconds ?? 0) >= of) ?? [1000, 's'];
  return milliseconds === undefined ? '' : `${Math.floor(milliseconds / size)}${unit}`;
}

/** Returns a value without undefined fields, with each `age` in seconds as `ageSeconds`, and each `since` as a timestamp. */
export function portable<Value>(value: Value): Value {
  return converted(value) as Value;
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(converted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([, found]) => found !== undefined).map(([key, found]) => (
    key === 'age' && typeof found === 'number' ? ['ageSeconds', Math.floor(found / 1000)]
      : key === 'since' && typeof found === 'number' ? ['since', new Date(found).toISOString()] : [key, converted(found)]
  )));
}

/** Returns the lines about what a dump lacks, with the command on a line of its own, so that it can be copied. */
export function notDumpedLines({ command }: NotDumped, { proseWidth }: Terminal): string[] {
  return [...wrappedLine('note: these kinds are not in the dump, so their objects are not known; this command dumps them:', proseWidth), `  ${command}`];
}
