import { compareVersions, parseVersion } from '../../../lib/formats/semver/version';
import { parseVersionRange, rangeContains } from '../../../lib/formats/semver/version-range';
import { rangeSlices } from '../../../lib/formats/semver/version-slices';

const VERSIONS = ['0.1.0', '1.0.0-a', '1.0.0', '1.0.0+b', '1.1.0', '2.0.0-a', '2.0.0', '2.1.0', '3.0.0']
  .map((version) => parseVersion(version)!).sort(compareVersions);

describe('the slices of a range', () => {
  it.each([
    '>=1.0.0', '>1.0.0', '<2.0.0', '<=2.0.0', '1.0.0', '!1.0.0', '>0.1.0 !1.0.0 !2.0.0 <3.0.0', '!2.0.0 !1.0.0', '1.x', '!1.x', '<1.0.0 || >2.0.0',
    '>=1.0.0 <2.0.0 || 1.1.0', '>3.0.0', '>2.0.0 <1.0.0', '!2.0.0 2.0.0', '!0.1.0 >=1.0.0',
  ])('are the versions that it contains: %s', (written) => {
    const range = parseVersionRange(written)!;
    const places = new Set(rangeSlices(range, VERSIONS).flatMap(([start, end]) => Array.from({ length: end - start }, (_, index) => start + index)));
    expect(VERSIONS.filter((_, place) => places.has(place))).toEqual(VERSIONS.filter((version) => rangeContains(range, version)));
  });
});
