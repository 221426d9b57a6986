import { constants } from 'node:buffer';
import { type Dirent, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { accessFiles, FileAccessError, readChecked, statPath } from '../../bundle/files/file-access';
import { readCatalogImage } from '../../bundle/oci/image';
import { readCatalogLayout } from '../../bundle/oci/read-layout';
import { fetchImage } from '../../bundle/registry/fetch-image';
import { compareUtf8 } from '../../formats/json/go-json';
import { utf8Text } from '../../formats/json/utf8-text';
import { append } from '../../text/lists';
import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import { addIgnoreFile, INDEX_IGNORE, IndexIgnore } from './index-ignore';
import type { CatalogFetchOptions, CatalogImageLimits, CatalogReadLimits } from './read-options';

/** A file of a catalog. */
export interface CatalogFile {
  /** Its path, for messages. */
  readonly file: string;
  readonly content: string;
}

/**
 * Reads a file.
 *
 * @throws CatalogError if it cannot be read or is too large
 */
export function catalogFile(path: string, limits: CatalogReadLimits): CatalogFile {
  return new FileReader(limits).read(catalogPath(path).path, path);
}

/** The path of a catalog file. */
export interface CatalogPath {
  /** Its path, for messages. */
  readonly file: string;
  /** Its path on disk. */
  readonly path: string;
}

/**
 * Reads the files of a catalog from a folder and its subfolders, in the order of their names: files of any name, except those that
 * `.indexignore` files exclude. Links are refused.
 *
 * @throws CatalogError if a file cannot be read or a limit is exceeded
 */
export function* catalogFiles(root: string, limits: CatalogReadLimits): Generator<CatalogFile> {
  const reader = new FileReader(limits);
  for (const { path, file } of pathsIn(root, limits, reader)) {
    yield reader.read(path, file);
  }
}

/**
 * Lists the files that `catalogFiles` reads, without reading them.
 *
 * @throws CatalogError if the folder cannot be read or a limit is exceeded
 */
export function catalogPaths(root: string, limits: CatalogReadLimits): Generator<CatalogPath> {
  return pathsIn(root, limits, new FileReader(limits));
}

/**
 * Returns the path of a file, without reading it.
 *
 * @throws CatalogError if it is not a file
 */
export function catalogPath(path: string): CatalogPath {
  const stat = asCatalogError(path, () => statPath(path));
  if (!stat.isFile()) {
    throw catalogError(CatalogErrorCode.WRONG_KIND, stat.isDirectory() ? 'this is a folder, not a file; specify the file, or read the catalog in the folder (in programs: Catalog.fromDirectory)'
      : 'this is neither a file nor a folder', path);
  }
  return { file: path, path };
}

function* pathsIn(root: string, limits: CatalogReadLimits, reader: FileReader): Generator<CatalogPath> {
  if (!asCatalogError(root, () => statPath(root)).isDirectory()) {
    throw catalogError(CatalogErrorCode.WRONG_KIND, 'this is a file, not a folder; read files with Catalog.fromFile', root);
  }
  const ignore = new IndexIgnore();
  const entries = new FolderWalk(root, limits).entries();
  for (const { folder, file } of entries.filter(({ name }) => name === INDEX_IGNORE)) {
    addIgnoreFile(ignore, folder, reader.read(join(root, file), file));
  }
  for (const { file, name, isFile } of entries) {
    if (name !== INDEX_IGNORE && !ignore.ignores(file)) {
      if (!isFile) {
        throw catalogError(CatalogErrorCode.UNSAFE_ENTRY, 'this is a link or not a regular file; replace it with the file itself, or list it in .indexignore', file);
      }
      yield { path: join(root, file), file };
    }
  }
}

/** An entry of a catalog folder that is not a folder. */
interface Entry {
  readonly folder: string;
  readonly file: string;
  readonly name: string;
  readonly isFile: boolean;
}

/** Lists the files of a folder and its subfolders, in the order of their names. */
class FolderWalk {
  #count = 0;

  public constructor(private readonly root: string, private readonly limits: CatalogReadLimits) {}

  public entries(): Entry[] {
    const found: Entry[] = [];
    // A stack instead of recursion: folders may be nested deeper than the call stack.
    const waiting: (readonly [string, Dirent])[] = this.#children('');
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [folder, entry] = next;
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        append(waiting, this.#children(file));
      } else {
        found.push({ folder, file, name: entry.name, isFile: entry.isFile() });
      }
    }
    return found;
  }

  /** Returns the entries of a folder, the last by name first. */
  #children(folder: string): (readonly [string, Dirent])[] {
    const entries: Dirent[] = [];
    asCatalogError(this.root, () => accessFiles(() => {
      const directory = opendirSync(join(this.root, folder));
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          entries.push(entry);
          this.#countEntry();
        }
      } finally {
        directory.closeSync();
      }
    }));
    return entries.sort((left, right) => compareUtf8(right.name, left.name)).map((entry) => [folder, entry] as const);
  }

  #countEntry(): void {
    if (++this.#count > this.limits.maxFiles) {
      throw catalogError(CatalogErrorCode.LIMIT, `the folder has more than ${this.limits.maxFiles} files and folders (limit maxFiles); raise the limit if `
        + 'you trust the catalog', this.root);
    }
  }
}

