import type { Difference } from './comparison';

/** Why a verdict of ours differs from upstream's, and ours is right. */
export interface Reason {
  /** The suite of upstream's. */
  readonly suite: string;

  /** Matches the finding that only one of the two has. */
  readonly finding: RegExp;

  /** Why ours is right. */
  readonly reason: string;
}

/** Every difference that is meant. */
export const REASONS: readonly Reason[] = [
  {
    suite: 'community',
    finding: /^warning community-max-openshift$/,
    reason: 'upstream appends to its list of errors where it means that of warnings, and so tells each error as a warning, too',
  },
];

/** The reason for a difference; undefined when there is none, so that it is a fault of ours. */
export function reasonFor({ suite, finding }: Difference): string | undefined {
  return REASONS.find((reason) => reason.suite === suite && reason.finding.test(finding))?.reason;
}
