import { IndexIgnore } from '../../../../lib/bundle/catalog/read/index-ignore';
import { namePattern } from '../../../../lib/bundle/catalog/read/name-pattern';

describe('a pattern of names', () => {
  // What path/filepath.Match of Go says of the same pairs.
  it.each<[string, readonly string[], readonly string[]]>([
    ['abc', ['abc'], ['ab', 'abcd', 'ABC']],
    ['*', ['', 'a', 'abc'], []],
    ['*.md', ['.md', 'a.md', 'a.md.md'], ['a.mdx', 'md']],
    ['a*b*c', ['abc', 'aXbYc', 'abbcc'], ['abcd', 'ab']],
    ['?', ['a', 'ä', '😀'], ['', 'ab']],
    ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
    ['[^a-c]x', ['dx', '^x'], ['ax']],
    ['[\\]a]', [']', 'a'], ['b']],
    ['[\\-]', ['-'], ['a']],
    ['\\*', ['*'], ['a', '\\*']],
    ['[a', [], ['a', '[a']],
    ['[]a]', [], [']', 'a']],
    ['[a-]', [], ['a', '-']],
    ['[-a]', [], ['a', '-']],
    ['a\\', [], ['a', 'a\\']],
    ['', [''], ['a']],
  ])('%s', (pattern, matched, others) => {
    const matches = namePattern(pattern);
    expect(matched.filter((name) => !matches(name))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it('takes no long time for many stars', () => {
    expect(namePattern(`${'*a'.repeat(120)}b`)('a'.repeat(255))).toBe(false);
  });
});

describe('what .indexignore leaves out', () => {
  function ignored(patterns: { readonly [folder: string]: string }, files: readonly string[]): string[] {
    const ignore = new IndexIgnore();
    for (const [folder, text] of Object.entries(patterns)) {
      ignore.add(folder, text);
    }
    return files.filter((file) => ignore.ignores(file));
  }

  const FILES = ['a', 'd/a', 'd/e/a', 'd/e/b', 'e/b'];

  // What opm validate 1.73.0 reads of the same folders.
  it.each<[string, { readonly [folder: string]: string }, readonly string[]]>([
    ['a name anywhere', { '': 'a' }, ['a', 'd/a', 'd/e/a']],
    ['a name at the top', { '': '/a' }, ['a']],
    ['a folder anywhere, with what is in it', { '': 'e/' }, ['d/e/a', 'd/e/b', 'e/b']],
    ['nothing for a folder where there is a file', { '': 'a/' }, []],
    ['a path', { '': 'd/e' }, ['d/e/a', 'd/e/b']],
    ['a path with folders in between', { '': 'd/**/a' }, ['d/a', 'd/e/a']],
    ['all in a folder', { '': 'd/**' }, ['d/a', 'd/e/a', 'd/e/b']],
    ['what a later pattern does not take back', { '': 'a\n!/d/a' }, ['a', 'd/e/a']],
    ['what a pattern of a folder inside does not take back', { '': 'd', 'd/e': '!b' }, ['d/a', 'd/e/a']],
    ['what a pattern of a folder inside names', { d: 'a\n/b' }, ['d/a', 'd/e/a']],
    ['nothing for comments, empty lines and broken patterns', { '': '# a\n\n  \n[a\n' }, []],
    ['names with spaces around them, and lines that end in CR LF', { '': '  a  \r\n' }, ['a', 'd/a', 'd/e/a']],
  ])('is %s', (_what, patterns, expected) => {
    expect(ignored(patterns, FILES)).toEqual(expected);
  });
});
