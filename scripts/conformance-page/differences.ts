import type { Difference } from './comparison';

/** Reason for a verdict that differs from upstream's. */
export interface Reason {
  /** Upstream suite. */
  readonly suite: string;

  /** Matches the finding that only one of the two has. */
  readonly finding: RegExp;

  /** Why ours is right. */
  readonly reason: string;
}

/** All intended differences. */
export const REASONS: readonly Reason[] = [
  {
    suite: 'community',
    finding: /^warning community-max-openshift$/,
    reason: 'upstream appends its errors to the list of warnings by mistake, so it reports each error as a warning too',
  },
];

/** Returns the reason for a difference, or undefined if it is a fault of this library. */
export function reasonFor({ suite, finding }: Difference): string | undefined {
  return REASONS.find((reason) => reason.suite === suite && reason.finding.test(finding))?.reason;
}
