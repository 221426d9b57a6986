import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode, systemReason, unreadableReason } from '../../lib/text/system-error';

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'system-error-')); });
afterAll(() => { rmSync(folder, { recursive: true }); });

function errorOf(path: string): unknown {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
}

describe('why a file cannot be read', () => {
  it.each<[string, () => string, string]>([
    ['nothing', () => join(folder, 'none'), 'file or folder not found; check the path'],
    ['a folder', () => folder, 'cannot be read: it is a folder'],
    ['a long name', () => join(folder, 'x'.repeat(300)), 'cannot be read: the path is too long'],
    ['a path below a file', () => join(__filename, 'inside'), 'cannot be read: a part of the path is a file, not a folder'],
    ['a NUL character', () => join(folder, 'a\0b'), 'cannot be read: the path has a NUL character'],
    ['a loop of links', () => {
      symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
      return join(folder, 'loop');
    }, 'cannot be read: it is a symbolic link, or a loop of them'],
  ])('%s', (_, path, reason) => { expect(unreadableReason(errorOf(path()))).toBe(reason); });

  it('has the code of an error that is not known', () => {
    const error = Object.assign(new Error('odd'), { code: 'EBADMSG' });
    expect([unreadableReason(error), systemReason(error)]).toEqual(['cannot be read: EBADMSG', undefined]);
  });

  it.each<[string, unknown]>([
    ['of this library', Object.assign(new Error('wrong'), { code: 'ENTRY_MISSING' })],
    ['of Node.js', Object.assign(new TypeError('wrong'), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['without a code', new Error('ENOENT')],
    ['that is no object', 'ENOENT'],
    ['that is nothing', undefined],
  ])('is nothing that an error %s says', (_, error) => { expect([systemCode(error), unreadableReason(error)]).toEqual([undefined, undefined]); });
});
