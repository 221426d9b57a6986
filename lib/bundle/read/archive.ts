import { gunzipSync } from 'node:zlib';

import { BundleError, BundleErrorCode } from '../bundle-error';
import { compareUtf8 } from '../go-json';
import { Budget } from './budget';
import type { BundleFiles } from './bundle-files';
import { isManifestName, MANIFESTS, METADATA } from './bundle-files';
import { onDisk, readChecked, statOf } from './file-access';
import type { ReadLimits } from './read-options';
import type { Refuse } from './refuse';
import { refuseAll } from './refuse';
import type { TarEntry } from './tar';
import { readTar } from './tar';

/**
 * Reads the files of a bundle from a tar archive, compressed with gzip or not; its first bytes tell which.
 *
 * @param path the archive
 * @param limits the limits
 * @param refuse told of what a bundle must not hold, and can leave out; throws by default
 * @throws BundleError when the archive is damaged, holds what a bundle must not hold, or goes beyond a limit
 */
export function readArchive(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  const found = statOf(path);
  if (!found.isFile()) {
    const message = found.isDirectory()
      ? 'this is a folder, not an archive; read folders with Bundle.fromDirectory'
      : 'this is neither a folder nor a file';
    throw new BundleError(path, [{ code: BundleErrorCode.WRONG_KIND, message }]);
  }
  const packed = onDisk(path, () => readChecked(path, (bytes) => checkSize(path, bytes, limits)));
  return filesOf(path, readTar(path, unpacked(path, packed, limits), new Budget(path, limits), refuse));
}

function checkSize(path: string, bytes: number, limits: ReadLimits): void {
  if (bytes > limits.maxTotalBytes) {
    throw tooLarge(path, `the archive has ${bytes} bytes, more than ${limits.maxTotalBytes}`);
  }
}

function tooLarge(path: string, what: string): BundleError {
  const message = `${what} (limit maxTotalBytes); raise the limit if the bundle is to be trusted`;
  return new BundleError(path, [{ code: BundleErrorCode.LIMIT, message }]);
}

/** What other archives begin with, and what they are. */
const OTHER_FORMATS: readonly (readonly [start: string, format: string])[] = [
  ['1f8b', 'compressed with gzip twice'],
  ['28b52ffd', 'compressed with zstd'],
  ['fd377a585a', 'compressed with xz'],
  ['425a68', 'compressed with bzip2'],
  ['504b0304', 'a zip archive'],
];

/** The archive without its compression. */
function unpacked(path: string, packed: Buffer, limits: ReadLimits): Buffer {
  const archive = packed[0] === 0x1f && packed[1] === 0x8b ? gunzipped(path, packed, limits) : packed;
  const start = archive.toString('hex', 0, 8);
  const format = archive.length === 0 ? 'empty' : OTHER_FORMATS.find(([magic]) => start.startsWith(magic))?.[1];
  if (format !== undefined) {
    const message = `the archive is ${format}; pack the bundle as tar, or tar compressed with gzip`;
    throw new BundleError(path, [{ code: BundleErrorCode.ARCHIVE, message }]);
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
    const message = `the archive is damaged: gzip says ${JSON.stringify((error as Error).message)}; fetch or pack it again`;
    throw new BundleError(path, [{ code: BundleErrorCode.ARCHIVE, message }]);
  }
}

/** The files of the bundle, which stands at the top of the archive or in one folder there. */
function filesOf(path: string, entries: readonly TarEntry[]): BundleFiles {
  const root = rootOf(path, entries);
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  const nested: string[] = [];
  for (const entry of [...entries].sort((left, right) => compareUtf8(left.path, right.path))) {
    const steps = entry.path.startsWith(root) ? entry.path.slice(root.length).split('/') : [];
    if (steps[0] !== MANIFESTS && steps[0] !== METADATA) {
      continue;
    }
    const file = steps.join('/');
    if (entry.content === undefined) {
      folders.add(file);
      continue;
    }
    folders.add(steps[0]);
    if (steps.length === 2) {
      files.set(file, entry.content);
    } else if (isManifestName(file)) {
      nested.push(file);
    }
  }
  return { files, folders, nested };
}

function rootOf(path: string, entries: readonly TarEntry[]): string {
  const roots = new Set<string>();
  for (const entry of entries) {
    const [first, second] = entry.path.split('/');
    if (first === MANIFESTS && (second !== undefined || entry.content === undefined)) {
      return '';
    }
    if (second === MANIFESTS) {
      roots.add(`${first}/`);
    }
  }
  if (roots.size > 1) {
    const message = `the archive holds more than one bundle: ${[...roots].sort(compareUtf8).join(', ')}; unpack it and read one of the folders`;
    throw new BundleError(path, [{ code: BundleErrorCode.LAYOUT, message }]);
  }
  return [...roots][0] ?? '';
}
