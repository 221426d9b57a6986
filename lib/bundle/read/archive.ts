import { BundleErrorCode } from '../bundle-error';
import { compareUtf8 } from '../go-json';
import { readArchiveFile } from './archive-file';
import { Budget } from './budget';
import type { BundleFiles } from './bundle-files';
import { MANIFESTS } from './bundle-files';
import { entryFiles } from './entry-files';
import type { ReadLimits } from './read-options';
import type { Refuse } from './refusal';
import { refusal, refuseAll } from './refusal';
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
  return archivedFiles(path, readArchiveFile(path, limits), limits, refuse);
}

/** The files of a bundle in an archive that is unpacked; the bundle stands at the top of it or in one folder there. */
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
    const message = `the archive holds more than one bundle: ${[...roots].sort(compareUtf8).join(', ')}; unpack it and read one of the folders`;
    throw refusal(path, BundleErrorCode.LAYOUT, message);
  }
  return [...roots][0] ?? '';
}
