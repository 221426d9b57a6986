import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { groupBy } from '../../text/group-by';
import { quoted } from '../../text/phrases';
import { systemReason } from '../../text/system-error';
import { checkOutputPath, checkOutputPaths, parentsOf, pathsInTheWay } from './output-path';
import { Transaction } from './transaction';
import { uninterrupted } from './uninterrupted';
import { printableMessage } from '../../text/printable';

/** Contents of files by path in a folder, with `/` between folders. */
export type OutputFiles = ReadonlyMap<string, string | Uint8Array>;

/** What else to change in the folder. */
export interface WriteOptions {
  /** Paths of files to delete when all others are written, with the folders that are empty then. @default - none */
  readonly deleted?: readonly string[];

  /** File that records what was written into the folder. @default - none */
  readonly record?: OutputRecord;

  /** Whether the files are a cache: only the user may read them, and a link in the place of one is replaced. @default false */
  readonly isCache?: boolean;

  /** Function that is called when everything is written; if it fails, everything is undone. @default - none */
  readonly then?: () => void;
}

/** File that records what was written into a folder. */
export interface OutputRecord {
  readonly path: string;

  /** Content while files are written: it covers their old and new contents, so that the next run recognizes both after an interruption. */
  readonly during: string;

  /** Content when all files are written. */
  readonly after: string;
}

/**
 * Writes files into a folder, which is created if missing: either all of them, or none. This is the only function with which the library writes files
 * whose names come from elsewhere: no path leads out of the folder, and no link in it is followed.
 *
 * @param folder path of the folder, which the user specifies; it may be a link
 * @param files contents by path
 * @param options what else to change
 * @throws Error if a path is not a plain relative path, leads through a link, or cannot be written; nothing is changed then
 */
export function writeFiles(folder: string, files: OutputFiles, options: WriteOptions = {}): void {
  uninterrupted(() => writeAll(folder, files, options));
}

function writeAll(folder: string, files: OutputFiles, { deleted = [], record, isCache = false, then }: WriteOptions): void {
  const recorded = record === undefined ? [] : [record.path];
  const written = [...files.keys(), ...recorded];
  checkOutputPaths(folder, written);
  deleted.forEach((path) => checkOutputPath(folder, path));
  const root = rootOf(folder);
  const transaction = new Transaction(root, isCache);
  try {
    checkPlaces(root, deleted.flatMap(parentsOf), [...deleted, ...recorded]);
    const inTheWay = pathsInTheWay(deleted, written);
    transaction.open();
    const staged = [...files].map(([path, content]) => [transaction.stage(content), path] as const);
    const after = record === undefined ? '' : transaction.stage(record.after);
    if (record !== undefined) {
      transaction.place(transaction.stage(record.during), record.path);
    }
    inTheWay.forEach((path) => transaction.delete(path));
    checkPlaces(root, written.flatMap(parentsOf), isCache ? [] : written);
    staged.forEach(([file, path]) => transaction.place(file, path));
    deleted.filter((path) => !inTheWay.has(path)).forEach((path) => transaction.delete(path));
    if (record !== undefined) {
      transaction.place(after, record.path);
    }
    then?.();
  } catch (error) {
    transaction.undo();
    throw (error as NodeJS.ErrnoException).code === undefined ? error : failure(folder, error as Error, transaction.kept);
  } finally {
    transaction.close();
  }
}

/** Writes a file whose path the user specifies; a link is followed. The file is never half-written. */
export function writeFileAt(path: string, content: string | Uint8Array): void {
  writeFilesAt(new Map([[path, content]]));
}

/** Writes files whose paths the user specifies, in any folders: either all of them, or none; links are followed. */
export function writeFilesAt(files: OutputFiles): void {
  const targets = [...files].map(([path, content]) => ({
    target: lstatSync(path, { throwIfNoEntry: false }) === undefined ? resolve(path) : realpathSync(path), content,
  }));
  const write = ([first, ...others]: readonly (typeof targets)[]): void => {
    if (first !== undefined) {
      writeFiles(dirname(first[0]!.target), new Map(first.map(({ target, content }) => [basename(target), content])), { then: () => write(others) });
    }
  };
  write([...groupBy(targets, ({ target }) => dirname(target)).values()]);
}

/** Returns the absolute path of a folder without links. */
function rootOf(folder: string): string {
  const found = statOf(folder);
  if (found === undefined && lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    return resolve(folder);
  }
  if (found?.isDirectory() !== true) {
    throw new Error(printableMessage(`${folder}: this is ${found === undefined ? 'a link to nothing' : 'a file'}, not a folder; nothing was written: specify another folder`));
  }
  return realpathSync(folder);
}

function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw failure(folder, error as Error, undefined);
  }
}

/**
 * Returns the path of a folder in a folder that the user specifies.
 *
 * @param folder path of the folder, which may be a link
 * @param path path in it, with `/` between folders
 * @throws Error if the path is not a plain relative path, or leads through a link
 */
export function folderIn(folder: string, path: string): string {
  checkOutputPath(folder, path);
  checkPlaces(rootOf(folder), [...parentsOf(path), path], []);
  return join(folder, path);
}

/** Checks that there are only folders or nothing at some paths, and only files or nothing at others. Outer folders are before inner ones. */
function checkPlaces(root: string, folders: readonly string[], files: readonly string[]): void {
  const check = (path: string, what: 'folder' | 'file'): void => {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found !== undefined && !(what === 'folder' ? found.isDirectory() : found.isFile())) {
      const kind = found.isSymbolicLink() ? 'a symbolic link' : found.isDirectory() ? 'a folder' : found.isFile() ? 'a file' : 'something else';
      throw new Error(printableMessage(`${join(root, path)}: a ${what} is needed here, and there is ${kind}; nothing was written: move it away, or specify another folder`));
    }
  };
  new Set(folders).forEach((path) => check(path, 'folder'));
  files.forEach((path) => check(path, 'file'));
}

function failure(folder: string, error: Error, kept: string | undefined): Error {
  const { path } = error as NodeJS.ErrnoException;
  const reason = systemReason(error);
  const where = path === undefined || reason === undefined ? '' : ` (${quoted(path)})`;
  const state = kept === undefined ? 'nothing was changed' : `not everything could be undone: earlier files are in ${kept}`;
  return new Error(printableMessage(`${folder} cannot be written: ${reason ?? error.message}${where}; ${state}`), { cause: error });
}
