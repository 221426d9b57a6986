import { gunzipSync } from 'node:zlib';
import { unreadFormat } from '../../formats/archive/unread-format';
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

/** Decompresses the archive. */
function unpacked(path: string, packed: Buffer, limits: ReadLimits): Buffer {
  const archive = packed[0] === 0x1f && packed[1] === 0x8b ? gunzipped(path, packed, limits) : packed;
  const format = formatOf(archive);
  if (format !== undefined) {
    const message = `the archive is ${format}; pack the bundle as tar, or tar compressed with gzip`;
    throw refusal(path, BundleErrorCode.ARCHIVE, message);
  }
  return archive;
}

/** Returns what an archive is that is not read, or undefined. */
function formatOf(archive: Buffer): string | undefined {
  switch (archive.toString('hex', 0, 2)) {
    case '': return 'empty';
    case '1f8b': return 'compressed with gzip twice';
    case '504b': return 'a zip archive';
    default: return unreadFormat(archive);
  }
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
