import fc from 'fast-check';
import { RangeIndex } from '../../../lib/formats/semver/range-index';
import { parseVersion } from '../../../lib/formats/semver/version';
import { parseVersionRange, rangeContains } from '../../../lib/formats/semver/version-range';

const version = fc.constantFrom('0.1.0', '0.2.0-a', '0.2.0', '0.2.0+b', '1.0.0-rc.1', '1.0.0', '1.1.0', '2.0.0', '2.0.1', '9.0.0');
const term = fc.tuple(fc.constantFrom('', '=', '!', '!=', '<', '<=', '>', '>='), fc.oneof(version, fc.constantFrom('1.x', '0.2.x', 'none'))).map((parts) => parts.join(''));
const range = fc.array(fc.array(term, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }).map((alternatives) => alternatives.map((terms) => terms.join(' ')).join(' || '));

const isIn = (one: string, at: string): boolean => {
  const parsed = parseVersionRange(one);
  return parsed !== undefined && rangeContains(parsed, parseVersion(at)!);
};

describe('RangeIndex', () => {
  it('finds the first range that contains a version, as a look at each does', () => {
    fc.assert(fc.property(fc.array(range, { maxLength: 8 }), version, (ranges, at) => {
      const found = new RangeIndex(ranges.map((one) => parseVersionRange(one))).first(parseVersion(at)!);
      expect(found ?? -1).toBe(ranges.findIndex((one) => isIn(one, at)));
    }), { numRuns: 2_000 });
  });

  it('returns all ranges that contain one of several versions', () => {
    fc.assert(fc.property(fc.array(range, { maxLength: 8 }), fc.array(version, { maxLength: 5 }), (ranges, versions) => {
      const index = new RangeIndex(ranges.map((one) => parseVersionRange(one)));
      const taken = new Set<number>();
      versions.forEach((at) => index.take(parseVersion(at)!).forEach((one) => taken.add(one)));
      expect([...taken].sort()).toEqual([...ranges.keys()].filter((one) => versions.some((at) => isIn(ranges[one]!, at))));
    }), { numRuns: 1_000 });
  });
});
