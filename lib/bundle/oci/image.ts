import { describeType, field, fieldAt, stringMapField } from '../../formats/json/json-value';
import { type BundleFiles, entryFiles, MANIFESTS, METADATA } from '../files/bundle-files';
import { Budget } from '../files/read-options';
import type { TarEntry } from '../files/read-tar';
import { refusal } from '../files/refusal';
import { BUNDLE_ANNOTATION, CATALOG_FOLDER_LABEL, FRAMEWORK_PREFIX } from '../model/bundle-content';
import { BundleErrorCode } from '../model/bundle-problem';
import { LayerBudget } from './compression';
import { type Descriptor, digestOf, type ImageReader, parseDigest } from './descriptor';
import { ImageFiles, type Layer } from './image-files';
import { chooseImage, type ImageManifest, readJson, readManifest } from './image-manifest';
import type { ImageLimits } from './image-options';

/** Maximum nesting depth of indexes. */
const MAX_INDEX_DEPTH = 4;

/** The relevant part of an image's configuration. */
interface ImageConfig {
  readonly labels: Labels;

  /** Digests of the decompressed layers, or an empty list if the image does not list them. */
  readonly diffIds: readonly string[];
}

/**
 * Reads the files of a bundle from an image.
 *
 * @param source source of the image, for messages
 * @param root manifest of the image, or an index that leads to it
 * @param limits limits
 */
export function* readBundleImage(source: string, root: Descriptor, limits: ImageLimits): ImageReader<BundleFiles> {
  const manifest = yield* findManifest(source, root, limits);
  const config = yield* readConfig(source, manifest.config, limits);
  checkBundleLabels(source, config.labels);
  return entryFiles(yield* readLayers(source, manifest, config, [MANIFESTS, METADATA], limits));
}

