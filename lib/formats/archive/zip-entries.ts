import { crc32, inflateRawSync } from 'node:zlib';
import { goText } from '../json/utf8-text';

/** An entry of a zip archive. */
export interface ZipEntry {
  /** Path as written; nothing in it is trusted. */
  readonly path: string;

  /** Size of the content, as the archive states it. */
  readonly size: number;

  /** Why the content cannot be read, such as `encrypted` or `compressed with bzip2`, or undefined if it can. */
  readonly unread: string | undefined;

  /**
   * Returns the content.
   *
   * @throws what `damaged` of `zipEntries` returns, if the content has another size or another checksum than the archive states
   */
  readonly content: () => Buffer;
}

const END = 'PK\x05\x06';
const END_BYTES = 22;
const WIDE_END = 'PK\x06\x06';
const WIDE_LOCATOR = 'PK\x06\x07';
const RECORD = 'PK\x01\x02';
const RECORD_BYTES = 46;
const LOCAL = 'PK\x03\x04';
const LOCAL_BYTES = 30;

/** Values of fields that are too small for their number: it is in a record of zip64. */
const [NARROW_16, NARROW_32] = [0xffff, 0xffff_ffff];

const [STORED, DEFLATED] = [0, 8];

/** Methods of compression that are not read. */
const METHODS: { readonly [method: number]: string } = { 9: 'Deflate64', 12: 'bzip2', 14: 'LZMA', 93: 'zstd', 95: 'xz', 98: 'PPMd' };

/** Method that states that an entry is encrypted with AES. */
const AES = 99;

/**
 * Returns the entries of a zip archive, from the directory at its end, as Go's archive/zip does. Folders are left out.
 *
 * @param archive the archive
 * @param damaged returns the error about an archive that is damaged, with a reason
 * @throws what `damaged` returns, if the archive is cut off, or its parts contradict each other
 */
export function* zipEntries(archive: Buffer, damaged: (reason: string) => Error): Iterable<ZipEntry> {
  const directory = directoryOf(archive, damaged);
  let [at, count] = [directory.start, 0];
  for (; at < directory.end; count++) {
    const record = startsWith(archive, at, RECORD) && at + RECORD_BYTES <= directory.end ? recordAt(archive, at) : undefined;
    if (record === undefined || record.next > directory.end) {
      throw damaged(`its directory is damaged after ${count} entries`);
    }
    at = record.next;
    if (!record.path.endsWith('/')) {
      yield entryOf(archive, record, directory.start, damaged);
    }
  }
  if (count % directory.modulus !== directory.count) {
    throw damaged(`it should contain ${directory.count} entries, and its directory has ${count}`);
  }
}

const startsWith = (archive: Buffer, at: number, start: string): boolean => archive.toString('latin1', at, at + start.length) === start;
const wide = (archive: Buffer, at: number): number => Number(archive.readBigUInt64LE(at));

/** The directory of an archive. */
interface Directory {
  readonly start: number;
  readonly end: number;

  /** Number of entries, which is written modulo a number. */
  readonly count: number;
  readonly modulus: number;
}

function directoryOf(archive: Buffer, damaged: (reason: string) => Error): Directory {
  const end = archive.lastIndexOf(END, undefined, 'latin1');
  if (end === -1 || end + END_BYTES > archive.length || end + END_BYTES + archive.readUInt16LE(end + 20) > archive.length) {
    throw damaged('it is cut off');
  }
  const locator = end - 20;
  const isWide = locator >= 0 && startsWith(archive, locator, WIDE_LOCATOR);
  const wideEnd = isWide ? wide(archive, locator + 8) : 0;
  if (isWide && !(wideEnd + 56 <= locator && startsWith(archive, wideEnd, WIDE_END))) {
    throw damaged('the end of its directory is damaged');
  }
  if (isWide ? archive.readUInt32LE(locator + 16) > 1 : archive.readUInt16LE(end + 4) !== 0) {
    throw damaged('it is one of several parts of an archive');
  }
  const [count, size, start] = isWide
    ? [wide(archive, wideEnd + 32), wide(archive, wideEnd + 40), wide(archive, wideEnd + 48)]
    : [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 12), archive.readUInt32LE(end + 16)];
  const limit = isWide ? wideEnd : end;
  if (start + size !== limit) {
    throw damaged(`its directory should end at byte ${start + size}, and ends at ${limit}`);
  }
  return { start, end: limit, count, modulus: isWide ? Infinity : NARROW_16 + 1 };
}

