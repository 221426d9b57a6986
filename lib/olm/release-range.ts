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
  return compareReleases(release, other) < 0;
}

/** Orders releases, older ones first: negative when the first one is older, 0 when both are the same. */
export function compareReleases(release: string, other: string): number {
  const [numbers, otherNumbers] = [numbersOf(release), numbersOf(other)];
  const index = numbers.findIndex((number, at) => number !== otherNumbers[at]);
  return index < 0 ? 0 : (numbers[index] ?? 0) - (otherNumbers[index] ?? 0);
}

/** A schema asks the same few questions hundreds of times, so each number is taken apart only once. */
const parsed = new Map<string, readonly number[]>();

function numbersOf(release: string): readonly number[] {
  const known = parsed.get(release);
  if (known !== undefined) {
    return known;
  }
  const numbers = release.split('.').map(Number);
  parsed.set(release, numbers);
  return numbers;
}
