import { BundleErrorCode } from '../../bundle-error';
import { describe, field, fieldAt, textMapField } from '../../json-value';
import { Budget } from '../budget';
import type { BundleFiles } from '../bundle-files';
import { MANIFESTS, METADATA } from '../bundle-files';
import { entryFiles } from '../entry-files';
import { refusal } from '../refusal';
import type { TarEntry } from '../tar';
import type { ImageReader } from './blob';
import { chooseImage } from './choose-image';
import { unpackLayer } from './compression';
import type { Descriptor } from './descriptor';
import { digestOf, parseDigest } from './digest';
import { ImageFiles } from './image-files';
import type { Labels } from './image-kind';
import { catalogFolder, checkBundleLabels } from './image-kind';
import type { ImageLimits } from './image-options';
import type { ImageManifest } from './manifest';
import { readJson, readManifest } from './manifest';

/** Indexes stand in indexes, but no deeper than this. */
const DEEPEST_INDEX = 4;

/** What the configuration of an image says, as far as it matters here. */
interface ImageConfig {
  readonly labels: Labels;

  /** The digests of the layers without compression; empty where the image does not tell them. */
  readonly diffIds: readonly string[];
}

/**
 * Reads the files of a bundle from an image.
 *
 * @param source where the image is read from, for messages
 * @param root the manifest of the image, or an index that leads to it
 * @param limits the limits
 */
export function* readBundleImage(source: string, root: Descriptor, limits: ImageLimits): ImageReader<BundleFiles> {
  const manifest = yield* findManifest(source, root, limits);
  const config = yield* readConfig(source, manifest.config, limits);
  checkBundleLabels(source, config.labels);
  return entryFiles(yield* readLayers(source, manifest, config, [MANIFESTS, METADATA], limits));
}

/** Reads the files of a catalog from an image: those in the folder that its label names, by path from there. */
export function* readCatalogImage(source: string, root: Descriptor, limits: ImageLimits): ImageReader<Map<string, Buffer>> {
  const manifest = yield* findManifest(source, root, limits);
  const config = yield* readConfig(source, manifest.config, limits);
  const folder = catalogFolder(source, config.labels);
  const entries = yield* readLayers(source, manifest, config, [folder], limits);
  const files = entries.filter((entry): entry is Required<TarEntry> => entry.content !== undefined);
  return new Map(files.map(({ path, content }) => [folder === '' ? path : path.slice(folder.length + 1), content]));
}

function* findManifest(source: string, root: Descriptor, limits: ImageLimits): ImageReader<ImageManifest> {
  let descriptor = root;
  for (let depth = 0; depth <= DEEPEST_INDEX; depth++) {
    const content = yield { descriptor, isManifest: true, maxBytes: limits.maxManifestBytes, limit: 'maxManifestBytes' };
    const found = readManifest(source, descriptor.digest, content);
    if (found.kind === 'manifest') {
      return found;
    }
    descriptor = chooseImage(source, descriptor.digest, found.manifests, limits.platform);
  }
  const message = `indexes of the image stand in one another more than ${DEEPEST_INDEX} deep; name the image by its own digest`;
  throw refusal(source, BundleErrorCode.LIMIT, message);
}

function* readConfig(source: string, descriptor: Descriptor, limits: ImageLimits): ImageReader<ImageConfig> {
  const content = yield { descriptor, isManifest: false, maxBytes: limits.maxManifestBytes, limit: 'maxManifestBytes' };
  return parseConfig(source, descriptor.digest, content);
}

/** Reads the configuration of an image. */
export function parseConfig(source: string, name: string, content: Buffer): ImageConfig {
  const value = readJson(source, name, content);
  const diffIds = fieldAt(value, 'rootfs', 'diff_ids') ?? [];
  if (!Array.isArray(diffIds) || !diffIds.every((digest) => typeof digest === 'string' && parseDigest(digest) !== undefined)) {
    const message = `rootfs.diff_ids of ${name} must be a list of digests, got ${describe(diffIds)}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const config = field(value, 'config');
  return { labels: textMapField(config, 'Labels'), diffIds: diffIds as string[] };
}

function* readLayers(
  source: string,
  { layers }: ImageManifest,
  config: ImageConfig,
  folders: readonly string[],
  limits: ImageLimits,
): ImageReader<TarEntry[]> {
  const stack = new LayerStack(source, folders, config, layers.length, limits);
  const bytes = layers.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (bytes > limits.maxTotalBytes) {
    const message = `the layers have ${bytes} bytes, more than ${limits.maxTotalBytes} (limit maxTotalBytes); raise the limit if the image is to be trusted`;
    throw refusal(source, BundleErrorCode.LIMIT, message);
  }
  for (const descriptor of layers) {
    stack.add(descriptor.digest, yield { descriptor, isManifest: false, maxBytes: limits.maxTotalBytes, limit: 'maxTotalBytes' });
  }
  return stack.entries();
}

/** The layers of an image, unpacked and checked one after the other. */
export class LayerStack {
  readonly #files: ImageFiles;
  #added = 0;
  #bytes = 0;

  /**
   * @param source where the image is read from, for messages
   * @param folders the folders of the image whose files are wanted
   * @param config the configuration of the image
   * @param count how many layers there will be
   * @param limits the limits
   * @throws BundleError when that is too many, or not as many as the configuration says
   */
  public constructor(
    private readonly source: string,
    folders: readonly string[],
    private readonly config: ImageConfig,
    count: number,
    private readonly limits: ImageLimits,
  ) {
    if (count > limits.maxLayers) {
      const message = `the image has ${count} layers, more than ${limits.maxLayers} (limit maxLayers); raise the limit if it is to be trusted`;
      throw refusal(source, BundleErrorCode.LIMIT, message);
    }
    if (config.diffIds.length !== count && config.diffIds.length > 0) {
      const message = `the image has ${count} layers, but its configuration tells of ${config.diffIds.length}; build and push it anew`;
      throw refusal(source, BundleErrorCode.IMAGE, message);
    }
    this.#files = new ImageFiles(source, folders, new Budget(source, limits));
  }

  /** Puts the next layer on top, as it is packed. */
  public add(name: string, packed: Buffer): void {
    const archive = unpackLayer(this.source, name, packed, this.limits.maxTotalBytes - this.#bytes);
    this.#bytes += archive.length;
    const diffId = this.config.diffIds[this.#added++];
    if (diffId !== undefined && digestOf(archive, parseDigest(diffId)!.algorithm) !== diffId) {
      const message = `${name} unpacks to other bytes than ${diffId}, which the configuration of the image names; build and push the image anew`;
      throw refusal(this.source, BundleErrorCode.DIGEST, message);
    }
    if (!isEmptyArchive(archive)) {
      this.#files.add(name, archive);
    }
  }

  /** The wanted files and folders. */
  public entries(): TarEntry[] {
    return this.#files.entries();
  }
}

/** Whether an archive has no entries, as a layer that changes nothing: it has no bytes at all, or begins with the two blocks of its end. */
function isEmptyArchive(archive: Buffer): boolean {
  return archive.subarray(0, 1024).every((byte) => byte === 0);
}
