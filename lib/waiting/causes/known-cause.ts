/**
 * How long a problem may last before it ends the wait:
 * - `none`: it ends the wait at once, because it never goes away by itself
 * - `terminal`: it does not go away by itself either, but it may have been observed halfway through a change
 * - `transient`: OLM often recovers from it
 * - `timeout`: it may go away at any time, so it only explains a timeout
 */
export type GracePeriod = 'none' | 'terminal' | 'transient' | 'timeout';

/** What remedies name of the operand of a waiter, because it is not the same for all. */
export interface RemedyWords {
  /** Where the user changes what the pods request, such as `in config of the Subscription`. */
  readonly podSettings?: string;
  /** Controllers that act on the operand, such as `olm-operator and catalog-operator`. */
  readonly controllers?: string;
}

/** Known cause of a failed wait. */
export interface KnownCause {
  readonly grace: GracePeriod;
  /** What the user can do about it. */
  readonly remedy: string;
  /** Which words about the operand complete the remedy, if the waiter has them. */
  readonly completedBy?: keyof RemedyWords;
  /** Set if OLM retries once the failed InstallPlan, ClusterServiceVersion or unpack Job is deleted. */
  readonly recoverable?: true;
}
