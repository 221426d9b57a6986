import { ExitCode } from '../frame/exit-code';
import type { Style } from '../frame/terminal';
import type { Verdict } from '../../cluster/inspection/judgement/judgement';

/** Exit codes by verdict. */
const EXIT_CODES: { readonly [verdict in Verdict]: ExitCode } = {
  healthy: ExitCode.SUCCESS, progressing: ExitCode.PROGRESSING, failed: ExitCode.FINDINGS,
};

/** Styles by verdict. */
export const STYLES: { readonly [verdict in Verdict]: Style } = { healthy: 'green', progressing: 'yellow', failed: 'red' };

/** Returns the exit code for several verdicts: that of the worst one. */
export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  return EXIT_CODES[verdicts.includes('failed') ? 'failed' : verdicts.includes('progressing') ? 'progressing' : 'healthy'];
}

const UNITS: readonly (readonly [milliseconds: number, unit: string])[] = [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'm'], [1000, 's']];

/** Returns an age as kubectl prints it, in one unit: `45s`, `12m`, `5h`, `3d`, or an empty string if it is unknown. */
export function ageText(milliseconds: number | undefined): string {
  const [size, unit] = UNITS.find(([of]) => (milliseconds ?? 0) >= of) ?? [1000, 's'];
  return milliseconds === undefined ? '' : `${Math.floor(milliseconds / size)}${unit}`;
}
