import type { Version } from './version';
import { compareVersions, parseVersion } from './version';

/** A range of versions: a version is in it when all comparisons of one of the alternatives hold. */
export interface VersionRange {
  readonly alternatives: readonly (readonly Comparison[])[];
}

/** One comparison of a range, such as `>=1.0.0`. Build metadata does not count. */
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
 * Whether opm can read a range of versions such as `>=1.0.0 <1.2.0 || 2.x`.
 *
 * Its grammar is that of blang/semver: comparators with spaces for "and" and `||` for "or", whole versions only, and `x` for the last
 * numbers. There is no `^`, no `~`, no comma and no `*`.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseRange
 */
export function isVersionRange(range: string): boolean {
  return parseVersionRange(range) !== undefined;
}

/** Reads a range; `undefined` when opm would refuse it. */
export function parseVersionRange(range: string): VersionRange | undefined {
  const terms = splitTerms(range);
  if (terms[0] === '||' || terms.at(-1) === '||' || terms.length === 0) {
    return undefined;
  }
  const alternatives: Comparison[][] = [[]];
  for (const term of terms) {
    const comparisons = term === '||' ? [] : parseTerm(term);
    if (comparisons === undefined) {
      return undefined;
    }
    if (term === '||' && alternatives.at(-1)!.length > 0) {
      alternatives.push([]);
    }
    alternatives.at(-1)!.push(...comparisons);
  }
  return { alternatives };
}

/** Whether a version is in a range. A pre-release is an ordinary version here: `<2.0.0` holds for `2.0.0-alpha`. */
export function rangeContains({ alternatives }: VersionRange, version: Version): boolean {
  return alternatives.some((comparisons) => comparisons.every((comparison) => holds(comparison, version)));
}

function holds({ operator, version: bound }: Comparison, version: Version): boolean {
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

/** Splits at spaces, but not between a comparator and its version; a lone letter falls away, as it does in Go. */
function splitTerms(range: string): string[] {
  return range
    .replace(/([<>=]) +/g, '$1')
    .split(' ')
    .filter((term) => term.length > 1);
}

function parseTerm(term: string): Comparison[] | undefined {
  const [, comparator, text] = COMPARATOR_AND_VERSION.exec(term) ?? [];
  if (comparator === undefined || text === undefined) {
    return undefined;
  }
  if (term.includes('x')) {
    return parseWildcard(comparator, text);
  }
  const operator = OPERATORS.get(comparator);
  const version = parseVersion(text);
  return operator === undefined || version === undefined ? undefined : [{ operator, version }];
}

/**
 * `1.x` stands for 1.0.0 and what follows it up to 2.0.0, `1.2.x` for 1.2.0 up to 1.3.0, and `1.x.x`, in Go, for 1.0.0 up to 1.1.0. Where
 * the end of the span is asked for, the `x` must stand at the end; Go takes a comparator that it does not know for none at all here.
 * Nothing is in `!1.x`: Go asks for a version that is both before and after the span.
 */
function parseWildcard(comparator: string, text: string): Comparison[] | undefined {
  const flat = text.replace('.x.x', '.x').replace('.x', '.0');
  const start = parseVersion(flat.split('.').length === 2 ? `${flat}.0` : flat);
  const end = start === undefined ? undefined : spanEnd(start, text.split('.'));
  const operator = OPERATORS.get(comparator);
  if (start === undefined || (end === undefined && operator !== undefined && operator !== '>=' && operator !== '<')) {
    return undefined;
  }
  switch (operator) {
    case '=': return [{ operator: '>=', version: start }, { operator: '<', version: end! }];
    case '!': return [{ operator: '<', version: start }, { operator: '>=', version: end! }];
    case '>': return [{ operator: '>=', version: end! }];
    case '<=': return [{ operator: '<', version: end! }];
    default: return [{ operator: operator ?? '=', version: start }];
  }
}

/** The first version after those that a wildcard stands for. */
function spanEnd(start: Version, parts: readonly string[]): Version | undefined {
  const [major, minor, patch] = start.numbers;
  if (parts.at(-1) !== 'x' || (parts.length !== 2 && parts.length !== 3)) {
    return undefined;
  }
  return { ...start, numbers: parts.length === 3 ? [major, (minor + 1n) & UINT64, patch] : [(major + 1n) & UINT64, minor, patch] };
}
