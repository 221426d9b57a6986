import { parseVersion } from './version';

const COMPARATORS = new Set(['', '=', '==', '!', '!=', '<', '<=', '>', '>=']);
const COMPARATOR_AND_VERSION = /^(\D*)(.*)$/s;

/**
 * Whether opm can read a range of versions such as `>=1.0.0 <1.2.0 || 2.x`.
 *
 * Its grammar is that of blang/semver: comparators with spaces for "and" and `||` for "or", whole versions only, and `x` for the last
 * numbers. There is no `^`, no `~`, no comma and no `*`.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseRange
 */
export function isVersionRange(range: string): boolean {
  const terms = splitTerms(range);
  if (terms[0] === '||' || terms.at(-1) === '||' || terms.length === 0) {
    return false;
  }
  return terms.every((term) => term === '||' || isTerm(term));
}

/** Splits at spaces, but not between a comparator and its version; a lone letter falls away, as it does in Go. */
function splitTerms(range: string): string[] {
  return range
    .replace(/([<>=]) +/g, '$1')
    .split(' ')
    .filter((term) => term.length > 1);
}

function isTerm(term: string): boolean {
  const [, comparator, version] = COMPARATOR_AND_VERSION.exec(term) ?? [];
  if (comparator === undefined || version === undefined) {
    return false;
  }
  return term.includes('x') ? isWildcard(comparator, version) : COMPARATORS.has(comparator) && parseVersion(version) !== undefined;
}

/**
 * `1.x` and `1.x.x` stand for 1.0.0 and what follows it, `1.2.x` for 1.2.0. Where the end of the span is asked for, the `x` must stand at
 * the end; Go takes a comparator that it does not know for none at all here.
 */
function isWildcard(comparator: string, version: string): boolean {
  const flat = version.replace('.x.x', '.x').replace('.x', '.0');
  const parts = version.split('.');
  const hasEnd = parts.at(-1) === 'x' && (parts.length === 2 || parts.length === 3);
  const needsEnd = COMPARATORS.has(comparator) && comparator !== '>=' && comparator !== '<';
  return (hasEnd || !needsEnd) && parseVersion(flat.split('.').length === 2 ? `${flat}.0` : flat) !== undefined;
}
