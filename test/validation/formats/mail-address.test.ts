import { isMailAddress } from '../../../lib/bundle/validation/mail-address';

describe('a mail address', () => {
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
  ])('may be %s', (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  it.each([
    '', ' ', 'ann', 'ann@', '@example.test', 'ann@@example.test', '.ann@example.test', 'ann.@example.test', 'a..b@example.test',
    'ann@example.test.', 'Ann ann@example.test', '<ann@example.test', 'ann@example.test>', 'ann@[x]', 'ann@[fe80::1%eth0]', '""@example.test',
    '"ann@example.test', 'ann@example.test (Ann', 'friends: ;', 'friends: ann@example.test, bob@example.test;', 'a@b.c, d@e.f', 'ann\n@example.test',
    'ann@exa mple.test',
  ])('may not be %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });

  it.each([
    ['escapes', `"${'\\a'.repeat(2_000_000)}"@b`],
    ['an open quote', `"${'\\a'.repeat(2_000_000)}`],
    ['comments', '('.repeat(2_000_000)],
    ['dots', `${'a.'.repeat(2_000_000)}@b`],
    ['words', 'a '.repeat(500_000)],
  ])('of any length is judged: %s', (_what, text) => {
    expect(typeof isMailAddress(text)).toBe('boolean');
  });
});
