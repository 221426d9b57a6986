import { sameJson } from '../../../lib/formats/json/json-value';

describe('sameJson', () => {
  it.each([
    [{ a: 1, b: [null] }, { b: [null], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1, b: null }, { a: 1 }, false],
    [{ a: 1 }, { a: 2 }, false],
    [[1, 2], [1], false],
    [[1], { 0: 1 }, false],
    [{}, [], false],
    [{}, null, false],
    ['1', 1, false],
  ])('%j and %j: %s', (left, right, same) => {
    expect(sameJson(left, right)).toBe(same);
    expect(sameJson(right, left)).toBe(same);
  });

  it('compares values that are nested a thousand levels deep', () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1) });
    expect(sameJson(nested(1_000), nested(1_000))).toBe(true);
  });
});
