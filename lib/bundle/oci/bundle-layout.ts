import { readArchiveFile } from '../archive-file';
import type { BundleFiles } from '../bundle-files';
import { MANIFESTS, METADATA } from '../bundle-files';
import { entryFiles } from '../entry-files';
import { statOf } from '../file-access';
import { readDockerArchive } from './docker-archive';
import { readBundleImage, readCatalogImage } from './image';
import { catalogFolder, checkBundleLabels } from './image-kind';
import type { ImageLimits } from './image-options';
import { LAYOUT_FILE } from './is-layout-folder';
import type { ImageArchive } from './layout-archive';
import { imageArchive, readLayoutArchive } from './layout-archive';
import { readLayoutFolder } from './layout-folder';

/**
 * Reads the files of a bundle from an image layout, a folder or an archive of one, or from an archive of `docker save`.
 *
 * @param path the folder or archive
 * @param image the name or digest of the image; undefined when there is only one
 * @param limits the limits
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readBundleLayout(path: string, image: string | undefined, limits: ImageLimits): BundleFiles {
  if (statOf(path).isDirectory()) {
    return readLayoutFolder(path, image, limits, (root) => readBundleImage(path, root, limits));
  }
  const archive = imageArchive(path, readArchiveFile(path, limits), limits);
  return readBundleArchive(path, archive, image, limits);
}

/** Reads the files of a bundle from an archive of images. */
export function readBundleArchive(path: string, archive: ImageArchive, image: string | undefined, limits: ImageLimits): BundleFiles {
  if (archive.files.has(LAYOUT_FILE)) {
    return readLayoutArchive(path, archive, image, limits, (root) => readBundleImage(path, root, limits));
  }
  return entryFiles(readDockerArchive(path, archive, image, limits, (labels) => {
    checkBundleLabels(path, labels);
    return [MANIFESTS, METADATA];
  }));
}

/**
 * Reads the files of a catalog from an image layout, by path inside the catalog. A catalog is larger than a bundle, so the limits want
 * to be higher.
 *
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readCatalogLayout(path: string, image: string | undefined, limits: ImageLimits): ReadonlyMap<string, Buffer> {
  if (statOf(path).isDirectory()) {
    return readLayoutFolder(path, image, limits, (root) => readCatalogImage(path, root, limits));
  }
  const archive = imageArchive(path, readArchiveFile(path, limits), limits);
  if (archive.files.has(LAYOUT_FILE)) {
    return readLayoutArchive(path, archive, image, limits, (root) => readCatalogImage(path, root, limits));
  }
  let folder = '';
  const entries = readDockerArchive(path, archive, image, limits, (labels) => [folder = catalogFolder(path, labels)]);
  return new Map(entries.flatMap(({ path: file, content }) => (
    content === undefined ? [] : [[folder === '' ? file : file.slice(folder.length + 1), content] as const]
  )));
}
