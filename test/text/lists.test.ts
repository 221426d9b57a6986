import { append, largest, smallest } from '../../lib/text/lists';

const MANY = Array.from({ length: 1_000_000 }, (_, index) => index);

describe('lists', () => {
  it('are appended, also very long ones', () => {
    const list = [-1];
    append(list, MANY);
    expect([list.length, list[0], list.at(-1)]).toEqual([1_000_001, -1, 999_999]);
  });

  it('have a largest and a smallest number, also very long ones', () => {
    expect([largest(MANY), smallest(MANY)]).toEqual([999_999, 0]);
    expect([largest([]), smallest([])]).toEqual([Math.max(), Math.min()]);
    expect([largest([1, NaN]), smallest([1, NaN])]).toEqual([NaN, NaN]);
  });
});
