import { differingPaths } from '../../../../lib/olm/v0/upgrade/crd-upgrade';

describe('the differences between two values', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['none', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
    ['fields on one side only, sorted', { b: 1 }, { a: 1 }, ['a', 'b']],
    ['an element', { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] }, ['a[1].b']],
    ['a list that grew', { a: [1] }, { a: [1, 2] }, ['a']],
    ['values of other types', { a: [], b: {}, c: null }, { a: {}, b: null, c: [] }, ['a', 'b', 'c']],
    ['the value itself', 1, 2, ['']],
  ])('are %s', (_title, before, after, expected) => {
    expect(differingPaths(before, after)).toEqual(expected);
  });
});
