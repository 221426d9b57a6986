import type { ChangeOptions } from './change-options';
import type { InspectOptions } from './inspected-cluster';
import type { StatusScope } from './status';
import { unknownKey } from '../json/known-keys';
import type { KnownKeys } from '../json/known-keys';

/** Keys of the options of all inspections. */
export const INSPECT_OPTIONS: KnownKeys<InspectOptions> = { signal: true, now: true };

/** Keys of the scope of a status. */
export const STATUS_SCOPE: KnownKeys<StatusScope> = { namespace: true, selects: true };

/** Keys of the options of all functions that wait for or change a cluster. */
export const CHANGE_OPTIONS: KnownKeys<ChangeOptions> = { dryRun: true, timeout: true, signal: true, print: true, debug: true, clock: true };

/**
 * Checks the options of a function, before it reads or changes anything: a misspelled `dryRun` must not change a cluster.
 *
 * @throws Error for an unknown key
 */
export function checkOptions<Options extends object>(functionName: string, options: Options | undefined, known: KnownKeys<Options>): void {
  const problem = unknownKey(`options of ${functionName}`, options, known);
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
