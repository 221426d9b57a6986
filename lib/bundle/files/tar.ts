import { BundleErrorCode } from '../bundle-error';
import type { Budget } from './budget';
import type { Refuse } from './refusal';
import { refusal } from './refusal';
import { isFile, isFolder, otherKind, walkTar } from './tar-walk';

/** A file or folder of an archive. */
export interface TarEntry {
  /** The path, without `./` before it or a slash at its end. */
  readonly path: string;

  /** What the file holds; undefined for a folder. */
  readonly content?: Buffer;
}

/**
 * The entries of a tar archive.
 *
 * Nothing is written anywhere, so no path can do harm; but a bundle with links, devices or paths that leave it would not be the same
 * for other tools, and is refused.
 *
 * @param source where the archive was read from, for messages
 * @param archive the archive, not compressed
 * @param budget counts entries and bytes
 * @param refuse told of what a bundle must not hold, and can leave out
 * @throws BundleError when it is no archive, is damaged, holds what a bundle must not hold, or goes beyond a limit
 */
export function readTar(source: string, archive: Buffer, budget: Budget, refuse: Refuse): TarEntry[] {
  const entries = new Map<string, TarEntry>();
  walkTar(source, archive, (header) => {
    budget.countEntry();
    const path = checkedPath(source, header.path);
    if (isFolder(header)) {
      add(source, entries, { path });
      return undefined;
    }
    if (!isFile(header)) {
      const message = `this is ${otherKind(header)}; a bundle must consist of plain files and folders`;
      refuse({ code: BundleErrorCode.UNSAFE_ENTRY, message, file: path });
      return undefined;
    }
    budget.countBytes(path, header.size);
    return (content) => add(source, entries, { path, content });
  });
  entries.delete('');
  return [...entries.values()];
}

function checkedPath(source: string, path: string): string {
  const steps = path.split('/').filter((step, index) => step !== '.' && (step !== '' || index === 0));
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || steps.includes('..') || /[\0-\x1f\\]/.test(path)) {
    const message = `the path ${JSON.stringify(path)} of an entry leaves the bundle or is no plain path; pack the bundle with relative paths`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

function add(source: string, entries: Map<string, TarEntry>, entry: TarEntry): void {
  if (entries.has(entry.path) && entry.content !== undefined) {
    throw refusal(source, BundleErrorCode.ARCHIVE, 'the archive holds this file twice; pack it anew', entry.path);
  }
  entries.set(entry.path, entry);
}
