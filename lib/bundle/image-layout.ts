import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { replaceFolder } from '../formats/output/replace-folder';
import { writeFileAt } from '../formats/output/write-files';
import { checkReadOptions, optionErrorOf } from './files/read-options';
import { writeTar } from './files/write-archive';
import { type BuiltImage, CATALOG_FOLDER, layoutFiles } from './oci/build-image';
import { parseDigest } from './oci/descriptor';
import { bundleLayoutLimits, type OciLayoutOptions } from './oci/image-options';
import { CATALOG_SUBJECT } from './oci/layout';
import { readLayout } from './oci/read-layout';
import { readWholeImage, type WholeImage } from './oci/whole-image';
import { checkReplaceableArchive, checkReplaceableFolder } from './oci/written-layout';
import { fetchImage } from './registry/fetch-image';
import type { BundleFetchOptions } from './registry/fetch-options';
import { type ImageToPush, pushedName, pushImages } from './registry/push-images';
import type { ImagePushOptions, PushedImage } from './registry/push-options';
import { parseReference } from './registry/reference';

/** Properties of an image that are known before it is built. */
interface ImageFacts {
  readonly name: string;
  readonly subject: string;
  readonly bundles?: readonly ImageLayout[];

  /** Repository that the catalog refers to for these bundles. */
  readonly bundleRepository?: string;
}

