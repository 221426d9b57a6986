import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Budget, readLimits } from '../../../lib/bundle/files/read-options';
import { readTar } from '../../../lib/bundle/files/read-tar';
import { refuseAll } from '../../../lib/bundle/files/refusal';
import { writeTar } from '../../../lib/bundle/files/write-archive';
import { inFolder } from '../../builders/bundle-files';

function archiveOf(files: { readonly [path: string]: string }): Buffer {
  return writeTar(new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])));
}

function entriesOf(archive: Buffer): [string, string | undefined][] {
  const entries = readTar('test', archive, readLimits(), new Budget('test', readLimits()), refuseAll('test'));
  return entries.map(({ path, content }) => [path, content?.toString()]);
}

describe('a written tar archive', () => {
  it('has the files with their folders, sorted by path', () => {
    expect(entriesOf(archiveOf({ 'b/c/d': '1', 'b/a': '2', 'a': '' }))).toEqual([['a', ''], ['b', undefined], ['b/a', '2'], ['b/c', undefined], ['b/c/d', '1']]);
  });

  it('does not depend on the order of the files', () => {
    expect(archiveOf({ a: '1', b: '2' }).equals(archiveOf({ b: '2', a: '1' }))).toBe(true);
  });

  it.each([
    ['of 99 characters', 'x'.repeat(99)],
    ['of 150 characters in a folder', `manifests/${'x'.repeat(90)}/${'y'.repeat(50)}`],
    ['of 250 characters', `manifests/${'x'.repeat(240)}`],
    ['in another script', 'manifests/ключ.yaml'],
  ])('keeps a path %s', (_, path) => {
    expect(entriesOf(archiveOf({ [path]: 'content' })).at(-1)).toEqual([path, 'content']);
  });

  it('is read by tar, and has neither owners nor times', () => {
    inFolder((folder) => {
      const file = join(folder, 'a.tar');
      writeFileSync(file, archiveOf({ 'configs/demo/catalog.json': '{}', [`configs/${'x'.repeat(200)}`]: '' }));
      const listed = execFileSync('tar', ['--numeric-owner', '--utc', '-tvf', file], { encoding: 'utf8' }).trim().split('\n');
      expect(listed).toHaveLength(4);
      expect(listed.every((line) => /^(?:-rw-r--r--|drwxr-xr-x) 0\/0 +\d+ 1970-01-01 00:00 configs/.test(line))).toBe(true);
    });
  });
});
