/** Timeouts of a waiter, in milliseconds. */
export interface Timeouts {
  /** Timeout of the whole wait. */
  readonly total: number;
  /** Timeouts of phases, by name. A phase that is not listed has only the total timeout. */
  readonly phases: { readonly [phase: string]: number };
  /** How long everything must stay ready, because OLM may revoke a success within a second after an upgrade. */
  readonly settling: number;
  /** Grace period for a problem that does not go away by itself, in case it was observed halfway through a change. */
  readonly terminalGrace: number;
  /** Grace period for a problem that OLM often recovers from. */
  readonly transientGrace: number;
}

/** Default timeouts, which each kind of waiter adjusts. */
export const DEFAULT_TIMEOUTS: Timeouts = { total: 15 * 60_000, phases: {}, settling: 2_000, terminalGrace: 10_000, transientGrace: 60_000 };

/** Returns timeouts with those that are set instead of the defaults, phase by phase. */
export function withTimeouts(defaults: Timeouts, set: Partial<Timeouts> | undefined): Timeouts {
  return { ...defaults, ...set, phases: { ...defaults.phases, ...set?.phases } };
}
