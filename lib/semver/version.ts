/**
 * Versions as operator-registry reads them: strict semantic versions.
 *
 * @see https://semver.org/
 */
export interface Version {
  /** Major, minor and patch number: 64-bit integers, which a JavaScript number cannot hold exactly. */
  readonly numbers: readonly [bigint, bigint, bigint];
  /** The identifiers of the pre-release; empty for a release. */
  readonly preRelease: readonly string[];
  /** The identifiers of the build metadata, which do not count in comparisons. */
  readonly build: readonly string[];
}

/** No 64-bit number has more than 20 digits, and longer ones take long to read. */
const NUMBER = '(0|[1-9]\\d{0,19})';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-([0-9A-Za-z.-]+))?(?:\\+([0-9A-Za-z.-]+))?$`);
const DIGITS = /^\d+$/;
const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

/** Reads a version; `undefined` when opm would refuse it. */
export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) {
    return undefined;
  }
  const numbers: [bigint, bigint, bigint] = [BigInt(match[1]!), BigInt(match[2]!), BigInt(match[3]!)];
  const preRelease = match[4] === undefined ? [] : parsePreRelease(match[4]);
  const build = match[5]?.split('.') ?? [];
  if (numbers.some((number) => number > UINT64_MAX) || preRelease === undefined || build.includes('')) {
    return undefined;
  }
  return { numbers, preRelease, build };
}

/** Reads dotted pre-release identifiers, the form of `spec.release` too; `undefined` when one is empty or has a leading zero. */
export function parsePreRelease(text: string): string[] | undefined {
  const identifiers = text.split('.');
  const valid = identifiers.every((identifier) => (
    DIGITS.test(identifier)
      ? (identifier === '0' || !identifier.startsWith('0')) && identifier.length <= 20 && BigInt(identifier) <= UINT64_MAX
      : /^[0-9A-Za-z-]+$/.test(identifier)
  ));
  return valid ? identifiers : undefined;
}

/** The most letters of a release. */
export const LONGEST_RELEASE = 20;

/** Whether opm takes a text for the release of a bundle. */
export function isRelease(text: string): boolean {
  return text.length <= LONGEST_RELEASE && parsePreRelease(text) !== undefined;
}

/** Negative when `left` is older than `right`, zero when they rank the same. */
export function compareVersions(left: Version, right: Version): number {
  for (const index of [0, 1, 2] as const) {
    if (left.numbers[index] !== right.numbers[index]) {
      return left.numbers[index] < right.numbers[index] ? -1 : 1;
    }
  }
  if (left.preRelease.length === 0 || right.preRelease.length === 0) {
    return Math.sign(right.preRelease.length - left.preRelease.length);
  }
  return comparePreReleases(left.preRelease, right.preRelease);
}

/** Compares identifier by identifier; of two that agree as far as the shorter goes, the shorter is older. */
export function comparePreReleases(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareIdentifiers(left[index]!, right[index]!);
    if (order !== 0) {
      return order;
    }
  }
  return Math.sign(left.length - right.length);
}

function compareIdentifiers(left: string, right: string): number {
  if (left === right) {
    return 0;
  }
  const [leftIsNumber, rightIsNumber] = [DIGITS.test(left), DIGITS.test(right)];
  if (leftIsNumber !== rightIsNumber) {
    return leftIsNumber ? -1 : 1;
  }
  return (leftIsNumber ? BigInt(left) < BigInt(right) : left < right) ? -1 : 1;
}
