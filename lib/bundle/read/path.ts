import { archivedFiles } from './archive';
import { readArchiveFile } from './archive-file';
import type { BundleFiles } from './bundle-files';
import { readDirectory } from './directory';
import { statOf } from './file-access';
import { isLayoutFolder } from './oci/is-layout-folder';
import { holdsImages, imageArchive, imageLimits, readBundleArchive, readBundleLayout } from './oci/on-demand';
import type { ReadLimits } from './read-options';
import type { Refuse } from './refusal';
import { refuseAll } from './refusal';

/**
 * Reads the files of a bundle from a folder, an archive, or an image layout in one of them, by what the path names.
 *
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readPath(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  if (statOf(path).isDirectory()) {
    return isLayoutFolder(path) ? readBundleLayout(path, undefined, imageLimits(limits)) : readDirectory(path, limits, refuse);
  }
  const archive = readArchiveFile(path, limits);
  return holdsImages(path, archive, limits)
    ? readBundleArchive(path, imageArchive(path, archive, limits), undefined, imageLimits(limits))
    : archivedFiles(path, archive, limits, refuse);
}
