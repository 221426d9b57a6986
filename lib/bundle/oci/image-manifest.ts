import { describeType, field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { DEFAULT_PLATFORM, type Descriptor, formatPlatform, type Platform, readDescriptor, servesPlatform } from './descriptor';

/**
 * Media types that this library writes. It also reads those of docker.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/media-types.md
 */
export const MEDIA_TYPE = {
  INDEX: 'application/vnd.oci.image.index.v1+json',
  MANIFEST: 'application/vnd.oci.image.manifest.v1+json',
  CONFIG: 'application/vnd.oci.image.config.v1+json',
  LAYER: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

/** Several images, usually one per platform. */
export interface ImageIndex {
  readonly kind: 'index';

  /** The images, or nested indexes. */
  readonly manifests: readonly Descriptor[];
}

/** One image. */
export interface ImageManifest {
  readonly kind: 'manifest';

  /** Configuration of the image, which contains its labels. */
  readonly config: Descriptor;

  /** Layers, lowest first. */
  readonly layers: readonly Descriptor[];
}

/** Media types of outdated images, and of artifacts that registries store beside images. */
const CONFIG_TYPES = new Set<string>([
  MEDIA_TYPE.CONFIG,
  'application/vnd.docker.container.image.v1+json',
]);

const INDEX_TYPES = new Set<string>([
  MEDIA_TYPE.INDEX,
  'application/vnd.docker.distribution.manifest.list.v2+json',
]);

const MANIFEST_TYPES = new Set<string>([
  MEDIA_TYPE.MANIFEST,
  'application/vnd.docker.distribution.manifest.v2+json',
]);

/** Media types that `readManifest` reads, and that registries are requested to send. */
export const MANIFEST_MEDIA_TYPES: readonly string[] = [...MANIFEST_TYPES, ...INDEX_TYPES];

/** Maximum number of images in an index, more than any reasonable index has. */
const MAX_IMAGES = 1000;

/**
 * Reads a manifest or an index.
 *
 * @param source source of the image, for messages
 * @param name name in messages: its digest, or the name of its file
 * @param content its bytes
 * @throws BundleError if it is neither
 */
export function readManifest(source: string, name: string, content: Buffer): ImageIndex | ImageManifest {
  const value = readJson(source, name, content);
  const mediaType = stringField(value, 'mediaType') ?? '';
  const [isIndex, isManifest] = [field(value, 'manifests') !== undefined, field(value, 'layers') !== undefined];
  if (field(value, 'schemaVersion') === 1) {
    throw notAnImage(source, name, 'an image of schema 1, which is obsolete; push the bundle again');
  }
  if (isIndex === isManifest || (isIndex && MANIFEST_TYPES.has(mediaType)) || (isManifest && INDEX_TYPES.has(mediaType))) {
    const both = isIndex ? 'both layers and manifests' : 'neither layers nor manifests';
    throw notAnImage(source, name, isIndex === isManifest ? `not an image: it has ${both}` : `not an image: its content does not match its media type ${describeType(mediaType)}`);
  }
  return isIndex ? indexOf(source, name, value) : manifestOf(source, name, value);
}

/**
 * Reads a JSON object of an image.
 *
 * @throws BundleError if it is not a JSON object
 */
export function readJson(source: string, name: string, content: Buffer): JsonMap {
  const value = parsedJson(source, name, content);
  if (!isMap(value)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} must contain a JSON object, got ${describeType(value)}`);
  }
  return value;
}

/**
 * Reads a JSON value of an image.
 *
 * @throws BundleError if it is not JSON
 */
export function parsedJson(source: string, name: string, content: Buffer): unknown {
  try {
    return JSON.parse(textOf(content, name));
  } catch {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} does not contain JSON; the image is damaged; fetch or pack it again`);
  }
}

function indexOf(source: string, name: string, value: JsonMap): ImageIndex {
  const manifests = listOf(source, name, value, 'manifests', MAX_IMAGES);
  return { kind: 'index', manifests: manifests.map((entry, index) => readDescriptor(source, `manifests[${index}] of ${name}`, entry)) };
}

function manifestOf(source: string, name: string, value: JsonMap): ImageManifest {
  const config = readDescriptor(source, `config of ${name}`, field(value, 'config'));
  const type = stringField(value, 'artifactType') ?? config.mediaType;
  if (config.mediaType !== '' && !CONFIG_TYPES.has(config.mediaType)) {
    throw notAnImage(source, name, `not a container image but an artifact of type ${describeType(type)}; specify a bundle image`);
  }
  const layers = listOf(source, name, value, 'layers');
  return { kind: 'manifest', config, layers: layers.map((entry, index) => readDescriptor(source, `layers[${index}] of ${name}`, entry)) };
}

function listOf(source: string, name: string, value: JsonMap, key: string, most = Number.MAX_SAFE_INTEGER): readonly unknown[] {
  const list = field(value, key);
  if (!Array.isArray(list)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${key} of ${name} must be a list, got ${describeType(list)}`);
  }
  if (list.length > most) {
    throw refusal(source, BundleErrorCode.LIMIT, `${name} lists ${list.length} images; the maximum is ${most}`);
  }
  return list;
}

function notAnImage(source: string, name: string, what: string): Error {
  return refusal(source, BundleErrorCode.IMAGE, `${name} is ${what}`);
}

const REFERENCE_TYPE = 'vnd.docker.reference.type';

/** Whether a descriptor refers to an attestation by a builder, such as provenance, instead of an image. */
export function isAttestation({ annotations, platform }: Descriptor): boolean {
  return annotations[REFERENCE_TYPE] === 'attestation-manifest' || (platform?.os === 'unknown' && platform.architecture === 'unknown');
}

/**
 * Selects the image of an index for a platform.
 *
 * @param source source of the image, for messages
 * @param name name of the index, for messages
 * @param manifests descriptors in the index
 * @param requested requested platform, or undefined if unspecified
 * @throws BundleError if no image is for the platform
 */
export function chooseImage(source: string, name: string, manifests: readonly Descriptor[], requested: Platform | undefined): Descriptor {
  const images = manifests.filter((descriptor) => !isAttestation(descriptor));
  if (images.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} contains no image; build and push the bundle again`);
  }
  if (requested === undefined) {
    return images.find(({ platform }) => servesPlatform(platform, DEFAULT_PLATFORM)) ?? images[0]!;
  }
  // A nested index has no platform: the image is selected inside it.
  const chosen = images.find(({ platform }) => servesPlatform(platform, requested)) ?? images.find(({ platform }) => platform === undefined);
  if (chosen === undefined) {
    const available = images.slice(0, 20).map(({ platform }) => formatPlatform(platform!)).join(', ');
    const message = `${name} has no image for platform ${formatPlatform(requested)}; available: ${available}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  return chosen;
}
