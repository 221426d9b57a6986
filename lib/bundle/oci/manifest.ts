import { BundleErrorCode } from '../../bundle-error';
import type { JsonMap } from '../../json-value';
import { describe, field, isMap, textField } from '../../json-value';
import { refusal } from '../refusal';
import type { Descriptor } from './descriptor';
import { readDescriptor } from './descriptor';

/** Several images, mostly one for each platform. */
export interface ImageIndex {
  readonly kind: 'index';

  /** The images, or further indexes. */
  readonly manifests: readonly Descriptor[];
}

/** One image. */
export interface ImageManifest {
  readonly kind: 'manifest';

  /** What says how the image is run, its labels among it. */
  readonly config: Descriptor;

  /** The layers, the lowest first. */
  readonly layers: readonly Descriptor[];
}

/** Types of images that are no longer made, and of things that lie in registries beside images. */
const CONFIG_TYPES = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
]);

const INDEX_TYPES = new Set([
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]);

const MANIFEST_TYPES = new Set([
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
]);

/** The media types of what `readManifest` reads; a registry is asked for these. */
export const MANIFEST_MEDIA_TYPES: readonly string[] = [...MANIFEST_TYPES, ...INDEX_TYPES];

/** More images than any index of sense holds. */
const MOST_IMAGES = 1000;

/**
 * Reads a manifest or an index.
 *
 * @param source where the image is read from, for messages
 * @param name what it is called in messages: its digest, or the name of its file
 * @param content its bytes
 * @throws BundleError when it is neither
 */
export function readManifest(source: string, name: string, content: Buffer): ImageIndex | ImageManifest {
  const value = readJson(source, name, content);
  const mediaType = textField(value, 'mediaType') ?? '';
  const [isIndex, isManifest] = [field(value, 'manifests') !== undefined, field(value, 'layers') !== undefined];
  if (field(value, 'schemaVersion') === 1) {
    throw notAnImage(source, name, 'an image of the first schema, which is no longer in use; push the bundle anew');
  }
  if (isIndex === isManifest || (isIndex && MANIFEST_TYPES.has(mediaType)) || (isManifest && INDEX_TYPES.has(mediaType))) {
    const both = isIndex ? 'both layers and manifests' : 'neither layers nor manifests';
    throw notAnImage(source, name, isIndex === isManifest ? `no image: it has ${both}` : `no image: it does not hold what its type ${describe(mediaType)} says`);
  }
  return isIndex ? indexOf(source, name, value) : manifestOf(source, name, value);
}

/**
 * Reads a JSON object that belongs to an image.
 *
 * @throws BundleError when it is none
 */
export function readJson(source: string, name: string, content: Buffer): JsonMap {
  const value = parsedJson(source, name, content);
  if (!isMap(value)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} must hold a JSON object, got ${describe(value)}`);
  }
  return value;
}

/**
 * Reads JSON that belongs to an image.
 *
 * @throws BundleError when it is none
 */
export function parsedJson(source: string, name: string, content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} must hold JSON, but does not; the image is damaged, so fetch or pack it again`);
  }
}

function indexOf(source: string, name: string, value: JsonMap): ImageIndex {
  const manifests = listOf(source, name, value, 'manifests', MOST_IMAGES);
  return { kind: 'index', manifests: manifests.map((entry, index) => readDescriptor(source, `manifests[${index}] of ${name}`, entry)) };
}

function manifestOf(source: string, name: string, value: JsonMap): ImageManifest {
  const config = readDescriptor(source, `config of ${name}`, field(value, 'config'));
  const type = textField(value, 'artifactType') ?? config.mediaType;
  if (config.mediaType !== '' && !CONFIG_TYPES.has(config.mediaType)) {
    throw notAnImage(source, name, `no container image but an artifact of type ${describe(type)}; name the image of a bundle`);
  }
  const layers = listOf(source, name, value, 'layers');
  return { kind: 'manifest', config, layers: layers.map((entry, index) => readDescriptor(source, `layers[${index}] of ${name}`, entry)) };
}

function listOf(source: string, name: string, value: JsonMap, key: string, most = Number.MAX_SAFE_INTEGER): readonly unknown[] {
  const list = field(value, key);
  if (!Array.isArray(list)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${key} of ${name} must be a list, got ${describe(list)}`);
  }
  if (list.length > most) {
    throw refusal(source, BundleErrorCode.LIMIT, `${name} lists ${list.length} images; more than ${most} are not read`);
  }
  return list;
}

function notAnImage(source: string, name: string, what: string): Error {
  return refusal(source, BundleErrorCode.IMAGE, `${name} is ${what}`);
}
