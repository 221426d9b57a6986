import { transfer } from '../../../lib/olm/foreign/transfer';

interface Case {
  readonly before: unknown;
  readonly after: unknown;
  readonly theirs: unknown;
  readonly expected: unknown;
  readonly unplaced?: string[];
}

describe('a change made on another value', () => {
  test.each<[string, Case]>([
    ['does nothing where there is none', { before: { a: 1 }, after: { a: 1 }, theirs: { a: 2 }, expected: { a: 2 } }],
    ['sets what was as before', { before: { a: 1 }, after: { a: 2 }, theirs: { a: 1, b: 3 }, expected: { a: 2, b: 3 } }],
    ['adds a field', { before: {}, after: { a: { b: 1 } }, theirs: { c: 2 }, expected: { a: { b: 1 }, c: 2 } }],
    ['removes a field', { before: { a: 1 }, after: {}, theirs: { a: 1, b: 2 }, expected: { b: 2 } }],
    ['leaves what is so already', { before: { a: 1 }, after: { a: 2 }, theirs: { a: 2 }, expected: { a: 2 } }],
    ['leaves what is otherwise, and tells', { before: { a: 1 }, after: { a: 2 }, theirs: { a: 3 }, expected: { a: 3 }, unplaced: ['a'] }],
    ['leaves out what is gone, and tells', { before: { a: 1 }, after: { a: 2 }, theirs: {}, expected: {}, unplaced: ['a'] }],
    ['finds an element that has moved', { before: ['x', 'olm'], after: ['x', 'other'], theirs: ['x', '--new', 'olm'], expected: ['x', '--new', 'other'] }],
    ['finds an element by its name', {
      before: [{ name: 'a', image: 'x' }],
      after: [{ name: 'a', image: 'y' }],
      theirs: [{ name: 'b', image: 'x' }, { name: 'a', image: 'x', more: 1 }],
      expected: [{ name: 'b', image: 'x' }, { name: 'a', image: 'y', more: 1 }],
    }],
    ['tells which element it does not find', { before: ['a', 'b'], after: ['a', 'c'], theirs: ['a'], expected: ['a'], unplaced: ['[1]'] }],
    ['inserts elements after what stands before them', { before: ['a', 'b'], after: ['a', 'x', 'b'], theirs: ['n', 'a', 'b'], expected: ['n', 'a', 'x', 'b'] }],
    ['inserts elements at the beginning', { before: ['a'], after: ['x', 'a'], theirs: ['a', 'b'], expected: ['x', 'a', 'b'] }],
    ['appends elements', { before: ['a'], after: ['a', 'x'], theirs: ['a', 'b'], expected: ['a', 'x', 'b'] }],
    ['removes elements', { before: ['a', 'b', 'c'], after: ['a'], theirs: ['a', 'n', 'b', 'c'], expected: ['a', 'n'] }],
    ['tells where there is no place for elements', { before: ['a', 'b'], after: ['a', 'x', 'b'], theirs: ['c'], expected: ['c'], unplaced: [''] }],
    ['takes for done what is already removed', { before: ['a', 'b'], after: ['a'], theirs: ['a'], expected: ['a'] }],
    ['tells where the kind of value differs', { before: { a: [1] }, after: { a: [2] }, theirs: { a: 'x' }, expected: { a: 'x' }, unplaced: ['a'] }],
  ])('%s', (_title, { before, after, theirs, expected, unplaced = [] }) => {
    const told: string[] = [];
    const copy = JSON.stringify(theirs);
    expect(transfer(before, after, theirs, '', (path) => told.push(path))).toEqual(expected);
    expect(told).toEqual(unplaced);
    expect(JSON.stringify(theirs)).toBe(copy);
  });
});
