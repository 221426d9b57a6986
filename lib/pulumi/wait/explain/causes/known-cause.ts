/**
 * How long something wrong is waited for before it ends the wait:
 * - `none`: it never passes by itself
 * - `short`: it does not pass by itself either, but it may have been caught halfway
 * - `long`: OLM often mends it
 * - `timeout`: it may pass any time; it only explains why nothing happened until then
 */
export type Patience = 'none' | 'short' | 'long' | 'timeout';

/** What is known about a cause. */
export interface KnownCause {
  readonly patience: Patience;
  /** What a person can do about it. */
  readonly remedy: string;
  /** Set where deleting the failed InstallPlan and ClusterServiceVersion lets OLM try again. */
  readonly recoverable?: true;
}
