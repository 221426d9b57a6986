import { distinctFileNames, hashedFileName, safeFileName } from '../../lib/text/safe-file-name';

test.each([['a:b/c'], ['CON'], ['..'], ['x'.repeat(300)], ['Über'], [''], ['-a'], ['a.'], ['system:auth-delegator']])('the file name of %p is safe and unique', (word) => {
  expect(safeFileName(word)).toMatch(/^[a-z0-9][a-z0-9.-]{0,120}$/);
  expect(safeFileName(word)).not.toBe(safeFileName(`${word}x`));
});

test('words are a file name without a hash if they are portable', () => {
  expect(safeFileName('configmap', 'team', 'a.b')).toBe('configmap-team-a.b');
});

test('words that have the same file name when joined have a hash', () => {
  expect(distinctFileNames([['a-b'], ['a', 'b'], ['c']])).toEqual([hashedFileName('a-b'), hashedFileName('a', 'b'), 'c']);
  expect(hashedFileName('a-b')).not.toBe(hashedFileName('a', 'b'));
});
