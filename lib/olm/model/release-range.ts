/** Some successive releases of OLM, by their numbers without a leading `v`. Without either end it is all of them. */
export interface ReleaseRange {
  /** The first release. */
  readonly since?: string;
  /** The first release that is no longer one of them. */
  readonly until?: string;
}

/** Whether a release is one of a range. */
export function isWithin(release: string, { since, until }: ReleaseRange): boolean {
  return (since === undefined || !isBefore(release, since)) && (until === undefined || isBefore(release, until));
}

/** Whether a release is older than another one. */
export function isBefore(release: string, other: string): boolean {
  return rank(release) < rank(other);
}

/** Orders releases, older ones first: negative when the first one is older, 0 when both are the same. */
export function compareReleases(release: string, other: string): number {
  return rank(release) - rank(other);
}

/** Every part of a release's number is below this. */
const PART_LIMIT = 100_000;

/** A schema asks about the same few releases thousands of times, so each is taken apart only once. */
const ranks = new Map<string, number>();

/** One number for all parts of a release's number. */
function rank(release: string): number {
  const known = ranks.get(release);
  if (known !== undefined) {
    return known;
  }
  const value = release.split('.').reduce((sum, part) => sum * PART_LIMIT + Number(part), 0);
  ranks.set(release, value);
  return value;
}
