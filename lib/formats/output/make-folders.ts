import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { quoted } from '../../text/phrases';
import { printableMessage } from '../../text/printable';

/**
 * Creates a folder with its missing parents: all of them, or none. `mkdir` of Node.js with `recursive` never ends in /proc, where no folder can be
 * created.
 *
 * @param path absolute path of the folder
 * @param mode access rights of the folders that are created; by default those of the process
 * @returns the folders that were created, outermost first
 * @throws Error if one cannot be created
 */
export function makeFolders(path: string, mode?: number): string[] {
  const created: string[] = [];
  try {
    for (const folder of missingFolders(path)) {
      if (makeFolder(folder, mode)) {
        created.push(folder);
      }
    }
  } catch (error) {
    created.reverse().forEach(removeIfEmpty);
    throw error;
  }
  return created;
}

/** Returns the folders of a path that do not exist, outermost first. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  // The root of a drive that does not exist is its own parent.
  for (let folder = path; !isFolder(folder) && missing.at(-1) !== folder; folder = dirname(folder)) {
    missing.push(folder);
  }
  return missing.reverse();
}

/** Creates a folder, and returns whether it did so: another process may have been faster. */
function makeFolder(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
    return true;
  } catch (error) {
    if (isFolder(folder)) {
      return false;
    }
    throw refusalIn(dirname(folder), error);
  }
}

/**
 * Creates a folder with a new name.
 *
 * @param prefix absolute path of the folder, without the end of its name
 * @returns its path
 * @throws Error if it cannot be created
 */
export function makeTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (error) {
    throw refusalIn(dirname(prefix), error);
  }
}

/** Returns the error for a folder that cannot be created: a file system such as /proc says that something is missing although the parent exists. */
function refusalIn(parent: string, error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' && isFolder(parent)
    ? Object.assign(new Error(printableMessage(`no folder can be created in ${quoted(parent)}; specify another folder`), { cause: error }), { code: 'ENOENT' })
    : error;
}

/** Removes a folder if it is empty, and returns whether it was. */
export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path is that of a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
