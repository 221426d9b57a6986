import { compareReleases, isBefore, isWithin } from '../../../lib/formats/schema/release-range';

describe('releases', () => {
  test('are ordered as numbers, not as strings', () => {
    expect(['0.100.0', '0.9.0', '0.18.3', '0.18.10', '1.0.0'].sort(compareReleases)).toEqual(['0.9.0', '0.18.3', '0.18.10', '0.100.0', '1.0.0']);
  });

  test('are not before themselves', () => {
    expect([isBefore('0.22.0', '0.22.0'), isBefore('0.21.2', '0.22.0'), isBefore('0.22.1', '0.22.0')]).toEqual([false, true, false]);
  });

  test.each<[string, { since?: string; until?: string }, string[]]>([
    ['without bounds', {}, ['0.18.3', '0.36.0', '0.38.0', '0.46.0']],
    ['with a first release', { since: '0.36.0' }, ['0.36.0', '0.38.0', '0.46.0']],
    ['with an end, which is exclusive', { until: '0.38.0' }, ['0.18.3', '0.36.0']],
    ['with both', { since: '0.36.0', until: '0.38.0' }, ['0.36.0']],
  ])('are in a range %s', (_title, range, expected) => {
    expect(['0.18.3', '0.36.0', '0.38.0', '0.46.0'].filter((release) => isWithin(release, range))).toEqual(expected);
  });
});