/** What the directory states about an entry. */
interface DirectoryRecord {
  readonly path: string;
  readonly name: Buffer;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;

  /** Where the next record begins. */
  readonly next: number;
}

function recordAt(archive: Buffer, at: number): DirectoryRecord {
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [number, number, number];
  const extra = at + RECORD_BYTES + nameBytes;
  const name = archive.subarray(at + RECORD_BYTES, extra);
  const numbers = [24, 20, 42].map((field) => archive.readUInt32LE(at + field));
  const [size, packedSize, offset] = widened(archive.subarray(extra, extra + extraBytes), numbers);
  return {
    path: goText(name), name, size: size!, packedSize: packedSize!, offset: offset!,
    isEncrypted: archive.readUInt16LE(at + 8) % 2 === 1,
    method: archive.readUInt16LE(at + 10),
    checksum: archive.readUInt32LE(at + 16),
    next: extra + extraBytes + commentBytes,
  };
}

/** Replaces numbers that are too large for their fields by those in the extra field of zip64, which has only these, in their order. */
function widened(extra: Buffer, numbers: readonly number[]): readonly number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) {
      let from = at + 4;
      return numbers.map((number) => {
        const isWide = number === NARROW_32 && from + 8 <= extra.length;
        from += isWide ? 8 : 0;
        return isWide ? wide(extra, from - 8) : number;
      });
    }
  }
  return numbers;
}

function entryOf(archive: Buffer, record: DirectoryRecord, limit: number, damaged: (reason: string) => Error): ZipEntry {
  const { path, name, offset, packedSize, size, method } = record;
  const fault = (reason: string): Error => damaged(`${JSON.stringify(path)} ${reason}`);
  if (offset + LOCAL_BYTES > limit || !startsWith(archive, offset, LOCAL)) {
    throw fault('is in its directory, but not in the archive');
  }
  const nameEnd = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26);
  const start = nameEnd + archive.readUInt16LE(offset + 28);
  const isSame = name.equals(archive.subarray(offset + LOCAL_BYTES, nameEnd)) && archive.readUInt16LE(offset + 8) === method
    && (archive.readUInt16LE(offset + 6) % 2 === 1) === record.isEncrypted;
  if (!isSame || start + packedSize > limit) {
    throw fault('has other properties in its directory than in its header');
  }
  return { path, size, unread: unreadReason(record), content: () => unpacked(archive.subarray(start, start + packedSize), record, fault) };
}

function unreadReason({ isEncrypted, method }: DirectoryRecord): string | undefined {
  return isEncrypted || method === AES ? 'encrypted'
    : method === STORED || method === DEFLATED ? undefined : `compressed with ${METHODS[method] ?? `method ${method}`}`;
}

function unpacked(packed: Buffer, { method, size, checksum }: DirectoryRecord, fault: (reason: string) => Error): Buffer {
  const content = method === STORED ? packed : inflated(packed, size, fault);
  if (content.length !== size) {
    throw fault(`should have ${size} bytes, and has ${content.length}`);
  }
  if (crc32(content) !== checksum) {
    throw fault('has another content than its checksum states');
  }
  return content;
}

function inflated(packed: Buffer, size: number, fault: (reason: string) => Error): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? fault(`should have ${size} bytes, and has more`) : fault(`cannot be decompressed: ${(error as Error).message}`);
  }
}
