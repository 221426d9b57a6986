import { compareVersions, parsePreRelease, parseVersion } from '../../../lib/formats/semver/version';

describe('parseVersion', () => {
  it.each(['0.0.0', '1.2.3', '1.2.3-rc.1', '1.2.3-alpha-1.x+build.7', '1.2.3+001', '18446744073709551615.0.0', '1.0.0--'])('parses %s', (version) => {
    expect(parseVersion(version)).toBeDefined();
  });

  it.each([
    '', '1', '1.2', 'v1.2.3', '1.2.3.4', '01.2.3', '1.02.3', '1.2.03', '1.2.3-', '1.2.3-01', '1.2.3-a..b', '1.2.3+', '1.2.3+a..b', '1.2.3 ',
    '-1.2.3', '1.2.3-a_b', '18446744073709551616.0.0', '1.2.x',
  ])('refuses %p', (version) => {
    expect(parseVersion(version)).toBeUndefined();
  });
});

describe('compareVersions', () => {
  const ascending = [
    '0.9.0', '0.10.0', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0', '1.0.1',
    '18446744073709551614.0.0', '18446744073709551615.0.0',
  ];

  it('orders versions as semver.org does', () => {
    const versions = ascending.map((version) => parseVersion(version)!);
    for (const [left, older] of versions.entries()) {
      for (const [right, newer] of versions.entries()) {
        expect([ascending[left], ascending[right], Math.sign(compareVersions(older, newer))]).toEqual([
          ascending[left], ascending[right], Math.sign(left - right),
        ]);
      }
    }
  });

  it('ignores build metadata', () => {
    expect(compareVersions(parseVersion('1.0.0+a')!, parseVersion('1.0.0+b')!)).toBe(0);
  });
});

describe('parsePreRelease', () => {
  it.each([['1', ['1']], ['alpha.2', ['alpha', '2']], ['0', ['0']], ['0a', ['0a']]])('parses %s', (preRelease, identifiers) => {
    expect(parsePreRelease(preRelease)).toEqual(identifiers);
  });

  it.each(['', '01', 'a..b', 'a_b', 'a+b'])('refuses %p', (preRelease) => {
    expect(parsePreRelease(preRelease)).toBeUndefined();
  });
});
