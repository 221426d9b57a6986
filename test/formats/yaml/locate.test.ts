import type { ValuePath } from '../../../lib/formats/json/source-position';
import { read } from './read';

const SOURCE = `---
# a comment
a: 1
"b c":
  - x
  -   y: {z: [1, "two"]}
      w: 'text'
base: &base
  k: 1
user:
  <<: *base
  l:
dup: 1
dup: 2
`;

describe('locate', () => {
  it.each<[ValuePath, number, number]>([
    [[], 3, 1],
    [['a'], 3, 1],
    [['b c'], 4, 1],
    [['b c', 0], 5, 5],
    [['b c', 1], 6, 7],
    [['b c', 1, 'y'], 6, 7],
    [['b c', 1, 'y', 'z'], 6, 11],
    [['b c', 1, 'y', 'z', 1], 6, 18],
    [['b c', 1, 'w'], 7, 7],
    [['user', 'k'], 11, 7],
    [['user', 'l'], 12, 3],
    [['dup'], 14, 1],
  ])('finds %j at line %d, column %d', (path, line, column) => {
    expect(read(SOURCE).locate(path)).toEqual({ line, column });
  });

  it.each<[ValuePath]>([[['x']], [['a', 'b']], [['b c', 2]], [['b c', 'x']], [[0]]])('returns undefined for %j', (path) => {
    expect(read(SOURCE).locate(path)).toBeUndefined();
  });

  it('counts every kind of line break, and ignores a byte order mark', () => {
    const { locate } = read('\ufeffa: 1\r\nb: 2\rc: 3\nd: 4\n');
    expect(['a', 'b', 'c', 'd'].map((key) => locate([key]))).toEqual([1, 2, 3, 4].map((line) => ({ line, column: 1 })));
  });
});