/** Reads files within the limits. */
class FileReader {
  #bytes = 0;

  public constructor(private readonly limits: CatalogReadLimits) {}

  public read(path: string, file: string): CatalogFile {
    const content = asCatalogError(file, () => accessFiles(() => readChecked(path, (bytes) => this.#count(file, bytes))));
    return decodedFile(file, content);
  }

  #count(file: string, bytes: number): void {
    this.#bytes += bytes;
    for (const [subject, size, limit] of [['the file has', bytes, 'maxFileBytes'], ['the files so far have', this.#bytes, 'maxTotalBytes']] as const) {
      if (size > this.limits[limit]) {
        throw catalogError(CatalogErrorCode.LIMIT, `${subject} ${size} bytes, more than ${this.limits[limit]} (limit ${limit}); raise the limit if `
          + 'you trust the catalog', file);
      }
    }
  }
}

/**
 * Decodes a file.
 *
 * @throws CatalogError if it is not UTF-8, or too long for a string
 */
function decodedFile(file: string, content: Buffer): CatalogFile {
  if (content.length > constants.MAX_STRING_LENGTH) {
    throw catalogError(CatalogErrorCode.LIMIT, `the file has ${content.length} bytes, more than a string in Node.js can have; split it into several files`, file);
  }
  const text = utf8Text(content);
  if (text === undefined) {
    throw catalogError(CatalogErrorCode.SYNTAX, 'the file is not UTF-8; save it as UTF-8, or list it in .indexignore if it is not part of the catalog', file);
  }
  return { file, content: text };
}

/**
 * Accesses a file or folder.
 *
 * @throws CatalogError if it does not exist or cannot be accessed
 */
export function asCatalogError<Result>(file: string, access: () => Result): Result {
  try {
    return access();
  } catch (error) {
    throw error instanceof FileAccessError ? catalogError(CatalogErrorCode.NOT_FOUND, error.message, file) : error;
  }
}

function catalogError(code: CatalogErrorCode, message: string, file: string): CatalogError {
  return new CatalogError([{ code, message, file }]);
}

/**
 * Fetches the files of a catalog from the image in a registry.
 *
 * @throws BundleError if it cannot be fetched, or is not a catalog image
 * @throws CatalogError if a file is not UTF-8
 */
export async function fetchedCatalogFiles(reference: string, options: CatalogFetchOptions, limits: CatalogImageLimits): Promise<CatalogFile[]> {
  const { maxYamlDepth: _depth, maxYamlNodes: _nodes, ...connection } = options;
  const { maxFileBytes, maxTotalBytes, maxFiles } = limits.catalog;
  const { result } = await fetchImage(reference, { ...connection, maxFileBytes, maxTotalBytes, maxFiles }, (root, imageLimits) => (
    readCatalogImage(reference, root, imageLimits)
  ));
  return filesOf(result);
}

/**
 * Reads the files of a catalog from an image layout.
 *
 * @throws BundleError if it cannot be read, or contains no catalog image
 * @throws CatalogError if a file is not UTF-8
 */
export function layoutCatalogFiles(path: string, image: string | undefined, limits: CatalogImageLimits): CatalogFile[] {
  return filesOf(readCatalogLayout(path, image, limits.image));
}

/** Returns the files in the order of their names, except those that `.indexignore` files exclude. */
function filesOf(contents: ReadonlyMap<string, Buffer>): CatalogFile[] {
  const sorted = [...contents].map(([file, content]) => ({ file, steps: file.split('/'), content }))
    .sort((left, right) => compareSteps(left.steps, right.steps));
  const ignore = new IndexIgnore();
  for (const { file, steps, content } of sorted.filter(isIgnoreFile)) {
    addIgnoreFile(ignore, steps.slice(0, -1).join('/'), decodedFile(file, content));
  }
  return sorted.filter((entry) => !isIgnoreFile(entry) && !ignore.ignores(entry.file)).map(({ file, content }) => decodedFile(file, content));
}

function isIgnoreFile({ steps }: { readonly steps: readonly string[] }): boolean {
  return steps.at(-1) === INDEX_IGNORE;
}

function compareSteps(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((step, index) => step !== right[index]);
  return compareUtf8(left[differing] ?? '', right[differing] ?? '');
}
