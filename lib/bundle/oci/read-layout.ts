import { posix } from 'node:path';
import { compareUtf8 } from '../../formats/json/go-json';
import { describeType, stringField, stringListField, stringMapField } from '../../formats/json/json-value';
import { readArchiveFile } from '../files/archive-file';
import { type BundleFiles, entryFiles, MANIFESTS, METADATA } from '../files/bundle-files';
import type { TarEntry } from '../files/read-tar';
import { refusal, statOf } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { unpackLayer } from './compression';
import { type BlobRequest, type Descriptor, type ImageReader, runReader } from './descriptor';
import { catalogFolder, checkBundleLabels, type Labels, LayerStack, parseConfig, readBundleImage, readCatalogImage } from './image';
import { parsedJson, readJson } from './image-manifest';
import type { ImageLimits } from './image-options';
import {
  BUNDLE_REPOSITORY_ANNOTATION, DOCKER_FILE, imageOfLayout, imagesOfLayout, INDEX_FILE, LAYOUT_FILE, nameInLayout, noLayout, openLayoutFolder,
  type OpenLayout, readImage, SUBJECT_ANNOTATION,
} from './layout';
import { checkedFile, type ImageArchive, imageArchive, openLayoutArchive } from './layout-archive';

/**
 * Reads the files of a bundle from an image layout (a folder or an archive of one) or from a `docker save` archive.
 *
 * @param path path of the folder or archive
 * @param image name or digest of the image, or undefined for the only one, or the catalog
 * @param limits limits
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readBundleLayout(path: string, image: string | undefined, limits: ImageLimits): BundleFiles {
  if (statOf(path).isDirectory()) {
    return readImage(openLayoutFolder(path, limits), image, (root) => readBundleImage(path, root, limits));
  }
  const archive = imageArchive(path, readArchiveFile(path, limits), limits);
  return readBundleArchive(path, archive, image, limits);
}

/** Reads the files of a bundle from an archive of images. */
export function readBundleArchive(path: string, archive: ImageArchive, image: string | undefined, limits: ImageLimits): BundleFiles {
  if (archive.files.has(LAYOUT_FILE)) {
    return readImage(openLayoutArchive(path, archive, limits), image, (root) => readBundleImage(path, root, limits));
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
    return readImage(openLayoutFolder(path, limits), image, (root) => readCatalogImage(path, root, limits));
  }
  const archive = imageArchive(path, readArchiveFile(path, limits), limits);
  if (archive.files.has(LAYOUT_FILE)) {
    return readImage(openLayoutArchive(path, archive, limits), image, (root) => readCatalogImage(path, root, limits));
  }
  let folder = '';
  const entries = readDockerArchive(path, archive, image, limits, (labels) => [folder = catalogFolder(path, labels)]);
  return new Map(entries.flatMap(({ path: file, content }) => (
    content === undefined ? [] : [[folder === '' ? file : file.slice(folder.length + 1), content] as const]
  )));
}

/** An image with its name in its layout. */
interface NamedImage<Result> {
  readonly name: string;
  readonly image: Result;
}

/** An image of a layout. */
interface ImageInLayout<Result> extends NamedImage<Result> {
  /** Subject that this library gave the layout. */
  readonly subject: string;

  /** The other images of the layout, if they are the bundles of the catalog that is this image. */
  readonly bundles: readonly NamedImage<Result>[];

  /** Repository under which the catalog refers to these bundles; undefined without bundles. */
  readonly bundleRepository: string | undefined;
}

/**
 * Reads an image of a layout, with the bundles that this library wrote beside it if it is a catalog.
 *
 * @param image name or digest of the image, which is then read alone, or undefined for the only one, or the catalog
 * @throws BundleError if it is not a layout, cannot be read, or exceeds a limit
 */
