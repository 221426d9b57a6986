import { Parser, type ReadEntry } from 'tar';

/** Header of an entry of a tar archive; nothing in it is trusted. */
export interface TarHeader {
  /** Path as written. */
  readonly path: string;

  /** Type as named by node-tar, such as `File` or `SymbolicLink`. */
  readonly type: string;

  /** Target of a link, or an empty string for other entries. */
  readonly linkpath: string;

  /** Size of the content. */
  readonly size: number;
}

/** Visits an entry; the returned function receives the content, which is skipped if nothing is returned. */
export type TarVisitor = (header: TarHeader) => ((content: Buffer) => void) | undefined;

/** Formats that node-tar would decompress without a limit: gzip and zstd. */
const COMPRESSED = /^(?:\x1f\x8b|\x28\xb5\x2f\xfd)/;

const FILES = new Set(['File', 'OldFile', 'ContiguousFile']);

/** Whether an entry is a regular file. */
export function isFile(header: TarHeader): boolean {
  return FILES.has(header.type);
}

/**
 * Visits the entries of a tar archive in their order. Nothing is written to disk.
 *
 * @param archive the decompressed archive
 * @param visit called with each entry
 * @param damaged returns the error about something that is not an archive, or is damaged, with a reason
 * @throws what `visit` throws, and the error that `damaged` returns
 */
export function walkTar(archive: Buffer, visit: TarVisitor, damaged: (reason: string) => Error): void {
  if (COMPRESSED.test(archive.toString('latin1', 0, 4))) {
    throw damaged('it is compressed twice');
  }
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  parser.on('error', (error: Error) => {
    throw damaged(error.message);
  });
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    if (entry.meta) {
      throw damaged(`the extended header of an entry has ${entry.size} bytes`);
    }
    visit(headerOf(entry));
  });
  parser.on('entry', (entry: ReadEntry) => {
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

function headerOf({ path, type, linkpath, size }: ReadEntry): TarHeader {
  return { path, type, linkpath: linkpath ?? '', size };
}
