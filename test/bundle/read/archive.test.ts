import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Bundle } from '../../../lib/bundle/bundle';
import type { BundleReadOptions } from '../../../lib/bundle/files/read-options';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import { bundleFiles, CSV, inFolder, replaceFiles } from '../../builders/bundle-files';
import { type Entry, tarOf, tarOfFiles } from '../../builders/tar-archive';
import { messageOf } from './message';

function inFile<Result>(content: Buffer, read: (path: string) => Result): Result {
  return inFolder((folder) => {
    const path = join(folder, 'bundle.bin');
    writeFileSync(path, content);
    return read(path);
  });
}

function refusal(archive: Buffer, options?: BundleReadOptions): string {
  return inFile(archive, (path) => messageOf(path, options));
}

describe('an archive contains the same bundle as a folder', () => {
  const files = bundleFiles();

  it.each([
    ['as tar', tarOfFiles(files)],
    ['as tar.gz', gzipSync(tarOfFiles(files))],
    ['with ./ before every path', tarOf([{ path: './', type: 'Directory' }, ...Object.entries(files).map(([path, content]) => ({ path: `./${path}`, content }))])],
    ['in a folder of the archive', tarOfFiles(files, 'demo-bundle/')],
    ['in a folder after ./', tarOfFiles(files, './demo-bundle/')],
    ['with other files next to it', tarOf([{ path: 'bundle.Dockerfile', content: 'FROM scratch' }, { path: 'tests/x.yaml', content: '}' }, ...entriesOf(files)])],
    ['with long paths in an extended header', tarOfFiles(files, `${'long-'.repeat(15)}name/`)],
  ])('%s', (_, archive) => {
    const bundle = inFile(archive, (path) => Bundle.fromArchive(path));
    expect(bundle.name).toBe('demo.v1.2.3');
    expect(bundle.manifests.map(({ file }) => file)).toEqual(Object.keys(files).filter((path) => path.startsWith('manifests/')));
  });

  function entriesOf(from: { readonly [path: string]: string | Buffer }): Entry[] {
    return Object.entries(from).map(([path, content]) => ({ path, content }));
  }
});

describe('an archive is refused', () => {
  const sound = Object.entries(bundleFiles()).map(([path, content]): Entry => ({ path, content }));

  it.each<[string, Entry, string]>([
    ['a path with ..', { path: '../manifests/x.yaml' }, 'the path "../manifests/x.yaml" of an entry leads outside the bundle or is not a plain path'],
    ['a path with .. inside', { path: 'manifests/a/../../../x' }, 'the path "manifests/a/../../../x" of an entry leads outside the bundle or is not a plain path'],
    ['an absolute path', { path: '/etc/passwd' }, 'the path "/etc/passwd" of an entry leads outside the bundle or is not a plain path'],
    ['a path with a drive', { path: 'C:/x' }, 'the path "C:/x" of an entry leads outside the bundle or is not a plain path'],
    ['a path with a backslash', { path: 'manifests\\x' }, 'the path "manifests\\\\x" of an entry leads outside the bundle or is not a plain path'],
    ['a symbolic link', { path: 'manifests/x.yaml', type: 'SymbolicLink', linkpath: '/etc/passwd' }, 'manifests/x.yaml: this is a symbolic link'],
    ['a hard link', { path: 'manifests/x.yaml', type: 'Link', linkpath: CSV }, 'manifests/x.yaml: this is a hard link'],
    ['a character device', { path: 'manifests/x', type: 'CharacterDevice' }, 'manifests/x: this is a device'],
    ['a block device', { path: 'manifests/x', type: 'BlockDevice' }, 'manifests/x: this is a device'],
    ['a named pipe', { path: 'manifests/x', type: 'FIFO' }, 'manifests/x: this is a named pipe'],
    ['a file twice', { path: `./${CSV}`, content: 'a: 1' }, `${CSV}: the archive contains this file twice`],
  ])('for %s', (_, entry, reason) => {
    expect(refusal(tarOf([...sound, entry]))).toContain(`SOURCE: ${reason}`);
  });

  it('for two bundles', () => {
    const archive = tarOfFiles({ 'b/manifests/x.yaml': '', 'a/manifests/x.yaml': '' });
    expect(refusal(archive)).toBe('SOURCE: the archive contains more than one bundle: a/, b/; unpack it and read one of the folders');
  });

  it('without a bundle', () => {
    expect(refusal(tarOfFiles({ 'a.txt': '' }))).toContain('folder manifests/ is missing');
  });

  it('for manifests in a subfolder of manifests/', () => {
    expect(refusal(tarOf([...sound, { path: 'manifests/crds/x.yaml' }]))).toContain('SOURCE: manifests/crds/x.yaml: OLM ignores subfolders');
  });

  it.each<[string, Buffer, string]>([
    ['that is empty', Buffer.alloc(0), 'the archive is empty'],
    ['that is plain text', Buffer.from('hello '.repeat(200)), 'this is not a tar archive, or it is damaged'],
    ['that is short text', Buffer.from('hello'), 'this is not a tar archive, or it is damaged'],
    ['that is a zip archive', Buffer.from('PK\x03\x04'.padEnd(600)), 'the archive is a zip archive; pack the bundle as tar, or tar compressed with gzip'],
    ['compressed with zstd', Buffer.from('28b52ffd00', 'hex'), 'the archive is compressed with zstd'],
    ['compressed with xz', Buffer.from('fd377a585a00', 'hex'), 'the archive is compressed with xz'],
    ['compressed twice', gzipSync(gzipSync(tarOf(sound))), 'the archive is compressed with gzip twice'],
    ['truncated inside a file', tarOf(sound).subarray(0, 700), 'this is not a tar archive, or it is damaged'],
    ['with a damaged header', damaged(tarOf(sound), 10), 'this is not a tar archive, or it is damaged'],
    ['with damaged compression', damaged(gzipSync(tarOf(sound)), 40), 'the archive is damaged: gzip: '],
    ['with truncated compression', gzipSync(tarOf(sound)).subarray(0, 100), 'the archive is damaged: gzip: unexpected end of file'],
  ])('%s', (_, archive, reason) => {
    expect(refusal(archive)).toContain(`SOURCE: ${reason}`);
  });

  function damaged(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.fill(0x5a, at, at + 8);
    return copy;
  }
});

