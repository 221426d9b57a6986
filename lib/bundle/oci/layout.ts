import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '../../formats/json/go-json';
import { describeType, field, stringField } from '../../formats/json/json-value';
import { readChecked } from '../files/file-access';
import { onDisk, refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { type BlobRequest, checkBlob, type Descriptor, type ImageReader, parseDigest, runReader } from './descriptor';
import { isAttestation, readJson, readManifest } from './image-manifest';
import type { ImageLimits } from './image-options';

/** File that marks a folder as an image layout. */
export const LAYOUT_FILE = 'oci-layout';

/** Whether a folder is an image layout. */
export function isLayoutFolder(path: string): boolean {
  return existsSync(join(path, LAYOUT_FILE));
}

export const INDEX_FILE = 'index.json';

/** File that lists the images in a `docker save` archive. */
export const DOCKER_FILE = 'manifest.json';

/** Annotation of the index of a layout with the subject of its image, which marks layouts that this library wrote. */
export const SUBJECT_ANNOTATION = 'olm-constructs/image-of';

/** Annotation of the index of a layout with the repository that its catalog refers to for the bundles that are the other images of the layout. */
export const BUNDLE_REPOSITORY_ANNOTATION = 'olm-constructs/bundle-repository';

/** Subject, and name, of the image of a catalog. */
export const CATALOG_SUBJECT = 'catalog';

/** Annotations that tools use to name the images of a layout. */
const NAMES = ['org.opencontainers.image.ref.name', 'io.containerd.image.name'];

/**
 * Checks the file that marks an image layout.
 *
 * @throws BundleError if its version is not 1
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export function checkLayoutVersion(source: string, content: Buffer): void {
  const value = readJson(source, LAYOUT_FILE, content);
  const version = stringField(value, 'imageLayoutVersion');
  if (version === undefined || !version.startsWith('1.')) {
    const message = `the image layout version in ${LAYOUT_FILE} must be 1, got ${describeType(field(value, 'imageLayoutVersion'))}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
}

/**
 * Selects an image of a layout: by default the only one, or that of the catalog if there are several.
 *
 * @param source path of the layout, for messages
 * @param content index of the layout
 * @param image name or digest of the image, or undefined if unspecified
 * @throws BundleError if no image matches, or more than one
 */
export function imageOfLayout(source: string, content: Buffer, image: string | undefined): Descriptor {
  const images = imagesOfLayout(source, content);
  const named = (name: string): Descriptor[] => images.filter((descriptor) => isNamed(descriptor, name));
  const catalogs = named(CATALOG_SUBJECT);
  const matching = image !== undefined ? named(image) : catalogs.length > 0 ? catalogs : images;
  const digests = new Set(matching.map(({ digest }) => digest));
  if (digests.size === 1) {
    return matching[0]!;
  }
  if (images.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${INDEX_FILE} contains no image; pack the layout again`);
  }
  const available = `available: ${namesOf(images)}`;
  const message = image === undefined
    ? `the layout contains ${images.length} images; set the option 'image' to one of them; ${available}`
    : `the layout contains ${matching.length === 0 ? 'no image' : `${matching.length} images`} ${JSON.stringify(image)}; ${available}`;
  throw refusal(source, BundleErrorCode.IMAGE, message);
}

/**
 * Returns the images of a layout.
 *
 * @param content index of the layout
 * @throws BundleError if it is not an index
 */
export function imagesOfLayout(source: string, content: Buffer): readonly Descriptor[] {
  const index = readManifest(source, INDEX_FILE, content);
  if (index.kind === 'manifest') {
    throw refusal(source, BundleErrorCode.IMAGE, `${INDEX_FILE} must be an image index, but is a single manifest; pack the layout again`);
  }
  return index.manifests.filter((descriptor) => !isAttestation(descriptor));
}

function isNamed({ digest, annotations }: Descriptor, name: string): boolean {
  return digest === name || NAMES.some((key) => annotations[key] === name);
}

/** Returns the name of an image in its layout, or its digest if it has none. */
export function nameInLayout({ digest, annotations }: Descriptor): string {
  return annotations[NAMES[0]!] ?? annotations[NAMES[1]!] ?? digest;
}

function namesOf(images: readonly Descriptor[]): string {
  const names = images.map(nameInLayout);
  return `${names.slice(0, 20).sort(compareUtf8).join(', ')}${names.length > 20 ? ' and more' : ''}`;
}

/** Error for a folder or archive that is not an image layout. */
export function noLayout(source: string): Error {
  const message = `this is not an image layout: it contains neither ${LAYOUT_FILE} nor ${DOCKER_FILE}; use Bundle.fromPath for bundles that are not images`;
  return refusal(source, BundleErrorCode.LAYOUT, message);
}

/** A layout whose images can be read. */
export interface OpenLayout {
  /** Path of the layout, for messages. */
  readonly source: string;

  /** Content of its index. */
  readonly index: Buffer;

  /** Returns a blob. */
  readonly blob: (request: BlobRequest) => Buffer;
}

/**
 * Reads an image of a layout.
 *
 * @param image name or digest of the image, or undefined for that which `imageOfLayout` selects
 * @param read creates the reader of the image
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readImage<Result>(
  { source, index, blob }: OpenLayout, image: string | undefined, read: (root: Descriptor) => ImageReader<Result>,
): Result {
  return runReader(source, read(imageOfLayout(source, index, image)), blob);
}

/**
 * Opens the layout in a folder.
 *
 * @throws BundleError if it is not one, cannot be read or exceeds a limit
 */
export function openLayoutFolder(path: string, limits: ImageLimits): OpenLayout {
  if (!isLayoutFolder(path)) {
    throw noLayout(path);
  }
  const fileAt = (file: string): Buffer => readFile(path, file, limits.maxManifestBytes, 'maxManifestBytes');
  checkLayoutVersion(path, fileAt(LAYOUT_FILE));
  return { source: path, index: fileAt(INDEX_FILE), blob: (request) => blobOf(path, request) };
}

function blobOf(path: string, { descriptor, maxBytes, limit }: BlobRequest): Buffer {
  const { algorithm, hex } = parseDigest(descriptor.digest)!;
  // A file whose size differs from its descriptor is not even read.
  const most = Math.min(maxBytes, descriptor.size ?? maxBytes);
  return checkBlob(path, descriptor, readFile(path, `blobs/${algorithm}/${hex}`, most, limit, descriptor));
}

function readFile(path: string, file: string, maxBytes: number, limit: string, descriptor?: Descriptor): Buffer {
  const check = (bytes: number): void => {
    if (descriptor?.size !== undefined && bytes !== descriptor.size) {
      const message = `the file should have ${descriptor.size} bytes but has ${bytes}; the image is damaged; fetch or pack it again`;
      throw refusal(path, BundleErrorCode.DIGEST, message, file);
    }
    if (bytes > maxBytes) {
      const message = `the file has ${bytes} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if you trust the image`;
      throw refusal(path, BundleErrorCode.LIMIT, message, file);
    }
  };
  return onDisk(path, () => readChecked(join(path, file), check), file);
}
