import { gunzipSync } from 'node:zlib';
import { unreadFormat } from '../../../formats/archive/unread-format';
import { isFile, PATH_LIMITS, walkTar } from '../../../formats/archive/walk-tar';
import { zipEntries } from '../../../formats/archive/zip-entries';
import { InspectionError } from './object-source';

/** Maximum size of a file, in bytes: the files of `oc adm inspect` for a kind in a namespace are far smaller. */
export const MAX_FILE = 256 * 1024 * 1024;

/** Maximum decompressed size of all files and archives of a dump together, in bytes. */
const MAX_UNPACKED = 2 * 1024 * 1024 * 1024;

/** Maximum number of files in a folder or an archive. */
export const MAX_FILES = 200_000;

/** How often gzip may be applied to one file: once for a file, and once for the archive that contains it. */
const MAX_LAYERS = 2;

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

/** The files with objects in a file. */
export interface UnpackedFiles {
  readonly files: readonly PackedFile[];

  /** What may be missing in them, for people. */
  readonly notes: readonly string[];
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
export function unpackedFiles(path: string, content: Buffer, budget: DumpBudget): UnpackedFiles {
  const plain = readable(path, content, budget);
  if (plain.toString('latin1', 257, 262) === 'ustar') {
    return filesOfTar(path, plain, budget);
  }
  return { files: isZip(plain) ? filesOfZip(path, plain, budget) : [checked({ path, content: plain, isPacked: false })], notes: [] };
}

/**
 * Returns a file of a folder or an archive, which may be compressed with gzip.
 *
 * @throws InspectionError if it is damaged or too large
 */
export function unpackedFile(path: string, content: Buffer, budget: DumpBudget): PackedFile {
  return checked({ path, content: readable(path, content, budget), isPacked: true });
}

function readable(path: string, content: Buffer, budget: DumpBudget): Buffer {
  const plain = decompressed(path, content, budget);
  const format = unreadFormat(plain);
  if (format !== undefined) {
    throw new InspectionError(`${path}: this file is ${format}, which is not read; unpack it, and give the folder, or pack it with gzip or zip`);
  }
  return plain;
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

function filesOfTar(path: string, archive: Buffer, budget: DumpBudget): UnpackedFiles {
  const found: PackedFile[] = [];
  const exceeded = (fault: string, limit: string): InspectionError => new InspectionError(`${path}: ${fault} (limit ${limit}); unpack it, and give a folder of it`);
  const unmarked = walkTar(archive, PATH_LIMITS, { damaged: (reason) => damaged(path, reason), exceeded }, (header) => {
    if (!isFile(header) || !mayHaveObjects(header.path)) {
      return undefined;
    }
    checkCount(path, found.length);
    return (content) => found.push(unpackedFile(`${path}/${header.path.replace(/^\.\//, '')}`, content, budget));
  });
  const notes = unmarked === undefined ? [] : [`${path}: ${unmarked}, and objects may be missing; if it is, fetch or pack it again`];
  return { files: found.sort(byPath), notes };
}

function filesOfZip(path: string, archive: Buffer, budget: DumpBudget): PackedFile[] {
  const found: PackedFile[] = [];
  for (const entry of zipEntries(archive, (reason) => damaged(path, `zip: ${reason}`))) {
    if (!mayHaveObjects(entry.path)) {
      continue;
    }
    checkCount(path, found.length);
    const file = `${path}/${entry.path}`;
    if (entry.unread !== undefined) {
      throw new InspectionError(`${file}: this file of the zip archive is ${entry.unread}, and is not read; unpack the archive, and give the folder`);
    }
    // The budget is for the stated size: no more than that is decompressed.
    budget.count(path, entry.size);
    found.push(unpackedFile(file, entry.content(), budget));
  }
  return found.sort(byPath);
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
