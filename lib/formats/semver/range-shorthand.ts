import { parseVersion } from './version';
import { parseVersionRange, type VersionRange } from './version-range';

const SHORTHAND = /^([~^]?)(0|[1-9]\d*)(?:\.(0|[1-9]\d*|x)(?:\.(0|[1-9]\d*|x)(-[0-9A-Za-z.-]+)?)?)?$/;

/**
 * Parses a range in OLM's syntax, in which a term may also be one of npm's shorthands: `~1.2.3`, `~1.2`, `~1`, `^1.2.3`, `^1.2`, `^1`, `1.x` and
 * `1.2.x`. Returns undefined if it is neither, or has a term that OLM ignores.
 *
 * A shorthand ends before the pre-releases of the next version, as in npm; in OLM, `1.x` contains `2.0.0-alpha`. Otherwise pre-releases are ordinary
 * versions, as in OLM.
 *
 * @see https://github.com/npm/node-semver#advanced-range-syntax
 */
export function parseRangeWithShorthands(range: string): VersionRange | undefined {
  const terms = range.replace(/([<>=]) +/g, '$1').split(' ').filter(term => term !== '').map(withoutShorthand);
  return terms.some(isMisread) ? undefined : parseVersionRange(terms.join(' '));
}

/** Whether OLM would ignore a term, such as the hyphen in `1.0.0 - 2.0.0`, or the operator of a wildcard, such as `~1.x.3`. */
function isMisread(term: string): boolean {
  return term.length === 1 || /[~^]/.test(term);
}

/** Returns the comparisons of a shorthand, or any other term unchanged. */
function withoutShorthand(term: string): string {
  const [, operator, ...parts] = SHORTHAND.exec(term) ?? [];
  const [major, minor, patch] = parts.slice(0, 3).map(part => (part === undefined || part === 'x' ? undefined : BigInt(part)));
  const isIncomplete = minor === undefined || patch === undefined;
  if (major === undefined || (operator === '' && !(isIncomplete && term.endsWith('.x'))) || (isIncomplete && !hasOnlyTrailingX(parts))) {
    return term;
  }
  const start = `${major}.${minor ?? 0}.${patch ?? 0}${parts[3] ?? ''}`;
  return parseVersion(start) === undefined ? term : `>=${start} <${operator === '^' ? caretEnd(major, minor, patch) : tildeEnd(major, minor)}-0`;
}

/** Whether no number follows an `x`, and no pre-release follows an incomplete version. */
function hasOnlyTrailingX([, minor, patch, preRelease]: readonly (string | undefined)[]): boolean {
  return preRelease === undefined && (minor !== 'x' || patch === undefined || patch === 'x');
}

/** The last specified number of major and minor may not change. */
function tildeEnd(major: bigint, minor: bigint | undefined): string {
  return minor === undefined ? `${major + 1n}.0.0` : `${major}.${minor + 1n}.0`;
}

/** The first specified number that is not zero may not change. */
function caretEnd(major: bigint, minor: bigint | undefined, patch: bigint | undefined): string {
  if (major > 0n || minor === undefined) {
    return `${major + 1n}.0.0`;
  }
  return minor > 0n || patch === undefined ? `0.${minor + 1n}.0` : `0.0.${patch + 1n}`;
}
