import { createRequire } from 'node:module';

import { BundleErrorCode } from '../bundle-error';
import { refusal } from './refusal';

const load = createRequire(__filename);

/** What stands in the header of an entry of a tar archive; nothing of it is to be trusted. */
export interface TarHeader {
  /** The path, as it was written. */
  readonly path: string;

  /** What the entry is, in node-tar's words, such as `File` or `SymbolicLink`. */
  readonly type: string;

  /** What a link points to; empty for everything else. */
  readonly linkpath: string;

  /** How many bytes follow. */
  readonly size: number;
}

/** Looks at an entry; what it returns is given the bytes that follow, which are skipped where it returns nothing. */
export type TarVisitor = (header: TarHeader) => ((content: Buffer) => void) | undefined;

/** What an entry of that type is; the types of plain files and folders are left out. */
const LINKS_AND_DEVICES: { readonly [type: string]: string } = {
  SymbolicLink: 'a symbolic link',
  Link: 'a hard link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a named pipe',
};

/** What node-tar would unpack by itself, without a limit: gzip and zstd. */
const COMPRESSED = /^(?:\x1f\x8b|\x28\xb5\x2f\xfd)/;

const FILES = new Set(['File', 'OldFile', 'ContiguousFile']);
const FOLDERS = new Set(['Directory', 'GNUDumpDir']);

/** Whether an entry is a plain file. */
export function isFile(header: TarHeader): boolean {
  return FILES.has(header.type);
}

/** Whether an entry is a folder. */
export function isFolder(header: TarHeader): boolean {
  return FOLDERS.has(header.type);
}

/** What an entry is that is neither a plain file nor a folder, in a reader's words. */
export function otherKind(header: TarHeader): string {
  return LINKS_AND_DEVICES[header.type] ?? `an entry of type ${header.type}`;
}

/**
 * Visits the entries of a tar archive in their order. Nothing is written anywhere.
 *
 * @param source where the archive was read from, for messages
 * @param archive the archive, not compressed
 * @param visit is called with each entry
 * @throws BundleError when it is no archive, or is damaged; and whatever `visit` throws
 */
export function walkTar(source: string, archive: Buffer, visit: TarVisitor): void {
  if (COMPRESSED.test(archive.toString('latin1', 0, 4))) {
    throw damaged(source, 'it is compressed once more');
  }
  const { Parser } = load('tar') as typeof import('tar');
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  parser.on('error', (error: Error) => {
    throw damaged(source, error.message);
  });
  parser.on('ignoredEntry', (entry: import('tar').ReadEntry) => {
    if (entry.meta) {
      throw damaged(source, `the extended header of an entry has ${entry.size} bytes`);
    }
    visit(headerOf(entry));
  });
  parser.on('entry', (entry: import('tar').ReadEntry) => {
    const take = visit(headerOf(entry));
    if (take === undefined) {
      entry.resume();
      return;
    }
    const chunks: Buffer[] = [];
    entry.on('data', (chunk: Buffer) => chunks.push(chunk));
    entry.on('end', () => take(Buffer.concat(chunks)));
  });
  parser.end(archive);
}

function headerOf({ path, type, linkpath, size }: import('tar').ReadEntry): TarHeader {
  return { path, type, linkpath: linkpath ?? '', size };
}

function damaged(source: string, reason: string): Error {
  return refusal(source, BundleErrorCode.ARCHIVE, `this is no tar archive, or it is damaged: ${reason}; fetch or pack it again`);
}
