import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

import { BundleError, BundleErrorCode } from '../bundle-error';

/**
 * What a path given by the user names, behind links.
 *
 * @throws BundleError when it names nothing, or must not be looked at
 */
export function statOf(path: string): Stats {
  return onDisk(path, () => statSync(path));
}

/**
 * Runs something that touches the disk.
 *
 * @throws BundleError in place of the system's error
 */
export function onDisk<Result>(source: string, access: () => Result, file?: string): Result {
  try {
    return access();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The codes of our own errors, which a reader may throw in between, are words of lower case.
    if (code === undefined || !code.startsWith('E')) {
      throw error;
    }
    const message = code === 'ENOENT' ? 'there is no such file or folder; check the path' : `cannot be read: ${SYSTEM_ERRORS[code] ?? code}`;
    throw new BundleError(source, [{ code: BundleErrorCode.NOT_FOUND, message, ...(file === undefined ? {} : { file }) }]);
  }
}

const SYSTEM_ERRORS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is a symbolic link, or a chain of them without end',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
};

/**
 * Reads a file whose size is checked after it is open, so that neither a link put in its place nor a file that grows is read.
 *
 * @param path the file
 * @param check is given the size before anything is read
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
 * Reads a file piece by piece, so that only a piece of it is in memory. Each piece is a buffer of its own.
 *
 * @param path the file
 * @param bytes the size of a piece
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

/** A flag that Windows does not have. */
function optionalFlag(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  return (constants as { readonly [name: string]: number | undefined })[name] ?? 0;
}
