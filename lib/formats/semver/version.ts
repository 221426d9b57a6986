/**
 * A version as operator-registry reads it: strict semantic versioning.
 *
 * @see https://semver.org/
 */
export interface Version {
  /** Major, minor and patch number: 64-bit integers, which a JavaScript number cannot represent exactly. */
  readonly numbers: readonly [bigint, bigint, bigint];
  /** Identifiers of the pre-release, or an empty list for a release. */
  readonly preRelease: readonly string[];
  /** Identifiers of the build metadata, which comparisons ignore. */
  readonly build: readonly string[];
}

/** No 64-bit number has more than 20 digits, and longer numbers take too long to parse. */
const NUMBER = '(0|[1-9]\\d{0,19})';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-([0-9A-Za-z.-]+))?(?:\\+([0-9A-Za-z.-]+))?$`);
const DIGITS = /^\d+$/;
const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

/** Parses a version. Returns undefined if opm rejects it. */
export function parseVersion(version: string): Version | undefined {
  const match = VERSION.exec(version);
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

/** Parses dotted pre-release identifiers, as in `spec.release`. Returns undefined if one is empty or has a leading zero. */
export function parsePreRelease(preRelease: string): string[] | undefined {
  const identifiers = preRelease.split('.');
  const valid = identifiers.every((identifier) => (
    DIGITS.test(identifier)
      ? (identifier === '0' || !identifier.startsWith('0')) && identifier.length <= 20 && BigInt(identifier) <= UINT64_MAX
      : /^[0-9A-Za-z-]+$/.test(identifier)
  ));
  return valid ? identifiers : undefined;
}

/** Maximum length of a release. */
export const MAX_RELEASE_LENGTH = 20;

/** Whether opm accepts a string as the release of a bundle. */
export function isRelease(release: string): boolean {
  return release.length <= MAX_RELEASE_LENGTH && parsePreRelease(release) !== undefined;
}

/** Compares versions: negative if `left` is older than `right`, zero if they have the same precedence. */
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

/** Compares identifier by identifier; if one list is a prefix of the other, the shorter is older. */
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

/** Major, minor, and the rest: patch, pre-release and build metadata. */
const PARTS = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s;

/**
 * Returns the strict form of a version, or undefined if it is invalid. It is parsed as leniently as operator-framework parses `spec.version`: spaces,
 * a leading `v`, leading zeros and missing numbers are accepted.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseTolerant
 */
export function parseTolerantVersion(input: string): string | undefined {
  const [, ...found] = PARTS.exec(input.trim().replace(/^v/, '')) ?? [];
  const parts = found.filter((part): part is string => part !== undefined);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
    return undefined;
  }
  const numbers = [...parts.map(withoutLeadingZeros), '0', '0'].slice(0, 3);
  const version = numbers.join('.');
  return parseVersion(version) === undefined ? undefined : version;
}

function withoutLeadingZeros(part: string): string {
  if (part.length <= 1) {
    return part;
  }
  const stripped = part.replace(/^0+/, '');
  return /^[0-9]/.test(stripped) ? stripped : `0${stripped}`;
}
