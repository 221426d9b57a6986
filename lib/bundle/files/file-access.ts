import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { unreadableReason } from '../../text/system-error';

/** Thrown if a file or folder does not exist or cannot be accessed. Each reader converts it to its own error, with its source. */
export class FileAccessError extends Error {
  public override readonly name = 'FileAccessError';
}

/**
 * Returns the stat of a path given by the user, following links.
 *
 * @throws FileAccessError if it does not exist or cannot be accessed
 */
export function statPath(path: string): Stats {
  return accessFiles(() => statSync(path));
}

/**
 * Runs a file system operation.
 *
 * @throws FileAccessError instead of a system error
 */
export function accessFiles<Result>(access: () => Result): Result {
  try {
    return access();
  } catch (error) {
    const reason = unreadableReason(error);
    throw reason === undefined ? error : new FileAccessError(reason);
  }
}

/**
 * Reads a file whose size is checked after opening it, so that neither a link that replaces it nor a growing file is read.
 *
 * @param path path of the file
 * @param check receives the size before anything is read
 */
export function readChecked(path: string, check: (bytes: number) => void): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | optionalFlag('O_NOFOLLOW') | optionalFlag('O_NONBLOCK'));
  try {
    const { size } = fstatSync(descriptor);
    check(size);
    const content = Buffer.allocUnsafe(size);
    let length = 0;
    for (let read = -1; length < size && read !== 0; length += read) {
      read = readSync(descriptor, content, length, size - length, length);
    }
    return content.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a file in chunks, so that only one chunk is in memory at a time. Each chunk is a separate buffer.
 *
 * @param path path of the file
 * @param bytes size of a chunk
 */
export function* readPieces(path: string, bytes: number): Generator<Buffer> {
  const descriptor = openSync(path, constants.O_RDONLY | optionalFlag('O_NOFOLLOW') | optionalFlag('O_NONBLOCK'));
  try {
    for (let length = -1; length !== 0;) {
      const piece = Buffer.allocUnsafe(bytes);
      length = readSync(descriptor, piece, 0, bytes, null);
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Returns a flag that does not exist on Windows. */
function optionalFlag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  return (constants as { readonly [name: string]: number | undefined })[name] ?? 0;
}
