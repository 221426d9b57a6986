import { printableMessage } from '../../text/printable';

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

/**
 * Returns the releases before and after a version, for errors, or the newest one if the string is not a version.
 *
 * @param known releases, oldest first
 * @param version one to three numbers, with or without a leading `v`
 */
export function nearestReleases(known: readonly string[], version: string): string[] {
  const numbers = /^v?(\d{1,5}(?:\.\d{1,5}){0,2})$/.exec(version)?.[1];
  if (numbers === undefined) {
    return known.slice(-1);
  }
  const wanted = [...numbers.split('.'), '0', '0'].slice(0, 3).join('.');
  const older = known.filter((release) => compareReleases(release, wanted) < 0).slice(-1);
  const newer = known.filter((release) => compareReleases(release, wanted) >= 0).slice(0, 1);
  return [...older, ...newer];
}

/**
 * Returns the release with a version.
 *
 * @param known releases, oldest first
 * @param version with or without a leading `v`
 * @param product name of the product, for the error, such as `OLM v1`
 * @throws if it is not one of them; the error lists the nearest ones
 */
export function releaseOf<Release extends { readonly version: string }>(known: readonly Release[], version: string, product: string): Release {
  const found = known.find((release) => release.version === version.replace(/^v/, ''));
  if (found === undefined) {
    const nearest = nearestReleases(known.map((release) => release.version), version).join(', ');
    throw new Error(printableMessage(`unknown ${product} version "${version}"; nearest known versions: ${nearest}`));
  }
  return found;
}

/** Upper bound of major, minor and patch numbers. */
const PART_LIMIT = 100_000;

/** Schemas compare the same few releases thousands of times, so each version is parsed only once. */
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