/** Reads the files of a catalog from an image: those in the folder that its label specifies, by path relative to that folder. */
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
  for (let depth = 0; depth <= MAX_INDEX_DEPTH; depth++) {
    const content = yield { descriptor, isManifest: true, maxBytes: limits.maxManifestBytes, limit: 'maxManifestBytes' };
    const found = readManifest(source, descriptor.digest, content);
    if (found.kind === 'manifest') {
      return found;
    }
    descriptor = chooseImage(source, descriptor.digest, found.manifests, limits.platform);
  }
  const message = `the indexes of the image are nested more than ${MAX_INDEX_DEPTH} levels deep; specify the image by its own digest`;
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
    const message = `rootfs.diff_ids of ${name} must be a list of digests, got ${describeType(diffIds)}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const config = field(value, 'config');
  return { labels: stringMapField(config, 'Labels'), diffIds: diffIds as string[] };
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
    const message = `the layers have ${bytes} bytes, more than ${limits.maxTotalBytes} (limit maxTotalBytes); raise the limit if you trust the image`;
    throw refusal(source, BundleErrorCode.LIMIT, message);
  }
  for (const descriptor of layers) {
    const name = descriptor.digest;
    if (!stack.repeats(name)) {
      const packed = yield { descriptor, isManifest: false, maxBytes: limits.maxTotalBytes, limit: 'maxTotalBytes' };
      stack.add(name, yield { name, packed, budget: stack.budget });
    }
  }
  return stack.entries();
}

/** The layers of an image, decompressed and verified one after the other. A layer that is listed again is read only once. */
export class LayerStack {
  /** What the layers may take together when they are decompressed. */
  public readonly budget: LayerBudget;

  readonly #files: ImageFiles;
  readonly #known = new Map<string, KnownLayer>();
  #added = 0;

  /**
   * @param source source of the image, for messages
   * @param folders folders of the image to read
   * @param config configuration of the image
   * @param count number of layers
   * @param limits limits
   * @throws BundleError if there are too many layers, or not as many as in the configuration
   */
  public constructor(
    private readonly source: string,
    folders: readonly string[],
    private readonly config: ImageConfig,
    count: number,
    limits: ImageLimits,
  ) {
    this.budget = new LayerBudget(limits.maxTotalBytes);
    if (count > limits.maxLayers) {
      const message = `the image has ${count} layers, more than ${limits.maxLayers} (limit maxLayers); raise the limit if you trust it`;
      throw refusal(source, BundleErrorCode.LIMIT, message);
    }
    if (config.diffIds.length !== count && config.diffIds.length > 0) {
      const message = `the image has ${count} layers, but its configuration lists ${config.diffIds.length}; build and push it again`;
      throw refusal(source, BundleErrorCode.IMAGE, message);
    }
    this.#files = new ImageFiles(source, folders, new Budget(source, limits), limits);
  }

  /** Applies the next layer again if it is an earlier one, and returns whether it is. */
  public repeats(name: string): boolean {
    const known = this.#known.get(name);
    if (known === undefined) {
      return false;
    }
    const diffId = this.config.diffIds[this.#added++];
    if (diffId !== known.diffId) {
      throw this.#differs(name, diffId ?? '');
    }
    this.#files.apply(known.layer);
    return true;
  }

  /** Applies the next layer, given in decompressed form. */
  public add(name: string, archive: Buffer): void {
    const diffId = this.config.diffIds[this.#added++];
    if (diffId !== undefined && digestOf(archive, parseDigest(diffId)!.algorithm) !== diffId) {
      throw this.#differs(name, diffId);
    }
    const layer = this.#files.read(name, isEmptyArchive(archive) ? undefined : archive);
    this.#known.set(name, { diffId, layer });
    this.#files.apply(layer);
  }

  #differs(name: string, diffId: string): Error {
    const message = `the decompressed ${name} does not match ${diffId} in the configuration of the image; build and push the image again`;
    return refusal(this.source, BundleErrorCode.DIGEST, message);
  }

  /** The requested files and folders. */
  public entries(): TarEntry[] {
    return this.#files.entries();
  }
}

/** A layer that was read. */
interface KnownLayer {
  /** Digest of its decompressed form, which was verified if the configuration lists it. */
  readonly diffId: string | undefined;

  readonly layer: Layer;
}

/** Whether an archive has no entries, like a layer without changes: it has no bytes, or begins with the two end blocks. */
function isEmptyArchive(archive: Buffer): boolean {
  return archive.subarray(0, 1024).every((byte) => byte === 0);
}

const SQLITE_DATABASE = `${FRAMEWORK_PREFIX}.index.database.v1`;

/** Labels of an image. */
export interface Labels {
  readonly [label: string]: string;
}

/**
 * Checks that an image is a bundle image. Its labels decide, as in `opm render`: without them OLM's tools do not accept an image as a bundle,
 * regardless of the files it contains.
 *
 * @throws BundleError if it is a different kind of image, naming that kind
 */
export function checkBundleLabels(source: string, labels: Labels): void {
  if (Object.hasOwn(labels, CATALOG_FOLDER_LABEL)) {
    const message = `this is a catalog image (its catalog is in ${JSON.stringify(labels[CATALOG_FOLDER_LABEL])}), not a bundle image; `
      + 'specify the image of one of its bundles';
    throw refusal(source, BundleErrorCode.CATALOG_IMAGE, message);
  }
  if (Object.hasOwn(labels, BUNDLE_ANNOTATION.PACKAGE)) {
    return;
  }
  if (Object.hasOwn(labels, SQLITE_DATABASE)) {
    const message = 'this is a catalog image with an SQLite database, which OLM no longer reads, not a bundle image; '
      + 'specify the image of one of its bundles';
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  throw refusal(source, BundleErrorCode.IMAGE, `this is not a bundle image: it has no label ${BUNDLE_ANNOTATION.PACKAGE}; ${foundLabels(labels)}`);
}

/**
 * Returns the folder of the catalog in a catalog image, without leading or trailing slashes, or an empty string for the root.
 *
 * @throws BundleError if the image is not a catalog image, or the folder is outside of it
 */
export function catalogFolder(source: string, labels: Labels): string {
  const folder = Object.hasOwn(labels, CATALOG_FOLDER_LABEL) ? labels[CATALOG_FOLDER_LABEL]! : undefined;
  if (folder === undefined) {
    const what = Object.hasOwn(labels, BUNDLE_ANNOTATION.PACKAGE) ? `it is a bundle image of package ${JSON.stringify(labels[BUNDLE_ANNOTATION.PACKAGE])}` : foundLabels(labels);
    throw refusal(source, BundleErrorCode.IMAGE, `this is not a catalog image: it has no label ${CATALOG_FOLDER_LABEL}; ${what}`);
  }
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) {
    const message = `the label ${CATALOG_FOLDER_LABEL} is ${JSON.stringify(folder)}, which leads outside the image; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

function foundLabels(labels: Labels): string {
  const names = Object.keys(labels).sort();
  const listed = names.slice(0, 20).map((name) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)).join(', ');
  return names.length === 0 ? 'it has no labels' : `its labels are ${listed}${names.length > 20 ? ' and more' : ''}`;
}