export function readLayout<Result>(
  path: string, image: string | undefined, limits: ImageLimits, read: (root: Descriptor) => ImageReader<Result>,
): ImageInLayout<Result> {
  const layout = openLayout(path, limits);
  const { index, blob } = layout;
  const root = imageOfLayout(path, index, image);
  const named = (descriptor: Descriptor): NamedImage<Result> => ({ name: nameInLayout(descriptor), image: runReader(path, read(descriptor), blob) });
  const annotations = stringMapField(readJson(path, INDEX_FILE, index), 'annotations');
  const bundleRepository = image === undefined ? annotations[BUNDLE_REPOSITORY_ANNOTATION] : undefined;
  const bundles = bundleRepository === undefined ? [] : imagesOfLayout(path, index).filter(({ digest }) => digest !== root.digest);
  return { ...named(root), subject: annotations[SUBJECT_ANNOTATION] ?? 'image', bundles: bundles.map(named), bundleRepository };
}

function openLayout(path: string, limits: ImageLimits): OpenLayout {
  if (statOf(path).isDirectory()) {
    return openLayoutFolder(path, limits);
  }
  const archive = imageArchive(path, readArchiveFile(path, limits), limits);
  if (!archive.files.has(LAYOUT_FILE)) {
    throw noLayout(path);
  }
  return openLayoutArchive(path, archive, limits);
}

/** In older archives, a layer that two images share is contained once, with a link in the other location. */
const MAX_LINKS = 4;

/**
 * Reads an image in a `docker save` archive, in the format used before Docker 25. Newer archives are also image layouts.
 *
 * Its layers are not named by digest, but its configuration lists their digests. An image without these is rejected.
 *
 * @param source path of the archive, for messages
 * @param archive its files
 * @param image tag of the image, or undefined if there is only one
 * @param limits limits
 * @param foldersOf returns the folders to read from an image with the given labels
 * @throws BundleError if it cannot be read or exceeds a limit
 */
function readDockerArchive(
  source: string,
  archive: ImageArchive,
  image: string | undefined,
  limits: ImageLimits,
  foldersOf: (labels: Labels) => readonly string[],
): TarEntry[] {
  const { config: configFile, layers } = chosenImage(source, archive, image, limits);
  const config = parseConfig(source, configFile, archiveFile(source, archive, configFile, limits.maxManifestBytes));
  const folders = foldersOf(config.labels);
  if (config.diffIds.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${configFile} lists no layer digests, so the layers cannot be verified; pack the image again`);
  }
  const stack = new LayerStack(source, folders, config, layers.length, limits);
  for (const layer of layers) {
    if (!stack.repeats(layer)) {
      const packed = archiveFile(source, archive, layer, limits.maxTotalBytes, 'maxTotalBytes');
      stack.add(layer, unpackLayer(source, { name: layer, packed, budget: stack.budget }));
    }
  }
  return stack.entries();
}

interface DockerImage {
  readonly tags: readonly string[];
  readonly config: string;
  readonly layers: readonly string[];
}

function chosenImage(source: string, archive: ImageArchive, image: string | undefined, limits: ImageLimits): DockerImage {
  const list = parsedJson(source, DOCKER_FILE, archiveFile(source, archive, DOCKER_FILE, limits.maxManifestBytes));
  if (!Array.isArray(list)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${DOCKER_FILE} must contain a list of images, got ${describeType(list)}; pack them again`);
  }
  const images = list.map((entry: unknown): DockerImage => ({
    tags: stringListField(entry, 'RepoTags'), config: stringField(entry, 'Config') ?? '', layers: stringListField(entry, 'Layers'),
  }));
  const matching = image === undefined ? images : images.filter(({ tags }) => tags.includes(image));
  if (matching.length === 1) {
    return matching[0]!;
  }
  const tags = images.flatMap((each) => each.tags).sort(compareUtf8).slice(0, 20).join(', ');
  const message = image === undefined
    ? `the archive contains ${images.length} images; set the option 'image' to one of them: ${tags}`
    : `the archive contains ${matching.length === 0 ? 'no image' : `${matching.length} images`} ${JSON.stringify(image)}; available: ${tags}`;
  throw refusal(source, BundleErrorCode.IMAGE, message);
}

function archiveFile(source: string, { files, links }: ImageArchive, file: string, maxBytes: number, limit?: BlobRequest['limit']): Buffer {
  let path = posix.normalize(file);
  for (let link = links.get(path), count = 0; link !== undefined && count < MAX_LINKS; link = links.get(path), count++) {
    path = posix.join(posix.dirname(path), link);
  }
  return checkedFile(source, files, path, maxBytes, limit);
}
