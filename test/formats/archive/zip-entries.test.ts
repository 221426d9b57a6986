import { zipEntries } from '../../../lib/formats/archive/zip-entries';
import { pipedZipOf, wideZipOf, zipOf } from '../../builders/zip-archive';

const FILES = { 'a.yaml': 'kind: Pod\n'.repeat(50), 'folder/b.yaml': 'kind: Service\n', 'ä.yaml': '' };

function contents(archive: Buffer): { [path: string]: string } {
  const entries = [...zipEntries(archive, (reason) => new Error(reason))];
  return Object.fromEntries(entries.map(({ path, unread, content }) => [path, unread ?? content().toString()]));
}

/** Returns an archive with another number in the header and in the record of its first entry, at the same field of both. */
function changed(archive: Buffer, field: number, write: (archive: Buffer, at: number) => void, places: 'both' | 'header' = 'both'): Buffer {
  const copy = Buffer.from(archive);
  write(copy, field);
  if (places === 'both') {
    write(copy, copy.indexOf('PK\x01\x02', 0, 'latin1') + field + 2);
  }
  return copy;
}

describe('a zip archive', () => {
  test.each<[string, () => Buffer]>([
    ['with deflate', () => zipOf(FILES)],
    ['without compression', () => zipOf(FILES, 0)],
    ['with checksums after the contents', () => pipedZipOf(FILES)],
    ['with the numbers of zip64', () => wideZipOf(FILES)],
    ['with a folder', () => zipOf({ 'folder/': '', ...FILES })],
    ['with a comment', () => {
      const zip = Buffer.concat([zipOf(FILES), Buffer.from('remark')]);
      zip.writeUInt16LE(6, zip.length - 8);
      return zip;
    }],
  ])('is read %s', (_, archive) => {
    expect(contents(archive())).toEqual(FILES);
  });

  test.each<[string, () => Buffer, string]>([
    ['encrypted', () => changed(zipOf(FILES), 6, (zip, at) => zip.writeUInt16LE(1, at)), 'encrypted'],
    ['encrypted with AES', () => changed(zipOf(FILES), 8, (zip, at) => zip.writeUInt16LE(99, at)), 'encrypted'],
    ['compressed as Windows does with large files', () => changed(zipOf(FILES), 8, (zip, at) => zip.writeUInt16LE(9, at)), 'compressed with Deflate64'],
    ['compressed in an unknown way', () => changed(zipOf(FILES), 8, (zip, at) => zip.writeUInt16LE(77, at)), 'compressed with method 77'],
  ])('states what is not read: %s', (_, archive, unread) => {
    expect(contents(archive())).toEqual({ ...FILES, 'a.yaml': unread });
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['has another content', () => {
      const zip = zipOf(FILES, 0);
      zip.write('kind: Job', zip.indexOf('kind: Pod'));
      return zip;
    }, /"a\.yaml" has another content than its checksum states/],
    ['has another checksum', () => changed(zipOf(FILES), 14, (zip, at) => zip.writeUInt32LE(7, at)), /"a\.yaml" has another content than/],
    ['has a larger content', () => changed(zipOf(FILES), 22, (zip, at) => zip.writeUInt32LE(7, at)), /"a\.yaml" should have 7 bytes, and has more/],
    ['has a smaller content', () => changed(zipOf(FILES), 22, (zip, at) => zip.writeUInt32LE(900, at)), /"a\.yaml" should have 900 bytes, and has 500/],
    ['has damaged data', () => changed(zipOf(FILES), 0, (zip, at) => at === 0 && zip.fill(0xff, 36, 44), 'header'), /"a\.yaml" cannot be decompressed: /],
    ['has another name in its header', () => changed(zipOf(FILES), 30, (zip, at) => zip.write('b', at), 'header'), /"a\.yaml" has other properties in its directory/],
    ['has another method in its header', () => changed(zipOf(FILES), 8, (zip, at) => zip.writeUInt16LE(0, at), 'header'), /"a\.yaml" has other properties/],
    ['has no header', () => changed(zipOf(FILES), 0, (zip, at) => zip.write('XX', at), 'header'), /"a\.yaml" is in its directory, but not in the archive/],
    ['lost an entry', () => {
      const zip = zipOf(FILES);
      return Buffer.concat([zip.subarray(0, zip.indexOf('PK\x03\x04', 4, 'latin1')), zip.subarray(zip.indexOf('PK\x01\x02', 0, 'latin1'))]);
    }, /its directory should end at byte \d+, and ends at \d+/],
    ['lost an entry of its directory', () => {
      const zip = zipOf(FILES);
      const second = zip.indexOf('PK\x01\x02', zip.indexOf('PK\x01\x02', 0, 'latin1') + 4, 'latin1');
      const end = zip.subarray(zip.length - 22);
      const first = zip.indexOf('PK\x01\x02', 0, 'latin1');
      end.writeUInt32LE(second - first, 12);
      return Buffer.concat([zip.subarray(0, second), end]);
    }, /it should contain 3 entries, and its directory has 1/],
    ['is a part of several', () => {
      const zip = zipOf(FILES);
      zip.writeUInt16LE(1, zip.length - 18);
      return zip;
    }, /it is one of several parts/],
    ['is damaged at the end of zip64', () => {
      const zip = wideZipOf(FILES);
      zip.write('XX', zip.indexOf('PK\x06\x06', 0, 'latin1'));
      return zip;
    }, /the end of its directory is damaged/],
  ])('is refused if it %s', (_, archive, message) => {
    expect(() => contents(archive())).toThrow(message);
  });
});
