import { gunzipSync } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';
import { unreadFormat } from '../../../formats/archive/unread-format';
import { isFile, PATH_LIMITS, walkTar } from '../../../formats/archive/walk-tar';
import { InspectionError } from './object-source';

/** Maximum size of a file, in bytes: the files of `oc adm inspect` for a kind in a namespace are far smaller. */
export const MAX_FILE = 256 * 1024 * 1024;

/** Maximum decompressed size of all files and archives of a dump together, in bytes. */
const MAX_UNPACKED = 2 * 1024 * 1024 * 1024;

/** Maximum number of files in a folder or an archive. */
export const MAX_FILES = 200_000;

/** How often gzip may be applied to one file: once for a file, and once for the archive that contains it. */
const MAX_LAYERS = 2;

/** Number of bytes of a zip archive to decompress at once, which bounds what a small archive can decompress to before it is refused. */
const SLICE = 64 * 1024;

/** What all files of a dump may take together: an archive in an archive, and each file with gzip, counts with its decompressed size. */
export class DumpBudget {
  #bytes = 0;

  /** @param maxBytes maximum number of decompressed bytes */
  public constructor(private readonly maxBytes: number = MAX_UNPACKED) {}

  /** Number of decompressed bytes that are left, at least one. */
  public get bytesLeft(): number {
    return Math.max(1, this.maxBytes - this.#bytes);
  }

  /** @throws InspectionError if the files up to here are too large */
  public count(path: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.maxBytes) {
      throw this.tooLarge(path);
    }
  }

  /** Returns the error for a file that exceeds what is left. */
  public tooLarge(path: string): InspectionError {
    return new InspectionError(`${path}: unpacks, with the files before it, to more than ${this.maxBytes} bytes (limit maxUnpackedBytes); unpack it, and give the folder of a namespace`);
  }
}

/** Names of files in a folder or an archive that may contain objects. */
const OBJECT_FILE = /\.(?:ya?ml|json)(?:\.gz)?$/;

/** A file of a dump. */
export interface PackedFile {
  /** Path for messages: that of the archive, and the path in it. */
  readonly path: string;
  readonly content: Buffer;

  /** Whether it is from an archive, so that it need not have any objects. */
  readonly isPacked: boolean;
}

/** Whether a file in a folder or an archive may contain objects, by its name. */
export function mayHaveObjects(name: string): boolean {
  return OBJECT_FILE.test(name);
}

/**
 * Returns the files with objects in a file: those of an archive in the formats tar, tar with gzip or zip, or the file itself, which may be compressed
 * with gzip. The first bytes of a file determine its format, whatever its name. Nothing is written to disk.
 *
 * @throws InspectionError if an archive is damaged or too large
 */
export function unpackedFiles(path: string, content: Buffer, budget: DumpBudget, isPacked = false): PackedFile[] {
  const plain = decompressed(path, content, budget);
  const format = unreadFormat(plain);
  if (format !== undefined) {
    throw new InspectionError(`${path}: this file is ${format}, which is not read; unpack it, and give the folder, or pack it with gzip or zip`);
  }
  const isTar = plain.toString('latin1', 257, 262) === 'ustar';
  if (isPacked || !(isTar || isZip(plain))) {
    return [checked({ path, content: plain, isPacked })];
  }
  return isTar ? filesOfTar(path, plain, budget) : filesOfZip(path, plain, budget);
}

const isGzip = (content: Buffer): boolean => content[0] === 0x1f && content[1] === 0x8b;
const isZip = (content: Buffer): boolean => ['504b0304', '504b0506'].includes(content.toString('hex', 0, 4));

function decompressed(path: string, content: Buffer, budget: DumpBudget): Buffer {
  let found = content;
  for (let layer = 0; isGzip(found); layer++) {
    if (layer === MAX_LAYERS) {
      throw new InspectionError(`${path}: compressed more than ${MAX_LAYERS} times; decompress it first`);
    }
    try {
      found = gunzipSync(found, { maxOutputLength: budget.bytesLeft });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? budget.tooLarge(path) : damaged(path, `gzip: ${(error as Error).message}`);
    }
    budget.count(path, found.length);
  }
  return found;
}

function filesOfTar(path: string, archive: Buffer, budget: DumpBudget): PackedFile[] {
  const found: PackedFile[] = [];
  const exceeded = (fault: string, limit: string): InspectionError => new InspectionError(`${path}: ${fault} (limit ${limit}); unpack it, and give a folder of it`);
  walkTar(archive, PATH_LIMITS, { damaged: (reason) => damaged(path, reason), exceeded }, (header) => {
    if (!isFile(header) || !mayHaveObjects(header.path)) {
      return undefined;
    }
    checkCount(path, found.length);
    return (content) => found.push(...unpackedFiles(`${path}/${header.path.replace(/^\.\//, '')}`, content, budget, true));
  });
  return found.sort(byPath);
}

function filesOfZip(path: string, archive: Buffer, budget: DumpBudget): PackedFile[] {
  const found: PackedFile[] = [];
  const expected = entriesOfZip(path, archive);
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries++;
    if (!mayHaveObjects(file.name)) {
      return;
    }
    checkCount(path, found.length);
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast): void => {
      if (error !== null) {
        throw damaged(path, `zip: ${error.message}`);
      }
      chunks.push(chunk);
      budget.count(path, chunk.length);
      if (isLast) {
        found.push(...unpackedFiles(`${path}/${file.name}`, Buffer.concat(chunks), budget, true));
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < archive.length; at += SLICE) {
      unzip.push(archive.subarray(at, at + SLICE), at + SLICE >= archive.length);
    }
  } catch (error) {
    throw error instanceof InspectionError ? error : damaged(path, `zip: ${(error as Error).message}`);
  }
  if (expected !== UNSTATED && entries < expected) {
    throw damaged(path, `zip: it should contain ${expected} files, and ${entries} were found`);
  }
  return found.sort(byPath);
}

/** Number of entries at the end of a zip archive that states it elsewhere, because it has more. */
const UNSTATED = 0xffff;

/**
 * Returns the number of entries that the end of a zip archive states: the reader of the entries takes an archive that is cut off for a short one.
 *
 * @throws InspectionError if it is cut off or encrypted
 */
function entriesOfZip(path: string, archive: Buffer): number {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + 22 > archive.length) {
    throw damaged(path, 'zip: it is cut off');
  }
  if (archive.toString('latin1', 0, 4) === 'PK\x03\x04' && archive.readUInt16LE(6) % 2 === 1) {
    throw new InspectionError(`${path}: this zip archive is encrypted; unpack it with its password, and give the folder`);
  }
  return archive.readUInt16LE(end + 10);
}

function checked(file: PackedFile): PackedFile {
  if (file.content.length > MAX_FILE) {
    throw new InspectionError(`${file.path}: too large: ${file.content.length} bytes, at most ${MAX_FILE} are read`);
  }
  return file;
}

function checkCount(path: string, count: number): void {
  if (count >= MAX_FILES) {
    throw new InspectionError(`${path}: more than ${MAX_FILES} files; unpack it, and give a folder of it`);
  }
}

function damaged(path: string, reason: string): InspectionError {
  return new InspectionError(`${path}: this archive is damaged: ${reason}; fetch or pack it again`);
}

function byPath(one: PackedFile, other: PackedFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