describe('an archive is refused', () => {
  const trust = 'raise the limit if you trust the bundle';

  it('if gzip expands to a thousand times the compressed size', () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(8 * 1024 * 1.1);
    expect(refusal(bomb, { maxTotalBytes: 4_000_000 })).toBe(`SOURCE: the archive unpacks to more than 4000000 bytes (limit maxTotalBytes); ${trust}`);
  });

  it.each([
    [11_000, 'there are more than 10000 files and folders (limit maxFiles)'],
    [140_000, 'the archive unpacks to more than 67108864 bytes (limit maxTotalBytes)'],
  ])('if it has %d entries', (count, reason) => {
    const entry = tarOf([{ path: 'x/', type: 'Directory' }]).subarray(0, 512);
    const many = gzipSync(Buffer.alloc(count * entry.length, entry), { level: 1 });
    expect(refusal(many)).toBe(`SOURCE: ${reason}; ${trust}`);
  });

  it('if a file in it exceeds the limit', () => {
    const archive = gzipSync(tarOfFiles({ 'manifests/x.yaml': Buffer.alloc(16 * 1024 * 1024 + 1) }), { level: 1 });
    expect(refusal(archive)).toBe(`SOURCE: manifests/x.yaml: the file has 16777217 bytes, more than 16777216 (limit maxFileBytes); ${trust}`);
  });

  it('if it exceeds the limit itself', () => {
    expect(refusal(tarOfFiles(bundleFiles()), { maxTotalBytes: 1000 })).toBe(
      `SOURCE: the archive has 5632 bytes, more than 1000 (limit maxTotalBytes); ${trust}`,
    );
  });
});

describe('a damaged archive', () => {
  const sound = tarOfFiles(bundleFiles());
  const damage = fc.array(fc.record({ at: fc.nat(sound.length - 1), byte: fc.nat(255) }), { minLength: 1, maxLength: 20 });

  it.each([
    ['tar', sound],
    ['tar.gz', gzipSync(sound)],
  ])('as %s is read or rejected with a BundleError, wherever the damage is', (_, archive) => {
    inFolder((folder) => {
      const path = join(folder, 'bundle.bin');
      fc.assert(
        fc.property(damage, fc.nat(archive.length), (bytes, length) => {
          const copy = Buffer.from(archive.subarray(0, archive.length - (length % 3 === 0 ? length : 0)));
          for (const { at, byte } of bytes.filter(() => copy.length > 0)) {
            copy[at % copy.length] = byte;
          }
          replaceFiles(folder, { 'bundle.bin': copy });
          try {
            Bundle.fromArchive(path);
          } catch (error) {
            expect(error).toBeInstanceOf(BundleError);
          }
        }),
        { seed: 4, numRuns: 150 },
      );
    });
  });
});
