import { writeLayout } from './oci/write-layout';
import type { BuiltImage } from './oci/build-image';

/** Properties of an image that are known before it is built. */
interface ImageFacts {
  readonly name: string;
  readonly subject: string;
  readonly bundles?: readonly ImageLayout[];
}

/**
 * The image of a bundle or a catalog as an OCI image layout, which common tools push to a registry: `crane push`, `skopeo copy`, `oras cp`.
 *
 * The same content has the same bytes and so the same digest on every machine, and the digest is known before the image is pushed. The image is a
 * single manifest with one layer, and OLM pulls it on any platform.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export class ImageLayout {
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

  private constructor({ name, subject, bundles = [] }: ImageFacts, { digest, mediaType, files }: BuiltImage) {
    this.name = name;
    this.digest = digest;
    this.mediaType = mediaType;
    this.totalBytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    this.bundles = [...bundles];
    this.#subject = subject;
    this.#files = files;
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
    writeLayout(folder, this.#subject, this.#files);
  }
}
