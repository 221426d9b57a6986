import { isVersionRange } from '../../../lib/bundle/catalog/version-range';

describe('isVersionRange', () => {
  // What semver.ParseRange of github.com/blang/semver/v4 says of the same texts.
  it.each([
    '1.0.0', '=1.0.0', '==1.0.0', '!1.0.0', '!=1.0.0', '>1.0.0', '>= 1.0.0', '<2.0.0-rc.1', '>=1.0.0 <2.0.0', '>=1.0.0 <2.0.0 || >=3.0.0',
    '1.x', '1.2.x', '1.x.x', '>=1.x', '>1.2.x', '  >=1.0.0   <1.2.0 ', '1.0.0 - 2.0.0', '! 1.0.0', '>=1.0.0-x <2.0.0', '>=1.0.0 <',
  ])('accepts %p', (range) => {
    expect(isVersionRange(range)).toBe(true);
  });

  it.each([
    '', ' ', '^1.0.0', '~1.0.0', '*', 'x', '1', '1.0', '>=1.0', 'v1.0.0', '>=1.0.0,<2.0.0', '|| 1.0.0', '1.0.0 ||', '>>1.0.0', '=>1.0.0', 'latest',
    '1.0.0-x', '>', '1.0.0 & 2.0.0a', '1.0.0.x',
  ])('refuses %p', (range) => {
    expect(isVersionRange(range)).toBe(false);
  });
});
