import { readArchiveFile } from '../files/archive-file';
import type { BundleFiles } from '../files/bundle-files';
import type { ReadLimits } from '../files/read-options';
import { type Refuse, refuseAll, statOf } from '../files/refusal';
import { readBundleArchive, readBundleLayout } from '../oci/bundle-layout';
import { withImageLimits } from '../oci/image-options';
import { isLayoutFolder } from '../oci/is-layout-folder';
import { containsImages, imageArchive } from '../oci/layout-archive';
import { archivedFiles } from './archive';
import { readDirectory } from './directory';

/**
 * Reads the files of a bundle from a path: a folder, an archive, or an image layout in one of them.
 *
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readPath(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  if (statOf(path).isDirectory()) {
    return isLayoutFolder(path) ? readBundleLayout(path, undefined, withImageLimits(limits)) : readDirectory(path, limits, refuse);
  }
  const archive = readArchiveFile(path, limits);
  return containsImages(path, archive, limits)
    ? readBundleArchive(path, imageArchive(path, archive, limits), undefined, withImageLimits(limits))
    : archivedFiles(path, archive, limits, refuse);
}
