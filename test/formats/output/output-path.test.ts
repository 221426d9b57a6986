import { checkOutputPath, checkOutputPaths } from '../../../lib/formats/output/output-path';

/** Names from bundles, catalogs, charts, clusters, locks and plans, and what is wrong with each. */
export const HOSTILE: readonly (readonly [path: string, reason: RegExp])[] = [
  ['../x', /leads out of the folder/],
  ['a/../../x', /leads out of the folder/],
  ['..', /leads out of the folder/],
  ['.', /leads out of the folder/],
  ['', /leads out of the folder/],
  ['a//b', /leads out of the folder/],
  ['a/', /leads out of the folder/],
  ['/etc/x', /is absolute/],
  ['C:/x', /is absolute/],
  ['..\\x', /has a backslash/],
  ['a\\..\\..\\x', /has a backslash/],
  ['\\\\server\\share', /has a backslash/],
  ['.. ', /ends with a dot or a space/],
  ['... /x', /ends with a dot or a space/],
  ['a./b', /ends with a dot or a space/],
  ['a\0b', /control character/],
  ['a\nb', /control character/],
  ['a\u007fb', /control character/],
  ['a/x\u202egnp.yaml', /reverses text/],
  ['\u200bx', /hides or reverses text/],
  ['x\u2066/y', /hides or reverses text/],
  ['x\u2028y', /hides or reverses text/],
  ['x\ud800', /hides or reverses text/],
  ['x\u009b2J', /control character/],
  ['x'.repeat(256), /has a name of 256 bytes, and file systems allow 255/],
  [`${'\u00e4'.repeat(128)}/x`, /has a name of 256 bytes/],
];

describe('the path of a file to write', () => {
  test.each(HOSTILE)('must not be %j', (path, reason) => {
    expect(() => checkOutputPath('out', path)).toThrow(reason);
    expect(() => checkOutputPath('out', path)).toThrow(/^out: the path ".*; nothing was written$/);
  });

  test.each(['c:x', 'con', 'a/NUL.yaml', 'com1', 'LPT\u00b9.txt', 'a:b', 'x?', 'a|b'])('must not be %j on Windows', (path) => {
    expect(() => checkOutputPath('out', path, false)).not.toThrow();
    expect(() => checkOutputPath('out', path, true)).toThrow('which Windows does not allow; rename it');
  });

  test.each(['a.yaml', '.hidden', 'a/b.c/d', 'Über/日本.yaml', '...a', 'console', 'x'.repeat(255)])('may be %j', (path) => {
    expect(() => checkOutputPath('out', path, true)).not.toThrow();
  });

  test('is short in messages', () => {
    const message = (): void => checkOutputPath('out', `../${'x/'.repeat(100_000)}`);
    expect(message).toThrow(/^.{0,400}$/);
  });
});

describe('paths of files to write', () => {
  test.each([
    [['a.yaml', 'A.yaml'], 'are the same file on file systems that ignore case'],
    [['a/\u00e9', 'a/e\u0301'], 'are the same file on file systems that ignore case'],
    [['stra\u00dfe', 'STRASSE'], 'are the same file on file systems that ignore case'],
    [['a', 'a/b'], '"a" is a file, and the folder of "a/b"'],
    [['a/b/c/d', 'A/B'], '"A/B" is a file, and the folder of "a/b/c/d"'],
  ])('must not be %j', (paths, reason) => {
    expect(() => checkOutputPaths('out', paths)).toThrow(reason);
    expect(() => checkOutputPaths('out', [...paths].reverse())).toThrow(/nothing was written/);
  });
});
