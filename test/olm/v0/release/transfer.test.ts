import { transfer } from '../../../../lib/olm/v0/release/transfer';

interface Case {
  readonly before: unknown;
  readonly after: unknown;
  readonly target: unknown;
  readonly expected: unknown;
  readonly reported?: string[];
}

describe('a change applied to another value', () => {
  test.each<[string, Case]>([
    ['does nothing if nothing changed', { before: { a: 1 }, after: { a: 1 }, target: { a: 2 }, expected: { a: 2 } }],
    ['replaces an unmodified value', { before: { a: 1 }, after: { a: 2 }, target: { a: 1, b: 3 }, expected: { a: 2, b: 3 } }],
    ['adds a field', { before: {}, after: { a: { b: 1 } }, target: { c: 2 }, expected: { a: { b: 1 }, c: 2 } }],
    ['removes a field', { before: { a: 1 }, after: {}, target: { a: 1, b: 2 }, expected: { b: 2 } }],
    ['keeps a value that is already changed', { before: { a: 1 }, after: { a: 2 }, target: { a: 2 }, expected: { a: 2 } }],
    ['keeps a different value, and reports it', { before: { a: 1 }, after: { a: 2 }, target: { a: 3 }, expected: { a: 3 }, reported: ['a'] }],
    ['does not add a missing value, and reports it', { before: { a: 1 }, after: { a: 2 }, target: {}, expected: {}, reported: ['a'] }],
    ['finds an element that has moved', { before: ['x', 'olm'], after: ['x', 'other'], target: ['x', '--new', 'olm'], expected: ['x', '--new', 'other'] }],
    ['finds an element by its name', {
      before: [{ name: 'a', image: 'x' }],
      after: [{ name: 'a', image: 'y' }],
      target: [{ name: 'b', image: 'x' }, { name: 'a', image: 'x', more: 1 }],
      expected: [{ name: 'b', image: 'x' }, { name: 'a', image: 'y', more: 1 }],
    }],
    ['reports an element that it does not find', { before: ['a', 'b'], after: ['a', 'c'], target: ['a'], expected: ['a'], reported: ['[1]'] }],
    ['inserts elements after their predecessor', { before: ['a', 'b'], after: ['a', 'x', 'b'], target: ['n', 'a', 'b'], expected: ['n', 'a', 'x', 'b'] }],
    ['inserts elements at the beginning', { before: ['a'], after: ['x', 'a'], target: ['a', 'b'], expected: ['x', 'a', 'b'] }],
    ['appends elements', { before: ['a'], after: ['a', 'x'], target: ['a', 'b'], expected: ['a', 'x', 'b'] }],
    ['removes elements', { before: ['a', 'b', 'c'], after: ['a'], target: ['a', 'n', 'b', 'c'], expected: ['a', 'n'] }],
    ['reports a list without the predecessor of new elements', { before: ['a', 'b'], after: ['a', 'x', 'b'], target: ['c'], expected: ['c'], reported: [''] }],
    ['accepts elements that are already removed', { before: ['a', 'b'], after: ['a'], target: ['a'], expected: ['a'] }],
    ['reports a value of another type', { before: { a: [1] }, after: { a: [2] }, target: { a: 'x' }, expected: { a: 'x' }, reported: ['a'] }],
  ])('%s', (_title, { before, after, target, expected, reported = [] }) => {
    const paths: string[] = [];
    const copy = JSON.stringify(target);
    expect(transfer(before, after, target, '', (path) => paths.push(path))).toEqual(expected);
    expect(paths).toEqual(reported);
    expect(JSON.stringify(target)).toBe(copy);
  });
});
