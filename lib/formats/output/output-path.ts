import { isReservedName } from '../../text/safe-file-name';
import { quoted } from '../../text/phrases';
import { isVisible, printableMessage } from '../../text/printable';

/** Maximum length of the name of a file or folder, in bytes: that of ext4, XFS, APFS and NTFS. */
const MAX_NAME_BYTES = 255;

/** Characters that Windows does not allow in a name; a colon would write a hidden stream of another file. */
const WINDOWS_CHARACTERS = /[<>:"|?*]/;

/**
 * Checks the path of a file to write into a folder, or to delete in it. The names in it may come from a bundle, a catalog, a cluster or a lock file:
 * none leaves the folder, on any operating system.
 *
 * @param folder the folder, for messages
 * @param path path relative to the folder, with `/` between folders
 * @throws Error if it is not a plain relative path
 */
export function checkOutputPath(folder: string, path: string, isWindows = process.platform === 'win32'): void {
  const problem = outputPathProblem(path, isWindows);
  if (problem !== undefined) {
    throw new Error(printableMessage(`${folder}: the path ${quoted(path)} ${problem}; nothing was written`));
  }
}

/**
 * Checks paths of files to write into a folder.
 *
 * @throws Error if one of them is not a plain relative path, or if two are the same file on file systems that ignore case
 */
export function checkOutputPaths(folder: string, paths: readonly string[]): void {
  paths.forEach((path) => checkOutputPath(folder, path));
  const known = new Map(paths.map((path) => [folded(path), path]));
  for (const path of paths) {
    const same = known.get(folded(path))!;
    if (same !== path) {
      throw new Error(printableMessage(`${folder}: ${quoted(path)} and ${quoted(same)} are the same file on file systems that ignore case; nothing was written: rename one of them`));
    }
    for (const parent of parentsOf(path)) {
      const file = known.get(folded(parent));
      if (file !== undefined) {
        throw new Error(printableMessage(`${folder}: ${quoted(file)} is a file, and the folder of ${quoted(path)}; nothing was written: rename one of them`));
      }
    }
  }
}

/** Returns the folders of a path, outermost first. */
export function parentsOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Returns why a path cannot be that of a file in a folder, with the remedy, or undefined if it can. */
function outputPathProblem(path: string, isWindows: boolean): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:\//.test(path)) {
    return 'is absolute or has a backslash; use a relative path with slashes';
  }
  for (const name of path.split('/')) {
    const problem = nameProblem(name, isWindows);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function nameProblem(name: string, isWindows: boolean): string | undefined {
  // Windows ignores dots and spaces at the end of a name, so that '.. ' is the parent folder, too.
  if (name === '' || /[. ]$/.test(name)) {
    return `leads out of the folder, or has a name that is empty or ends with a dot or a space: ${quoted(name)}; rename it`;
  }
  if (!isVisible(name)) {
    return 'has a control character, or one that hides or reverses text; rename it';
  }
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    return `has a name of ${Buffer.byteLength(name)} bytes, and file systems allow ${MAX_NAME_BYTES}; shorten it`;
  }
  if (isWindows && (isReservedName(name) || WINDOWS_CHARACTERS.test(name))) {
    return `has the name ${quoted(name)}, which Windows does not allow; rename it`;
  }
  return undefined;
}

/** Returns the paths whose files must be deleted before others are written: those at the same place if case is ignored. */
export function pathsInTheWay(deleted: readonly string[], written: readonly string[]): Set<string> {
  const places = new Set(written.flatMap((path) => [path, ...parentsOf(path)]).map(folded));
  const files = new Set(written.map(folded));
  return new Set(deleted.filter((path) => places.has(folded(path)) || parentsOf(path).some((parent) => files.has(folded(parent)))));
}

/** Returns a path as file systems compare it that ignore case and the form of Unicode. */
function folded(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}
