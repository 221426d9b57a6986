import { abridgedList, tableLines, wrappedLine } from '../../lib/text/text-table';

describe('tableLines', () => {
  it('aligns columns and trims trailing spaces', () => {
    expect(tableLines([['a', 'bb', 'c'], ['aaa', 'b', '']], 2)).toEqual(['  a    bb  c', '  aaa  b']);
  });

  it('wraps the last column between words, and aligns the lines that follow', () => {
    const [first, second, ...rest] = tableLines([['key', 'word '.repeat(30).trim()]]);
    expect(first).toBe(`key  ${'word '.repeat(19).trim()}`);
    expect(second).toBe(`     ${'word '.repeat(11).trim()}`);
    expect(rest).toEqual([]);
  });

  it('never breaks a word, even one wider than a line', () => {
    const word = 'w'.repeat(120);
    expect(tableLines([['a', `x ${word} y`]])).toEqual(['a  x', `   ${word}`, '   y']);
  });

  it('keeps words together between which there is a no-break space', () => {
    expect(tableLines([['a', 'one 2\u00a0three']], 0, 9)).toEqual(['a  one', '   2 three']);
  });

  it('replaces control characters, and measures width in code points', () => {
    expect(tableLines([['\u001b[31m𝒳', 'a\nb\u202e'], ['1234567', 'x']])).toEqual(['\ufffd[31m𝒳   a\ufffdb\ufffd', '1234567  x']);
  });

  it('returns no lines for no rows', () => {
    expect(tableLines([])).toEqual([]);
  });
});

test('wrappedLine aligns the lines that follow', () => {
  expect(wrappedLine('  - one two three', 12)).toEqual(['  - one two', '    three']);
  expect(wrappedLine('    remedy: do it', 12)).toEqual(['    remedy:', '    do it']);
  expect(wrappedLine('a', 12)).toEqual(['a']);
});

test('abridgedList lists the first items and the number of others', () => {
  expect(abridgedList(['a', 'b'], 2)).toBe('a, b');
  expect(abridgedList(['a', 'b', 'c'], 1)).toBe('a and 2 more');
});
