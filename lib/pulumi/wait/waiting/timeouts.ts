/** How long a waiter waits, in milliseconds. */
export interface Timeouts {
  /** For everything. */
  readonly total: number;
  /** For a phase, by its name; a phase that is not named has only the total time. */
  readonly phases: { readonly [phase: string]: number };
  /** How long all must hold before it counts: OLM takes back what it said within a second after an upgrade. */
  readonly settling: number;
  /** How long something that waiting does not mend may last, in case it was only caught halfway. */
  readonly short: number;
  /** How long something that OLM often mends itself may last. */
  readonly long: number;
}

/** What holds unless a user says something else. */
export const DEFAULT_TIMEOUTS: Timeouts = { total: 15 * 60_000, phases: {}, settling: 2_000, short: 10_000, long: 60_000 };
