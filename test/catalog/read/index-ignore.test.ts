import fc from 'fast-check';
import { IndexIgnore, namePattern } from '../../../lib/catalog/read/index-ignore';

describe('a name pattern', () => {
  // Results of Go's path/filepath.Match for the same pairs.
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

  it('is fast with many stars', () => {
    expect(namePattern(`${'*a'.repeat(120)}b`)('a'.repeat(255))).toBe(false);
  });
});

describe('.indexignore excludes', () => {
  function ignored(patterns: { readonly [folder: string]: string }, files: readonly string[]): string[] {
    const ignore = new IndexIgnore();
    for (const [folder, content] of Object.entries(patterns)) {
      ignore.add(folder, content);
    }
    return files.filter((file) => ignore.ignores(file));
  }

  const FILES = ['a', 'd/a', 'd/e/a', 'd/e/b', 'e/b'];

  // The files that opm validate 1.73.0 reads of the same folders.
  it.each<[string, { readonly [folder: string]: string }, readonly string[]]>([
    ['a name anywhere', { '': 'a' }, ['a', 'd/a', 'd/e/a']],
    ['a name at the top', { '': '/a' }, ['a']],
    ['a folder anywhere, with its content', { '': 'e/' }, ['d/e/a', 'd/e/b', 'e/b']],
    ['nothing if a folder pattern matches a file', { '': 'a/' }, []],
    ['a path', { '': 'd/e' }, ['d/e/a', 'd/e/b']],
    ['a path at the top only', { '': 'e/b' }, ['e/b']],
    ['a path with folders in between', { '': 'd/**/a' }, ['d/a', 'd/e/a']],
    ['everything in a folder', { '': 'd/**' }, ['d/a', 'd/e/a', 'd/e/b']],
    ['everything in any folder', { '': '**/' }, ['d/a', 'd/e/a', 'd/e/b', 'e/b']],
    ['nothing for a slash without a name', { '': '/**\n//' }, []],
    ['a path in any folder', { '': '**/e/b' }, ['d/e/b', 'e/b']],
    ['a path in any folder, without folders in between', { '': '**/d/a' }, ['d/a']],
    ['a folder in any folder, with its content', { '': '**/e/' }, ['d/e/a', 'd/e/b', 'e/b']],
    ['a folder at a path, with its content', { '': 'd/e/' }, ['d/e/a', 'd/e/b']],
    ['nothing if a folder at a path is a file', { '': 'd/e/a/\n**/b/' }, []],
    ['nothing if a path continues after a file', { '': '/a/x\n**/e/a/b\nd/**/x/**' }, []],
    ['nothing for ** beside other characters of a name in a path', { '': 'd**/a\nd/e**' }, []],
    ['what is at the top, if a second slash follows **', { '': '**//a\n**//e' }, ['a', 'e/b']],
    ['files that no later pattern includes again', { '': 'a\n!/d/a' }, ['a', 'd/e/a']],
    ['files that no pattern of a subfolder includes again', { '': 'd', 'd/e': '!b' }, ['d/a', 'd/e/a']],
    ['files that a pattern of a subfolder matches', { d: 'a\n/b' }, ['d/a', 'd/e/a']],
    ['nothing above the folder of a pattern', { 'd/e': '**/a' }, ['d/e/a']],
    ['nothing for comments, empty lines and invalid patterns', { '': '# a\n\n  \n[a\n**/[a' }, []],
    ['names with spaces around them, and lines that end in CR LF', { '': '  a  \r\n' }, ['a', 'd/a', 'd/e/a']],
  ])('%s', (_what, patterns, expected) => {
    expect(ignored(patterns, FILES)).toEqual(expected);
  });
});

/** go-git's matcher as it is written, without any shortcut. */
function ignoresSimply(line: string, file: string): boolean {
  const foldersOnly = line.endsWith('/');
  const parts = (foldersOnly ? line.slice(0, -1) : line).split('/');
  const path = file.split('/');
  if (parts.length === 1) {
    const found = path.findIndex(namePattern(parts[0]!));
    return found >= 0 && !(foldersOnly && found === path.length - 1);
  }
  let [rest, matched, anyFolders] = [path, false, false];
  for (const part of parts) {
    if (part === '' || part === '**') {
      anyFolders = part === '**';
      continue;
    }
    if (part.includes('**') || rest.length === 0) {
      return false;
    }
    const found = anyFolders ? rest.findIndex(namePattern(part)) : namePattern(part)(rest[0]!) ? 0 : -1;
    if (found < 0 && !anyFolders) {
      return false;
    }
    [rest, matched, anyFolders] = [found < 0 ? [] : rest.slice(found + 1), found >= 0, false];
  }
  return matched && !(foldersOnly && rest.length === 0);
}

/** Go's Match of names as it is written: each `*` tries every length. */
function matchesSimply(pattern: string, name: string): boolean {
  if (pattern === '') {
    return name === '';
  }
  if (pattern.startsWith('*')) {
    return matchesSimply(pattern.slice(1), name) || (name !== '' && matchesSimply(pattern, name.slice(1)));
  }
  const [, set, rest = pattern.slice(1)] = /^\[(\^?[^\]]+)\](.*)$/.exec(pattern) ?? [];
  const isOne = set === undefined ? pattern[0] === '?' || pattern[0] === name[0] : new RegExp(`[${set}]`).test(name[0] ?? '');
  return name !== '' && isOne && matchesSimply(rest, name.slice(1));
}

describe('patterns with repetitions', () => {
  it('match names as without a shortcut', () => {
    const pattern = fc.array(fc.constantFrom('*', '**', 'a', 'b', '?', '[ab]', '[a-b]', '[^a]', '[b-bac-d]', '[a-db-ca-a]'), { maxLength: 6 }).map((parts) => parts.join(''));
    const name = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(fc.property(pattern, name, (one, other) => {
      expect(namePattern(one)(other)).toBe(matchesSimply(one, other));
    }), { numRuns: 5_000 });
  });

  it('match paths as without a shortcut', () => {
    const line = fc.array(fc.constantFrom('/', '//', '**', '**/', '/**/', 'a', 'b', '*', 'a/', 'a**'), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const file = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(fc.property(line, file, (one, other) => {
      const ignore = new IndexIgnore();
      ignore.add('', one);
      expect(ignore.ignores(other)).toBe(ignoresSimply(one, other));
    }), { numRuns: 5_000 });
  });
});
