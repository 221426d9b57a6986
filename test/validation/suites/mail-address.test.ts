import { isMailAddress } from '../../../lib/validation/suites/operatorhub';

describe('isMailAddress', () => {
  it.each([
    'ann@example.test',
    'Ann <ann@example.test>',
    '"Ann, of B" <ann@example.test>',
    'Ann (of (all)) <ann@example.test>',
    'ann@example.test (Ann)',
    '"a b"@example.test',
    'ann+tag@example',
    'jürgen@bücher.example',
    'ann@[192.0.2.1]',
    'ann@[2001:db8::1]',
    '  ann@example.test\t',
    'friends: ann@example.test;',
    '<ann@example.test>',
  ])('accepts %s', (value) => {
    expect(isMailAddress(value)).toBe(true);
  });

  it.each([
    '', ' ', 'ann', 'ann@', '@example.test', 'ann@@example.test', '.ann@example.test', 'ann.@example.test', 'a..b@example.test',
    'ann@example.test.', 'Ann ann@example.test', '<ann@example.test', 'ann@example.test>', 'ann@[x]', 'ann@[fe80::1%eth0]', '""@example.test',
    '"ann@example.test', 'ann@example.test (Ann', 'friends: ;', 'friends: ann@example.test, bob@example.test;', 'a@b.c, d@e.f', 'ann\n@example.test',
    'ann@exa mple.test',
  ])('rejects %j', (value) => {
    expect(isMailAddress(value)).toBe(false);
  });

  it.each([
    ['escapes', `"${'\\a'.repeat(2_000_000)}"@b`],
    ['an open quote', `"${'\\a'.repeat(2_000_000)}`],
    ['comments', '('.repeat(2_000_000)],
    ['dots', `${'a.'.repeat(2_000_000)}@b`],
    ['words', 'a '.repeat(500_000)],
  ])('handles a string of any length: %s', (_what, value) => {
    expect(typeof isMailAddress(value)).toBe('boolean');
  });
});
