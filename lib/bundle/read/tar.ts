import { createRequire } from 'node:module';

import { BundleError, BundleErrorCode } from '../bundle-error';
import type { Budget } from './budget';
import type { Refuse } from './refuse';

const load = createRequire(__filename);

/** A file or folder of an archive. */
export interface TarEntry {
  /** The path, without `./` before it or a slash at its end. */
  readonly path: string;

  /** What the file holds; undefined for a folder. */
  readonly content?: Buffer;
}

const FILES = new Set(['File', 'OldFile', 'ContiguousFile']);
const FOLDERS = new Set(['Directory', 'GNUDumpDir']);
const REFUSED: { readonly [type: string]: string } = {
  SymbolicLink: 'a symbolic link',
  Link: 'a hard link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a named pipe',
};

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
  const { Parser } = load('tar') as typeof import('tar');
  const entries = new Map<string, TarEntry>();
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  parser.on('error', (error: Error) => {
    throw damaged(source, error.message);
  });
  parser.on('entry', (entry: import('tar').ReadEntry) => {
    budget.countEntry();
    const path = checkedPath(source, entry.path);
    if (FOLDERS.has(entry.type)) {
      add(source, entries, { path });
      entry.resume();
    } else if (FILES.has(entry.type)) {
      budget.countBytes(path, entry.size);
      const chunks: Buffer[] = [];
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
      entry.on('end', () => add(source, entries, { path, content: Buffer.concat(chunks) }));
    } else {
      const message = `this is ${REFUSED[entry.type] ?? `an entry of type ${entry.type}`}; a bundle must consist of plain files and folders`;
      entry.resume();
      refuse({ code: BundleErrorCode.UNSAFE_ENTRY, message, file: path });
    }
  });
  parser.end(archive);
  entries.delete('');
  return [...entries.values()];
}

function damaged(source: string, reason: string): BundleError {
  const message = `this is no tar archive, or it is damaged: ${reason}; fetch or pack it again`;
  return new BundleError(source, [{ code: BundleErrorCode.ARCHIVE, message }]);
}

function checkedPath(source: string, path: string): string {
  const steps = path.split('/').filter((step, index) => step !== '.' && (step !== '' || index === 0));
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || steps.includes('..') || /[\0-\x1f\\]/.test(path)) {
    const message = `the path ${JSON.stringify(path)} of an entry leaves the bundle or is no plain path; pack the bundle with relative paths`;
    throw new BundleError(source, [{ code: BundleErrorCode.UNSAFE_ENTRY, message }]);
  }
  return steps.join('/');
}

function add(source: string, entries: Map<string, TarEntry>, entry: TarEntry): void {
  if (entries.has(entry.path) && entry.content !== undefined) {
    const message = 'the archive holds this file twice; pack it anew';
    throw new BundleError(source, [{ code: BundleErrorCode.ARCHIVE, message, file: entry.path }]);
  }
  entries.set(entry.path, entry);
}
