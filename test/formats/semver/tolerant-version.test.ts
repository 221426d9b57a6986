import { parseTolerantVersion } from '../../../lib/formats/semver/version';

describe('parseTolerantVersion', () => {
  it.each([
    ['1.2.3', '1.2.3'],
    [' v1.2.3 ', '1.2.3'],
    ['1.2', '1.2.0'],
    ['1', '1.0.0'],
    ['01.002.03', '1.2.3'],
    ['0.00.0', '0.0.0'],
    ['1.2.3-rc.1+build', '1.2.3-rc.1+build'],
    ['1.2.03-rc', '1.2.3-rc'],
  ])('parses %j as %s', (input, version) => {
    expect(parseTolerantVersion(input)).toBe(version);
  });

  it.each(['', 'latest', '1.2-rc', '1+a', '1.2.3.4', 'vv1', '1..3', '1.2.3-01', '-1', '1.2.x'])('refuses %j', (input) => {
    expect(parseTolerantVersion(input)).toBeUndefined();
  });
});
