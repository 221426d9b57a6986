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

/** Maximum length and depth of the paths in an archive, and of the targets of its links. */
export interface PathLimits {
  /** Maximum length, in bytes. */
  readonly maxPathBytes: number;

  /** Maximum number of names in a path. */
  readonly maxPathDepth: number;
}

/** Limits that Linux sets for a path, and a depth that no image has. */
export const PATH_LIMITS: PathLimits = { maxPathBytes: 4096, maxPathDepth: 256 };

/** Returns the errors about an archive. */
export interface ArchiveErrors {
  /** Error about something that is not an archive, or is damaged, with a reason. */
  readonly damaged: (reason: string) => Error;

  /** Error about a path that exceeds a limit. */
  readonly exceeded: (fault: string, limit: keyof PathLimits) => Error;
}

/** Size of a block: an archive consists of blocks, and an empty one marks its end. */
const BLOCK = 512;

/**
 * Visits the entries of a tar archive in their order. Nothing is written to disk.
 *
 * An archive that is cut off within an entry is damaged. One that is cut off between two entries looks like an archive of a program that does not
 * mark the end: tar and Go read both without a message.
 *
 * @param archive the decompressed archive
 * @param limits limits of the paths in it
 * @param errors returns the errors about the archive
 * @param visit called with each entry
 * @returns why other entries may be missing, in a clause, if nothing marks the end of the archive
 * @throws what `visit` throws, and what `errors` returns
 */
export function walkTar(archive: Buffer, limits: PathLimits, { damaged, exceeded }: ArchiveErrors, visit: TarVisitor): string | undefined {
  if (COMPRESSED.test(archive.toString('latin1', 0, 4))) {
    throw damaged('it is compressed twice');
  }
  let last: string | undefined;
  const checked = (entry: ReadEntry): TarHeader => {
    const header = headerOf(entry);
    last = header.path;
    const [fault, limit] = pathFault(header.path, limits) ?? pathFault(header.linkpath, limits) ?? [];
    if (fault !== undefined && limit !== undefined) {
      throw exceeded(fault, limit);
    }
    return header;
  };
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  parser.on('error', (error: Error) => {
    throw damaged(error.message);
  });
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    if (entry.meta) {
      throw damaged(`the extended header of an entry has ${entry.size} bytes`);
    }
    visit(checked(entry));
  });
  parser.on('entry', (entry: ReadEntry) => {
    const take = visit(checked(entry));
    if (take === undefined) {
      entry.resume();
      return;
    }
    const chunks: Buffer[] = [];
    entry.on('data', (chunk: Buffer) => chunks.push(chunk));
    entry.on('end', () => take(Buffer.concat(chunks)));
  });
  parser.on('nullBlock', () => last = undefined);
  parser.end(archive);
  const rest = archive.subarray(archive.length - archive.length % BLOCK);
  if (last !== undefined && rest.some((byte) => byte !== 0)) {
    throw damaged(`it is cut off within the header after the entry ${JSON.stringify(shown(last))}`);
  }
  return rest.length > 0 || last === undefined ? undefined
    : `the archive ends after ${JSON.stringify(last)} without the empty blocks that mark its end, so it may be cut off`;
}

/** Number of characters of a path in a message. */
const SHOWN = 60;

function shown(path: string): string {
  return path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path;
}

function pathFault(path: string, { maxPathBytes, maxPathDepth }: PathLimits): readonly [fault: string, limit: keyof PathLimits] | undefined {
  const bytes = Buffer.byteLength(path);
  if (bytes > maxPathBytes) {
    return [`the path ${JSON.stringify(`${path.slice(0, SHOWN)}…`)} has ${bytes} bytes, more than ${maxPathBytes}`, 'maxPathBytes'];
  }
  const depth = path.split('/').filter((name) => name !== '' && name !== '.').length;
  return depth > maxPathDepth
    ? [`the path ${JSON.stringify(`${path.slice(0, SHOWN)}…`)} has ${depth} levels, more than ${maxPathDepth}`, 'maxPathDepth'] : undefined;
}

function headerOf({ path, type, linkpath, size }: ReadEntry): TarHeader {
  return { path, type, linkpath: linkpath ?? '', size };
}
