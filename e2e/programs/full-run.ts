import { Needed } from '../../test/needed';

/** Whether all tests run: `npm run e2e -- --full`. */
export function isFullRun(): boolean {
  return process.env['OLM_E2E_FULL'] === '1';
}

/**
 * Returns what long tests need, which CI leaves to full runs: in others, it counts as missing.
 *
 * @param needed what else they need
 */
export function onlyInFullRun<T>(needed: Needed<T>): Needed<T> {
  return needed.missing !== undefined || isFullRun() ? needed : Needed.missing('left to a full run, `npm run e2e -- --full`');
}

/** Needed by long tests that need nothing else. */
export const FULL_RUN = onlyInFullRun(Needed.found(true));
