import { read, refusal } from './read';

/** Nine anchors, each nine times the one before it: 9^9 values. */
const BILLION_LAUGHS = ['a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]']
  .concat([...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]!}`).join(', ')}]`))
  .join('\n');

describe('readYaml', () => {
  it('limits the number of values, and counts those behind an alias at each use', () => {
    expect(refusal(BILLION_LAUGHS)).toBe(
      '6:8: there are more than 100000 values up to here (limit maxYamlNodes); values behind an alias count each time',
    );
  });

  it('counts values that merges copy', () => {
    const merges = Array(60).fill('- <<: *m').join('\n');
    const keys = Array.from({ length: 2000 }, (_, index) => `  k${index}: 1`).join('\n');
    expect(refusal(`m: &m\n${keys}\nl:\n${merges}\n`)).toContain('(limit maxYamlNodes)');
  });

  it('limits the number of values without aliases', () => {
    expect(refusal('- 1\n- 2\n- 3\n', { maxNodes: 3 })).toBe(
      '3:3: there are more than 3 values up to here (limit maxYamlNodes); values behind an alias count each time',
    );
    expect(read('- 1\n- 2\n- 3\n', { maxNodes: 4 }).value).toEqual([1, 2, 3]);
  });

  it('counts the values of a large file before parsing it, to save memory', () => {
    expect(refusal(`[${'1,'.repeat(2_000_000)}]`)).toBe(
      '1:1: there may be more than 100000 values (limit maxYamlNodes), judging by their indicators',
    );
  });

  it('limits the nesting depth', () => {
    const reason = 'lists and maps are nested more than 500 deep (limit maxYamlDepth)';
    expect(refusal(`${'['.repeat(500)}1${']'.repeat(500)}`)).toBe('not refused');
    expect(refusal('- '.repeat(500))).toBe('not refused');
    expect(refusal('['.repeat(100_000))).toBe(`1:502: ${reason}`);
    expect(refusal('- '.repeat(100_000))).toBe(`1:1005: ${reason}`);
    expect(refusal('{"a":'.repeat(100_000))).toContain(reason);
  });

  it.each([
    ['a: *x\n', '1:4: the alias *x has no anchor &x before it'],
    ['a: &x [*x]\n', '1:8: the alias *x is inside its own anchor, so that its value would contain itself'],
    ['a: &x {b: *x}\n', '1:11: the alias *x is inside its own anchor, so that its value would contain itself'],
  ])('refuses an alias without a complete anchor: %s', (source, reason) => {
    expect(refusal(source)).toBe(reason);
  });

  it('resolves an alias to the nearest anchor before it', () => {
    expect(read('a: &x 1\nb: *x\nc: &x [2]\nd: *x\n').value).toEqual({ a: 1, b: 1, c: [2], d: [2] });
  });
});
