import { append } from '../../text/lists';
import { compareVersions, parseVersion, type Version } from './version';

/** A version range. It contains a version if all comparisons of one alternative are true. */
export interface VersionRange {
  readonly alternatives: readonly (readonly Comparison[])[];
}

/** A comparison of a range, such as `>=1.0.0`. Build metadata is ignored. */
interface Comparison {
  readonly operator: Operator;
  readonly version: Version;
}

type Operator = '=' | '!' | '<' | '<=' | '>' | '>=';

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['', '='], ['=', '='], ['==', '='], ['!', '!'], ['!=', '!'], ['<', '<'], ['<=', '<='], ['>', '>'], ['>=', '>='],
]);
const COMPARATOR_AND_VERSION = /^(\D*)(.*)$/s;
const UINT64 = 0xffff_ffff_ffff_ffffn;

/**
 * Whether opm accepts a version range such as `>=1.0.0 <1.2.0 || 2.x`.
 *
 * The grammar is blang/semver's: spaces mean "and", `||` means "or", versions are complete, and `x` may replace the last numbers. `^`, `~`,
 * commas and `*` are not supported.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseRange
 */
export function isVersionRange(range: string): boolean {
  return parseVersionRange(range) !== undefined;
}

/** Parses a range. Returns undefined if opm rejects it. */
export function parseVersionRange(range: string): VersionRange | undefined {
  const terms = splitTerms(range);
  if (terms[0] === '||' || terms.at(-1) === '||' || terms.length === 0) {
    return undefined;
  }
  const alternatives: Comparison[][] = [[]];
  for (const term of terms) {
    const current = alternatives.at(-1)!;
    if (term === '||') {
      // An empty alternative is skipped, because Go accepts it, but panics when evaluating it.
      if (current.length > 0) {
        alternatives.push([]);
      }
      continue;
    }
    const comparisons = parseTerm(term);
    if (comparisons === undefined) {
      return undefined;
    }
    append(current, comparisons);
  }
  return { alternatives };
}

/** Whether a range contains a version. Pre-releases are ordinary versions: `<2.0.0` contains `2.0.0-alpha`. */
export function rangeContains({ alternatives }: VersionRange, version: Version): boolean {
  return alternatives.some((comparisons) => comparisons.every((comparison) => isSatisfied(comparison, version)));
}

function isSatisfied({ operator, version: bound }: Comparison, version: Version): boolean {
  const order = compareVersions(version, bound);
  switch (operator) {
    case '=': return order === 0;
    case '!': return order !== 0;
    case '<': return order < 0;
    case '<=': return order <= 0;
    case '>': return order > 0;
    case '>=': return order >= 0;
  }
}

/** Splits a range at spaces, except between a comparator and its version. Drops terms of one character, as Go does. */
function splitTerms(range: string): string[] {
  return range
    .replace(/([<>=]) +/g, '$1')
    .split(' ')
    .filter((term) => term.length > 1);
}

function parseTerm(term: string): Comparison[] | undefined {
  const [, comparator, operand] = COMPARATOR_AND_VERSION.exec(term) ?? [];
  if (comparator === undefined || operand === undefined) {
    return undefined;
  }
  if (term.includes('x')) {
    return parseWildcard(comparator, operand);
  }
  const operator = OPERATORS.get(comparator);
  const version = parseVersion(operand);
  return operator === undefined || version === undefined ? undefined : [{ operator, version }];
}

/**
 * Parses a term with `x`: `1.x` means 1.0.0 up to 2.0.0, `1.2.x` means 1.2.0 up to 1.3.0, and `1.x.x` means 1.0.0 up to 1.1.0 in Go.
 *
 * If the end of the span matters, `x` must be last. Unknown comparators are ignored here. `!1.x` contains nothing, because Go requires a version to
 * be both before and after the span.
 */
function parseWildcard(comparator: string, pattern: string): Comparison[] | undefined {
  const start = parseVersion(spanStart(pattern));
  if (start === undefined) {
    return undefined;
  }
  const operator = OPERATORS.get(comparator);
  if (operator === undefined || operator === '>=' || operator === '<') {
    return [{ operator: operator ?? '=', version: start }];
  }
  const end = spanEnd(start, pattern.split('.'));
  if (end === undefined) {
    return undefined;
  }
  switch (operator) {
    case '=': return [{ operator: '>=', version: start }, { operator: '<', version: end }];
    case '!': return [{ operator: '<', version: start }, { operator: '>=', version: end }];
    case '>': return [{ operator: '>=', version: end }];
    case '<=': return [{ operator: '<', version: end }];
  }
}

/** Returns the first version of the span of a wildcard: `1.0.0` for `1.x` and for `1.x.x`. */
function spanStart(pattern: string): string {
  const start = pattern.replace('.x.x', '.x').replace('.x', '.0');
  return start.split('.').length === 2 ? `${start}.0` : start;
}

/** Returns the first version after the span of a wildcard, or undefined unless `x` is the last of two or three parts. */
function spanEnd(start: Version, parts: readonly string[]): Version | undefined {
  const [major, minor, patch] = start.numbers;
  if (parts.at(-1) !== 'x' || (parts.length !== 2 && parts.length !== 3)) {
    return undefined;
  }
  const numbers: Version['numbers'] = parts.length === 3 ? [major, (minor + 1n) & UINT64, patch] : [(major + 1n) & UINT64, minor, patch];
  return { ...start, numbers };
}

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
