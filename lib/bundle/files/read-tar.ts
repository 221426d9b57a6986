import { isFile, type PathLimits, type TarHeader, type TarVisitor, walkTar as walk } from '../../formats/archive/walk-tar';
import { BundleErrorCode } from '../model/bundle-problem';
import type { Budget } from './read-options';
import { refusal, type Refuse } from './refusal';

/** A file or folder of an archive. */
export interface TarEntry {
  /** Path, without a leading `./` or a trailing slash. */
  readonly path: string;

  /** Content of a file, or undefined for a folder. */
  readonly content?: Buffer;
}

/**
 * Reads the entries of a tar archive.
 *
 * Nothing is written to disk, so no path is dangerous here. But tools would differ in how they read a bundle with links, devices or paths that lead
 * outside of it, so it is rejected.
 *
 * @param source source of the archive, for messages
 * @param archive the decompressed archive
 * @param limits limits of the paths
 * @param budget counts entries and bytes
 * @param refuse receives entries that are not allowed in a bundle, and may skip them
 * @throws BundleError if it is not an archive, is damaged or may be cut off, contains entries that are not allowed, or exceeds a limit
 */
export function readTar(source: string, archive: Buffer, limits: PathLimits, budget: Budget, refuse: Refuse): TarEntry[] {
  const entries = new Map<string, TarEntry>();
  const unmarked = walkTar(source, archive, limits, (header) => {
    budget.countEntry();
    const path = checkedPath(source, header.path);
    if (isFolder(header)) {
      add(source, entries, { path });
      return undefined;
    }
    if (!isFile(header)) {
      const message = `this is ${otherKind(header)}; a bundle may contain only regular files and folders`;
      refuse({ code: BundleErrorCode.UNSAFE_ENTRY, message, file: path });
      return undefined;
    }
    budget.countBytes(path, header.size);
    return (content) => add(source, entries, { path, content });
  });
  if (unmarked !== undefined) {
    const message = `${unmarked}; fetch or pack it again, or unpack it and read the folder if nothing is missing there`;
    throw refusal(source, BundleErrorCode.ARCHIVE, message);
  }
  entries.delete('');
  return [...entries.values()];
}

function checkedPath(source: string, path: string): string {
  const steps = path.split('/').filter((step, index) => step !== '.' && (step !== '' || index === 0));
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || steps.includes('..') || /[\0-\x1f\\]/.test(path)) {
    const message = `the path ${JSON.stringify(path)} of an entry leads outside the bundle or is not a plain path; pack the bundle with relative paths`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

function add(source: string, entries: Map<string, TarEntry>, entry: TarEntry): void {
  if (entries.has(entry.path) && entry.content !== undefined) {
    throw refusal(source, BundleErrorCode.ARCHIVE, 'the archive contains this file twice; create it again', entry.path);
  }
  entries.set(entry.path, entry);
}

/** Names of entry types other than regular files and folders. */
const LINKS_AND_DEVICES: { readonly [type: string]: string } = {
  SymbolicLink: 'a symbolic link',
  Link: 'a hard link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a named pipe',
};

const FOLDERS = new Set(['Directory', 'GNUDumpDir']);

/** Whether an entry is a folder. */
export function isFolder(header: TarHeader): boolean {
  return FOLDERS.has(header.type);
}

/** Describes an entry that is neither a regular file nor a folder. */
export function otherKind(header: TarHeader): string {
  return LINKS_AND_DEVICES[header.type] ?? `an entry of type ${header.type}`;
}

/**
 * Visits the entries of a tar archive in their order. Nothing is written to disk.
 *
 * @param source source of the archive, for messages
 * @param archive the decompressed archive
 * @param limits limits of the paths
 * @param visit called with each entry
 * @returns why other entries may be missing, in a clause, if nothing marks the end of the archive
 * @throws BundleError if it is not an archive, is damaged, or exceeds a limit
 * @throws what `visit` throws
 */
export function walkTar(source: string, archive: Buffer, limits: PathLimits, visit: TarVisitor): string | undefined {
  return walk(archive, limits, {
    damaged: (reason) => damaged(source, reason),
    exceeded: (fault, limit) => refusal(source, BundleErrorCode.LIMIT, `${fault} (limit ${limit}); raise the limit if you trust the source`),
  }, visit);
}

function damaged(source: string, reason: string): Error {
  return refusal(source, BundleErrorCode.ARCHIVE, `this is not a tar archive, or it is damaged: ${reason}; fetch or pack it again`);
}
