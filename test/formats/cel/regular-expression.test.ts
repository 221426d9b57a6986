import { allMatches, firstMatch } from '../../../lib/formats/cel/regular-expression';

describe('regular expressions of Go', () => {
  it.each<[string, string, string | undefined]>([
    ['b+', 'abbc', 'bb'],
    ['x', 'abc', undefined],
    ['x*', 'abc', ''],
    // The first alternative that matches, not the longest.
    ['a|ab', 'ab', 'a'],
    [':.*$', 'a:b:c', ':b:c'],
    ['(?i)A', 'a', 'a'],
    ['^.$', '😀', '😀'],
    ['^.$', '\u2028', '\u2028'],
    ['a$', 'a\n', undefined],
    ['[[:digit:]]+', 'a12', '12'],
  ])('%s in %j', (expression, value, match) => {
    expect(firstMatch(expression, value)).toBe(match);
  });

  it('find all matches, or some of them', () => {
    expect(allMatches('[0-9]+', '1a23b4', -1)).toEqual(['1', '23', '4']);
    expect(allMatches('[0-9]+', '1a23b4', 2)).toEqual(['1', '23']);
    expect(allMatches('[0-9]+', '1', 0)).toEqual([]);
  });

  it('have no lookahead', () => {
    expect(() => firstMatch('(?=a)', 'a')).toThrow();
  });
});
