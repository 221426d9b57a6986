import type { ChangeOptions } from './change';
import type { InspectOptions } from './inspected-cluster';
import type { StatusScope } from './status';
import type { KnownKeys } from '../formats/json/known-keys';

/** Keys of the options of all inspections. */
export const INSPECT_OPTIONS: KnownKeys<InspectOptions> = { signal: true, now: true };

/** Keys of the scope of a status. */
export const STATUS_SCOPE: KnownKeys<StatusScope> = { namespace: true, selects: true };

/** Keys of the options of all functions that wait for or change a cluster. */
export const CHANGE_OPTIONS: KnownKeys<ChangeOptions> = { dryRun: true, timeout: true, signal: true, print: true, debug: true, clock: true };
