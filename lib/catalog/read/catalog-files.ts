import { constants, isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { opendirSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, CatalogErrorCode } from '../catalog-error';
import { INDEX_IGNORE, IndexIgnore } from './index-ignore';
import type { CatalogReadLimits } from './read-options';
import { BundleError, BundleErrorCode } from '../../bundle-error';
import { compareUtf8 } from '../../go-json';
import { onDisk, readChecked, statOf } from '../../read/file-access';

/** A file of a catalog. */
export interface CatalogFile {
  /** Its path, as messages name it. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the file that a path names.
 *
 * @throws CatalogError when it cannot be read or is too large
 */
export function catalogFile(path: string, limits: CatalogReadLimits): CatalogFile {
  return new FileReader(limits).read(catalogPath(path).path, path);
}

/** Where a file of a catalog lies. */
export interface CatalogPath {
  /** Its path, as messages name it. */
  readonly file: string;
  /** Its path on the disk. */
  readonly path: string;
}

/**
 * Reads the files of a catalog from a folder, in the order of their names: every file in it and in the folders inside, whatever it is
 * called, but for what .indexignore files leave out. Links are not followed but refused.
 *
 * @throws CatalogError when it cannot be read or goes beyond a limit
 */
export function* catalogFiles(root: string, limits: CatalogReadLimits): Generator<CatalogFile> {
  const reader = new FileReader(limits);
  for (const { path, file } of pathsIn(root, limits, reader)) {
    yield reader.read(path, file);
  }
}

/**
 * The files that `catalogFiles` reads, without reading them.
 *
 * @throws CatalogError when the folder cannot be read or goes beyond a limit
 */
export function catalogPaths(root: string, limits: CatalogReadLimits): Generator<CatalogPath> {
  return pathsIn(root, limits, new FileReader(limits));
}

/**
 * The file that a path names, without reading it.
 *
 * @throws CatalogError when it is no file
 */
export function catalogPath(path: string): CatalogPath {
  const stat = asCatalogError(() => statOf(path));
  if (!stat.isFile()) {
    throw refusal(CatalogErrorCode.WRONG_KIND, stat.isDirectory() ? 'this is a folder, not a file; read folders with Catalog.fromDirectory'
      : 'this is neither a file nor a folder', path);
  }
  return { file: path, path };
}

function* pathsIn(root: string, limits: CatalogReadLimits, reader: FileReader): Generator<CatalogPath> {
  if (!asCatalogError(() => statOf(root)).isDirectory()) {
    throw refusal(CatalogErrorCode.WRONG_KIND, 'this is a file, not a folder; read files with Catalog.fromFile', root);
  }
  const ignore = new IndexIgnore();
  const entries = new FolderWalk(root, limits).entries();
  for (const { folder, file } of entries.filter(({ name }) => name === INDEX_IGNORE)) {
    if (!ignore.add(folder, reader.read(join(root, file), file).text)) {
      throw refusal(CatalogErrorCode.LIMIT, `there are more patterns in files ${INDEX_IGNORE} than the 1000 that are tried on each file; remove some`, file);
    }
  }
  for (const { file, name, isFile } of entries) {
    if (name !== INDEX_IGNORE && !ignore.ignores(file)) {
      if (!isFile) {
        throw refusal(CatalogErrorCode.UNSAFE_ENTRY, 'this is a link, or no plain file; put the file itself here, or name it in .indexignore', file);
      }
      yield { path: join(root, file), file };
    }
  }
}

/** Something in a catalog's folder that is no folder. */
interface Entry {
  readonly folder: string;
  readonly file: string;
  readonly name: string;
  readonly isFile: boolean;
}

/** Lists the files of a folder and of those inside, folder by folder in the order of their names. */
class FolderWalk {
  #count = 0;

  public constructor(private readonly root: string, private readonly limits: CatalogReadLimits) {}

  public entries(): Entry[] {
    const found: Entry[] = [];
    // A stack instead of recursion: folders may be nested deeper than calls can be.
    const waiting: (readonly [string, Dirent])[] = this.#children('');
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [folder, entry] = next;
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        waiting.push(...this.#children(file));
      } else {
        found.push({ folder, file, name: entry.name, isFile: entry.isFile() });
      }
    }
    return found;
  }

  /** What a folder holds, the last by name first. */
  #children(folder: string): (readonly [string, Dirent])[] {
    const entries: Dirent[] = [];
    asCatalogError(() => onDisk(this.root, () => {
      const directory = opendirSync(join(this.root, folder));
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          entries.push(entry);
          this.#countEntry();
        }
      } finally {
        directory.closeSync();
      }
    }, folder));
    return entries.sort((left, right) => compareUtf8(right.name, left.name)).map((entry) => [folder, entry] as const);
  }

  #countEntry(): void {
    if (++this.#count > this.limits.maxFiles) {
      throw refusal(CatalogErrorCode.LIMIT, `there are more than ${this.limits.maxFiles} files and folders (limit maxFiles); raise the limit if `
        + 'the catalog is to be trusted', this.root);
    }
  }
}

/** Reads files within the limits. */
class FileReader {
  #bytes = 0;

  public constructor(private readonly limits: CatalogReadLimits) {}

  public read(path: string, file: string): CatalogFile {
    const content = asCatalogError(() => onDisk(path, () => readChecked(path, (bytes) => this.#count(file, bytes))), file);
    if (content.length > constants.MAX_STRING_LENGTH) {
      throw refusal(CatalogErrorCode.LIMIT, `the file has ${content.length} bytes, more than Node can hold as one text; cut it into several files`, file);
    }
    if (!isUtf8(content)) {
      throw refusal(CatalogErrorCode.SYNTAX, 'the text is not UTF-8; save the file as UTF-8, or name it in .indexignore if it is no part of the catalog', file);
    }
    return { file, text: content.toString('utf8') };
  }

  #count(file: string, bytes: number): void {
    this.#bytes += bytes;
    for (const [what, size, limit] of [['the file has', bytes, 'maxFileBytes'], ['the files up to here have', this.#bytes, 'maxTotalBytes']] as const) {
      if (size > this.limits[limit]) {
        throw refusal(CatalogErrorCode.LIMIT, `${what} ${size} bytes, more than ${this.limits[limit]} (limit ${limit}); raise the limit if the `
          + 'catalog is to be trusted', file);
      }
    }
  }
}

/** Access to the disk is shared with the reading of bundles; its errors are those of bundles. */
export function asCatalogError<Result>(access: () => Result, file?: string): Result {
  try {
    return access();
  } catch (error) {
    if (error instanceof BundleError) {
      const code = error.code === BundleErrorCode.NOT_FOUND ? CatalogErrorCode.NOT_FOUND : CatalogErrorCode.UNSAFE_ENTRY;
      throw refusal(code, error.problems[0]!.message, file ?? error.source);
    }
    throw error;
  }
}

function refusal(code: CatalogErrorCode, message: string, file: string): CatalogError {
  return new CatalogError([{ code, message, file }]);
}
