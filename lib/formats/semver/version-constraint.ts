import { comparePreReleases, parseVersion, type Version } from './version';

/** Compares versions with a constraint. */
interface Comparison {
  readonly operator: string;
  readonly version: Version;
  /** How many numbers are specified. The others are missing, or wildcards. */
  readonly precision: 0 | 1 | 2 | 3;
}

const SPACE = '[\\t\\n\\f\\r ]';
const OPERATOR = '(?:=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)';
const NUMBER = '[0-9|x|X|*]+';
const SUFFIX = '(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?';
const VERSION = `v?${NUMBER}(?:\\.${NUMBER})?(?:\\.${NUMBER})?${SUFFIX}`;

const COMPARISON = new RegExp(`${OPERATOR}${SPACE}*${VERSION}`, 'y');
const SEPARATOR = new RegExp(`${SPACE}*,${SPACE}*|${SPACE}+`, 'y');
const SPACES = new RegExp(`${SPACE}*`, 'y');
const PARTS = new RegExp(`^(=|!=|>=|=>|<=|=<|>|<|~>|~|\\^|)${SPACE}*v?(${NUMBER})(?:\\.(${NUMBER}))?(?:\\.(${NUMBER}))?(${SUFFIX})$`);
/** The spaces before a range are a part of it, and match from the first of them only. */
const HYPHEN_RANGE = new RegExp(`(?<!${SPACE})(?:${SPACE}+|(?<![^,]))(${VERSION})${SPACE}+-${SPACE}+(${VERSION})`, 'g');
const WILDCARD = /^[xX*]$/;

/**
 * A constraint on versions as the controllers of OLM v1 and Helm read it: comparisons with complete or incomplete versions, where a comma or a space
 * means "and", and `||` means "or". Pre-releases only match if one of the comparisons has a pre-release.
 *
 * @see https://github.com/Masterminds/semver
 */
export class VersionConstraint {
  /** Parses a constraint. Returns undefined if it is invalid. */
  public static parse(constraint: string): VersionConstraint | undefined {
    const groups = constraint.replace(HYPHEN_RANGE, '>=$1 <=$2 ').split('||').map(parseGroup);
    return groups.every((group) => group !== undefined) ? new VersionConstraint(groups) : undefined;
  }

  private constructor(private readonly groups: readonly (readonly Comparison[])[]) {}

  /** Whether a version satisfies the constraint. */
  public isMetBy(version: Version): boolean {
    return this.groups.some((group) => (
      (version.preRelease.length === 0 || group.some((comparison) => comparison.version.preRelease.length > 0))
        && group.every((comparison) => isMet(comparison, version))
    ));
  }
}

function parseGroup(group: string): Comparison[] | undefined {
  const comparisons: Comparison[] = [];
  let at = endOf(SPACES, group, 0)!;
  for (;;) {
    const end = endOf(COMPARISON, group, at);
    const comparison = end === undefined ? undefined : parseComparison(group.slice(at, end));
    if (end === undefined || comparison === undefined) {
      return undefined;
    }
    comparisons.push(comparison);
    if (endOf(SPACES, group, end) === group.length) {
      return comparisons;
    }
    const next = endOf(SEPARATOR, group, end);
    if (next === undefined) {
      return undefined;
    }
    at = next;
  }
}

/** Returns the end of a match that begins at an offset, or undefined if there is none. */
function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function parseComparison(text: string): Comparison | undefined {
  const [, operator, major, minor, patch, suffix] = PARTS.exec(text) ?? [];
  if (major === undefined) {
    return undefined;
  }
  const first = [major, minor, patch].findIndex((number) => number === undefined || WILDCARD.test(number));
  const precision = (first === -1 ? 3 : first) as Comparison['precision'];
  const numbers = [major, minor, patch].map((number, index) => (index < precision ? withoutLeadingZeros(number!) : '0'));
  const [preRelease] = /^-[^+]*/.exec(suffix!) ?? [''];
  const version = parseVersion(`${numbers.join('.')}${preRelease}`);
  return version === undefined ? undefined : { operator: operator!, version, precision };
}

/** Numbers may have leading zeros here, unlike in versions. */
function withoutLeadingZeros(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}

function isMet({ operator, version: bound, precision }: Comparison, version: Version): boolean {
  const order = compare(version, bound);
  switch (operator) {
    case '!=': return !isExcluded(version, bound, precision);
    case '>': return precision === 0 || precision === 3 ? order > 0 : compareNumbers(version, bound, precision) > 0;
    case '<': return order < 0;
    case '>=': case '=>': return order >= 0;
    case '<=': case '=<': return precision === 3 ? order <= 0 : compareNumbers(version, bound, precision === 0 ? 2 : precision) <= 0;
    case '~': case '~>': return order >= 0 && isNear(version, bound, precision);
    case '^': return order >= 0 && isCompatible(version, bound, precision);
    default: return precision === 3 ? order === 0 : order >= 0 && isNear(version, bound, precision);
  }
}

/** Whether `!=` excludes a version. An incomplete version excludes everything that begins with it. */
function isExcluded(version: Version, bound: Version, precision: number): boolean {
  if (precision === 0 || precision === 3) {
    return compare(version, bound) === 0;
  }
  return compareNumbers(version, bound, precision) === 0 && (precision === 1 || comparePreRelease(version, bound) === 0);
}

/** Whether a version is below the upper bound of `~`: 1.3 for `~1.2.3`, 2 for `~1`, none for `~*` and `~0.0.0`. */
function isNear(version: Version, bound: Version, precision: number): boolean {
  if (precision === 0 || (precision === 3 && bound.numbers.every((number) => number === 0n))) {
    return true;
  }
  return compareNumbers(version, bound, precision === 1 ? 1 : 2) === 0;
}

/** Whether a version is below the upper bound of `^`: 2 for `^1.2.3`, 0.3 for `^0.2.3`, 0.0.4 for `^0.0.3`. */
function isCompatible(version: Version, bound: Version, precision: number): boolean {
  const [major, minor] = bound.numbers;
  if (major > 0n || precision === 1) {
    return compareNumbers(version, bound, 1) === 0;
  }
  return compareNumbers(version, bound, minor > 0n || precision === 2 ? 2 : 3) === 0;
}

function compare(left: Version, right: Version): number {
  return compareNumbers(left, right, 3) || comparePreRelease(left, right);
}

function comparePreRelease({ preRelease: left }: Version, { preRelease: right }: Version): number {
  return left.length === 0 || right.length === 0 ? Math.sign(right.length - left.length) : comparePreReleases(left, right);
}

function compareNumbers({ numbers: left }: Version, { numbers: right }: Version, count: number): number {
  for (const index of [0, 1, 2].slice(0, count) as (0 | 1 | 2)[]) {
    if (left[index] !== right[index]) {
      return left[index] < right[index] ? -1 : 1;
    }
  }
  return 0;
}
