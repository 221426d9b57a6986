import { readArchiveFile } from '../files/archive-file';
import { type BundleFiles, MANIFESTS, METADATA } from '../files/bundle-files';
import { entryFiles } from '../files/entry-files';
import { statOf } from '../files/refusal';
import { readDockerArchive } from './docker-archive';
import { readBundleImage, readCatalogImage } from './image';
import { catalogFolder, checkBundleLabels } from './image-kind';
import type { ImageLimits } from './image-options';
import { LAYOUT_FILE } from './is-layout-folder';
import { type ImageArchive, imageArchive, readLayoutArchive } from './layout-archive';
import { readLayoutFolder } from './layout-folder';

/**
 * Reads the files of a bundle from an image layout (a folder or an archive of one) or from a `docker save` archive.
 *
 * @param path path of the folder or archive
 * @param image name or digest of the image, or undefined if there is only one
 * @param limits limits
 * @throws BundleError if it cannot be read or exceeds a limit
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
 * Reads the files of a catalog from an image layout, by path inside the catalog. A catalog is larger than a bundle, so the limits
 * should be higher.
 *
 * @throws BundleError if it cannot be read or exceeds a limit
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
