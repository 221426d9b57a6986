import { read, refusal } from './read';

/** Nine anchors, each nine times the one before it: 9^9 values. */
const BILLION_LAUGHS = ['a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]']
  .concat([...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]!}`).join(', ')}]`))
  .join('\n');

describe('reading YAML keeps within limits', () => {
  it('of values, where those behind an alias count each time', () => {
    expect(refusal(BILLION_LAUGHS)).toBe(
      '6:8: there are more than 100000 values up to here (limit maxYamlNodes); values behind an alias count each time',
    );
  });

  it('of values that merges copy', () => {
    const merges = Array(60).fill('- <<: *m').join('\n');
    const keys = Array.from({ length: 2000 }, (_, index) => `  k${index}: 1`).join('\n');
    expect(refusal(`m: &m\n${keys}\nl:\n${merges}\n`)).toContain('(limit maxYamlNodes)');
  });

  it('of values without any alias', () => {
    expect(refusal('- 1\n- 2\n- 3\n', { maxNodes: 3 })).toBe(
      '3:3: there are more than 3 values up to here (limit maxYamlNodes); values behind an alias count each time',
    );
    expect(read('- 1\n- 2\n- 3\n', { maxNodes: 4 }).value).toEqual([1, 2, 3]);
  });

  it('of memory, by counting ahead in a long text', () => {
    expect(refusal(`[${'1,'.repeat(2_000_000)}]`)).toBe(
      '1:1: there may be more than 100000 values here (limit maxYamlNodes), by the marks between them',
    );
  });

  it('of depth', () => {
    const reason = 'lists and maps stand more than 500 deep in one another (limit maxYamlDepth)';
    expect(refusal(`${'['.repeat(500)}1${']'.repeat(500)}`)).toBe('not refused');
    expect(refusal('- '.repeat(500))).toBe('not refused');
    expect(refusal('['.repeat(100_000))).toBe(`1:502: ${reason}`);
    expect(refusal('- '.repeat(100_000))).toBe(`1:1005: ${reason}`);
    expect(refusal('{"a":'.repeat(100_000))).toContain(reason);
  });

  it.each([
    ['a: *x\n', '1:4: the alias *x has no anchor &x before it'],
    ['a: &x [*x]\n', '1:8: the alias *x stands inside its own anchor, so that its value would contain itself'],
    ['a: &x {b: *x}\n', '1:11: the alias *x stands inside its own anchor, so that its value would contain itself'],
  ])('of aliases: %s', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('and lets an alias stand for what its anchor held last', () => {
    expect(read('a: &x 1\nb: *x\nc: &x [2]\nd: *x\n').value).toEqual({ a: 1, b: 1, c: [2], d: [2] });
  });
});
