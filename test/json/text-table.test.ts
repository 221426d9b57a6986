import { abridgedList, tableLines } from '../../lib/bundle/text-table';

describe('a table as text', () => {
  it('has aligned columns and no spaces at the ends of lines', () => {
    expect(tableLines([['a', 'bb', 'c'], ['aaa', 'b', '']], 2)).toEqual(['  a    bb  c', '  aaa  b']);
  });

  it('breaks the last column between words, below itself', () => {
    const [first, second, ...rest] = tableLines([['key', 'word '.repeat(30).trim()]]);
    expect(first).toBe(`key  ${'word '.repeat(19).trim()}`);
    expect(second).toBe(`     ${'word '.repeat(11).trim()}`);
    expect(rest).toEqual([]);
  });

  it('keeps a word whole that is wider than a line', () => {
    const word = 'w'.repeat(120);
    expect(tableLines([['a', `x ${word} y`]])).toEqual(['a  x', `   ${word}`, '   y']);
  });

  it('shows no letter that a terminal would obey, and counts letters and not their halves', () => {
    expect(tableLines([['\u001b[31m𝒳', 'a\nb\u202e'], ['1234567', 'x']])).toEqual(['\ufffd[31m𝒳   a\ufffdb\ufffd', '1234567  x']);
  });

  it('has no lines without rows', () => {
    expect(tableLines([])).toEqual([]);
  });
});

test('a list names its first items, and how many more there are', () => {
  expect(abridgedList(['a', 'b'], 2)).toBe('a, b');
  expect(abridgedList(['a', 'b', 'c'], 1)).toBe('a and 2 more');
});
