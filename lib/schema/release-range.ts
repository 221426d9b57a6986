/** Consecutive releases of OLM, by version without a leading `v`. A range without bounds contains all of them. */
export interface ReleaseRange {
  /** First release in the range. */
  readonly since?: string;
  /** First release after the range. */
  readonly until?: string;
}

/** Whether a release is in a range. */
export function isWithin(release: string, { since, until }: ReleaseRange): boolean {
  return (since === undefined || !isBefore(release, since)) && (until === undefined || isBefore(release, until));
}

/** Whether a release is older than another one. */
export function isBefore(release: string, other: string): boolean {
  return rank(release) < rank(other);
}

/** Compares releases for sorting, oldest first. */
export function compareReleases(release: string, other: string): number {
  return rank(release) - rank(other);
}

/** Major, minor and patch number are below this. */
const PART_LIMIT = 100_000;

/** Schemas ask about the same few releases thousands of times, so each version is parsed once. */
const ranks = new Map<string, number>();

/** Returns a version as one number. */
function rank(release: string): number {
  const known = ranks.get(release);
  if (known !== undefined) {
    return known;
  }
  const value = release.split('.').reduce((sum, part) => sum * PART_LIMIT + Number(part), 0);
  ranks.set(release, value);
  return value;
}
