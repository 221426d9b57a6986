/**
 * Grace period of a problem, after which it ends the wait:
 * - `none`: it ends the wait immediately, because it never goes away by itself
 * - `terminal`: it does not go away by itself either, but it may have been observed halfway through a change
 * - `transient`: OLM often recovers from it
 * - `timeout`: it may go away at any time, so it only explains a timeout
 */
export type GracePeriod = 'none' | 'terminal' | 'transient' | 'timeout';

/** Words for the operand of a waiter that remedies contain, because they differ between kinds of waiters. */
export interface RemedyWords {
  /** Where the user changes the resource requests of the pods, such as `in config of the Subscription`. */
  readonly podSettings?: string;
  /** Controllers that act on the operand, such as `olm-operator and catalog-operator`. */
  readonly controllers?: string;
}

/** Known cause of a failed wait. */
export interface KnownCause {
  readonly grace: GracePeriod;
  /** Remedy for the user. */
  readonly remedy: string;
  /** Key of the words that complete the remedy, if the waiter specifies them. */
  readonly completedBy?: keyof RemedyWords;
  /** Set if OLM retries once the failed InstallPlan, ClusterServiceVersion or unpack Job is deleted. */
  readonly recoverable?: true;
}