/**
 * The image of a bundle or a catalog as an OCI image layout. `push` pushes it to a registry, and `write` writes it for other tools.
 *
 * The same content has the same bytes and so the same digest on every machine, and the digest is known before the image is pushed. The image is a
 * single manifest with one layer, and OLM pulls it on any platform.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export class ImageLayout {
  /**
   * Reads an image in an OCI image layout (a folder, or a tar archive, optionally compressed with gzip), to push it as it is, for each platform that
   * it has. Digests and sizes of all blobs are verified.
   *
   * Of a layout that `writeWithBundles` wrote, it returns the catalog with its bundles, so that `push` pushes all of them, unless an option selects
   * one image.
   *
   * @param path path of the folder or archive
   * @param options limits, and the image to read if there are several
   * @throws BundleError if it cannot be read or exceeds a limit
   */
  public static fromPath(path: string, options: OciLayoutOptions = {}): ImageLayout {
    checkArguments('ImageLayout.fromPath', { path });
    const limits = bundleLayoutLimits('ImageLayout.fromPath', path, options);
    const { name, subject, image, bundles, bundleRepository } = readLayout(path, options.image, limits, (root) => readWholeImage(path, root, limits));
    const copies = bundles.map((bundle) => ImageLayout.#copy(bundle.name, COPY, bundle.image));
    return ImageLayout.#copy(name, subject, image, { bundles: copies, ...defined({ bundleRepository }) });
  }

  /**
   * Fetches an image from a registry, to push it to another one as it is, for each platform that it has. Like `Bundle.fetch`, it uses the network.
   *
   * @param reference image, such as `quay.io/org/bundle:v1.0.0`; it must include its registry
   * @param options credentials, trust, limits and timeouts
   * @throws BundleError if it cannot be fetched, or exceeds a limit
   */
  public static async fetch(reference: string, options: BundleFetchOptions = {}): Promise<ImageLayout> {
    checkArguments('ImageLayout.fetch', { reference });
    checkReadOptions('options of ImageLayout.fetch', 'BundleFetchOptions', options, optionErrorOf(reference));
    const { result } = await fetchImage(reference, options, (root, limits) => readWholeImage(reference, root, limits));
    const name = parseReference(reference).repository.split('/').at(-1)!;
    return ImageLayout.#copy(name, COPY, result);
  }

  /** Returns the layout of an image that is as it was read. */
  static #copy(name: string, subject: string, { digest, mediaType, blobs }: WholeImage, more: Partial<ImageFacts> = {}): ImageLayout {
    return new ImageLayout({ name, subject, ...more }, { digest, mediaType, files: layoutFiles(subject, [{ name, digest, mediaType, blobs }]) });
  }

  /** @internal */
  public static _of(facts: ImageFacts, image: BuiltImage): ImageLayout {
    return new ImageLayout(facts, image);
  }

  /**
   * Name of the image in the layout (the annotation `org.opencontainers.image.ref.name`): that of the ClusterServiceVersion for a bundle, `catalog`
   * for a catalog.
   */
  public readonly name: string;

  /** Digest of the manifest, such as `sha256:…`: the image is pulled as `repository@digest`. */
  public readonly digest: string;

  /** Media type of the manifest. */
  public readonly mediaType: string;

  /** Size of all files of the layout, in bytes. */
  public readonly totalBytes: number;

  /**
   * Images of the bundles that the catalog option `bundleRepository` applies to, which must also be pushed. An empty list for a bundle, and for a
   * catalog whose bundles are already in registries.
   */
  public readonly bundles: ImageLayout[];

  readonly #subject: string;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #bundleRepository: string | undefined;

  private constructor({ name, subject, bundles = [], bundleRepository }: ImageFacts, { digest, mediaType, files }: BuiltImage) {
    this.name = name;
    this.digest = digest;
    this.mediaType = mediaType;
    this.totalBytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    this.bundles = [...bundles];
    this.#subject = subject;
    this.#files = files;
    this.#bundleRepository = bundleRepository;
  }

  /**
   * Pushes the image to a registry. Of a catalog, the images of `bundles` are pushed first, to the repository that the catalog refers to, with a
   * tag from their name and digest, so that the registry keeps them.
   *
   * Blobs that the registry has are not uploaded. The tag is set last: it never refers to an incomplete image.
   *
   * @param reference where to push it, such as `quay.io/org/bundle:v1.0.0`; it must include its registry and a tag, or the digest of the image
   * @param options credentials, trust, timeouts and chunks
   * @returns the image by digest
   * @throws BundleError if the reference is invalid, or the registry refuses the image or cannot be reached; the tag then refers to what it did
   * before
   * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md#push
   */
  public async push(reference: string, options: ImagePushOptions = {}): Promise<PushedImage> {
    checkArguments('ImageLayout#push', { reference });
    checkReadOptions('options of ImageLayout.push', 'ImagePushOptions', options, optionErrorOf(reference));
    const pushed = this._pushed(reference);
    await pushImages(this._toPush(reference), options);
    return pushed;
  }

  /**
   * Returns what a push to a reference results in.
   *
   * @throws BundleError if the reference is invalid
   * @internal
   */
  public _pushed(reference: string): PushedImage {
    const bundles = this.bundles.map((bundle) => ({ ...pushedName(this.#referenceOf(bundle), bundle.digest), bundles: [] }));
    return { ...pushedName(reference, this.digest), bundles };
  }

  /**
   * Returns the images that a push to a reference pushes, in their order.
   *
   * @internal
   */
  public _toPush(reference: string): ImageToPush[] {
    return [...this.bundles.map((bundle) => ({ image: bundle._image, reference: this.#referenceOf(bundle) })), { image: this._image, reference }];
  }

  /** Returns where to push the image of a bundle. The tag keeps registries from removing it, and belongs to this digest only. */
  #referenceOf({ name, digest }: ImageLayout): string {
    const tag = `${name.replace(/[^\w.-]/g, '_').slice(0, MAX_NAME_IN_TAG)}-${parseDigest(digest)!.hex.slice(0, 12)}`;
    return `${this.#bundleRepository!}:${tag}@${digest}`;
  }

  /**
   * Folder of the catalog in the image, if it was made from one here: the image contains nothing else, in particular no server.
   *
   * @internal
   */
  public get _catalogFolder(): string | undefined {
    return this.#subject === CATALOG_SUBJECT ? CATALOG_FOLDER : undefined;
  }

  /** @internal */
  public get _image(): BuiltImage {
    return { digest: this.digest, mediaType: this.mediaType, files: this.#files };
  }

  /** Returns the files of the layout in base64, by path with `/` between folders, such as `index.json`. */
  public toBase64Files(): { [key: string]: string } {
    return Object.fromEntries([...this.#files].map(([file, content]) => [file, Buffer.from(content).toString('base64')]));
  }

  /**
   * Writes the layout into a folder, either completely or not at all. A folder that is not empty is replaced only if it contains nothing but an
   * earlier layout of a catalog, or of a bundle of the same package.
   *
   * @param folder path of the folder; it is created if missing
   * @throws Error if the folder contains anything else
   */
  public write(folder: string): void {
    checkArguments('ImageLayout#write', { folder });
    this._write(folder, () => undefined);
  }

  /**
   * Writes one layout with the image, and those of `bundles`, each by its name, either completely or not at all: into a folder, as `write` does, or
   * into an archive.
   *
   * @param path path of the folder, or of a tar archive, whose name must end in `.tar`; a file that exists is replaced on the same condition as a
   * folder
   * @throws Error if it cannot be written, or contains anything else
   */
  public writeWithBundles(path: string): void {
    checkArguments('ImageLayout#writeWithBundles', { path });
    const images = [this, ...this.bundles].map((layout) => {
      const { name, digest, mediaType } = layout;
      return { name, digest, mediaType, blobs: layout.#files };
    });
    const files = layoutFiles(this.#subject, images, images.length > 1 ? this.#bundleRepository : undefined);
    if (path.endsWith('.tar')) {
      checkReplaceableArchive(path, this.#subject);
      writeFileAt(path, writeTar(files));
    } else {
      this.#replace(path, files, () => undefined);
    }
  }

  /**
   * Writes the layout as `write` does, and undoes that if a function that is called then fails.
   *
   * @internal
   */
  public _write(folder: string, then: () => void): void {
    this.#replace(folder, this.#files, then);
  }

  #replace(folder: string, files: ReadonlyMap<string, Uint8Array>, then: () => void): void {
    const target = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    checkReplaceableFolder(folder, target, this.#subject);
    replaceFolder(target, files, then);
  }
}

/** Subject of an image that this library did not build. */
const COPY = 'image';

/** Maximum length of the name in a tag, which has at most 128 characters. */
const MAX_NAME_IN_TAG = 115;
