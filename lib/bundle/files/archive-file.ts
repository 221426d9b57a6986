import { gunzipSync } from 'node:zlib';

import { BundleErrorCode } from '../model/bundle-problem';
import { readChecked } from './file-access';
import type { ReadLimits } from './read-options';
import { onDisk, refusal, statOf } from './refusal';

/**
 * Reads a tar archive and decompresses it if its first bytes are those of gzip.
 *
 * @throws BundleError if it cannot be read, has another format, is damaged, or exceeds a limit
 */
export function readArchiveFile(path: string, limits: ReadLimits): Buffer {
  const found = statOf(path);
  if (!found.isFile()) {
    const message = found.isDirectory()
      ? 'this is a folder, not an archive; read folders with Bundle.fromDirectory'
      : 'this is neither a folder nor a file';
    throw refusal(path, BundleErrorCode.WRONG_KIND, message);
  }
  const packed = onDisk(path, () => readChecked(path, (bytes) => checkSize(path, bytes, limits)));
  return unpacked(path, packed, limits);
}

function checkSize(path: string, bytes: number, limits: ReadLimits): void {
  if (bytes > limits.maxTotalBytes) {
    throw tooLarge(path, `the archive has ${bytes} bytes, more than ${limits.maxTotalBytes}`);
  }
}

function tooLarge(path: string, fault: string): Error {
  const message = `${fault} (limit maxTotalBytes); raise the limit if you trust the bundle`;
  return refusal(path, BundleErrorCode.LIMIT, message);
}

/** Magic bytes of other archive formats, with their names. */
const OTHER_FORMATS: readonly (readonly [start: string, format: string])[] = [
  ['1f8b', 'compressed with gzip twice'],
  ['28b52ffd', 'compressed with zstd'],
  ['fd377a585a', 'compressed with xz'],
  ['425a68', 'compressed with bzip2'],
  ['504b0304', 'a zip archive'],
];

/** Decompresses the archive. */
function unpacked(path: string, packed: Buffer, limits: ReadLimits): Buffer {
  const archive = packed[0] === 0x1f && packed[1] === 0x8b ? gunzipped(path, packed, limits) : packed;
  const start = archive.toString('hex', 0, 8);
  const format = archive.length === 0 ? 'empty' : OTHER_FORMATS.find(([magic]) => start.startsWith(magic))?.[1];
  if (format !== undefined) {
    const message = `the archive is ${format}; pack the bundle as tar, or tar compressed with gzip`;
    throw refusal(path, BundleErrorCode.ARCHIVE, message);
  }
  return archive;
}

function gunzipped(path: string, packed: Buffer, limits: ReadLimits): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: limits.maxTotalBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(path, `the archive unpacks to more than ${limits.maxTotalBytes} bytes`);
    }
    const message = `the archive is damaged: gzip: ${(error as Error).message}; fetch or pack it again`;
    throw refusal(path, BundleErrorCode.ARCHIVE, message);
  }
}
