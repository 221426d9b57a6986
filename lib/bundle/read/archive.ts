import { compareUtf8 } from '../../formats/json/go-json';
import { readArchiveFile } from '../files/archive-file';
import { Budget } from '../files/budget';
import { type BundleFiles, MANIFESTS } from '../files/bundle-files';
import { entryFiles } from '../files/entry-files';
import type { ReadLimits } from '../files/read-options';
import { refusal, type Refuse, refuseAll } from '../files/refusal';
import { readTar, type TarEntry } from '../files/tar';
import { BundleErrorCode } from '../model/bundle-error';

/**
 * Reads the files of a bundle from a tar archive, optionally compressed with gzip.
 *
 * @param path path of the archive
 * @param limits limits
 * @param refuse receives entries that are not allowed in a bundle, and may skip them; throws by default
 * @throws BundleError if the archive is damaged, contains entries that are not allowed, or exceeds a limit
 */
export function readArchive(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  return archivedFiles(path, readArchiveFile(path, limits), limits, refuse);
}

/** Returns the files of a bundle in a decompressed archive; the bundle is at its root or in a single folder there. */
export function archivedFiles(path: string, archive: Buffer, limits: ReadLimits, refuse: Refuse): BundleFiles {
  const entries = readTar(path, archive, new Budget(path, limits), refuse);
  return entryFiles(entries, rootOf(path, entries));
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
    const message = `the archive contains more than one bundle: ${[...roots].sort(compareUtf8).join(', ')}; unpack it and read one of the folders`;
    throw refusal(path, BundleErrorCode.LAYOUT, message);
  }
  return [...roots][0] ?? '';
}
