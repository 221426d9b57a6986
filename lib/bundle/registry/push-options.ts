import type { RegistryClientOptions } from './fetch-options';

/** Options for pushing an image to a registry. */
export interface ImagePushOptions extends RegistryClientOptions {
  /**
   * Repositories of the same registry that may have blobs of the image already, such as `team/bundles`: the registry takes the blobs from there, and
   * they are not uploaded.
   *
   * @default - none; blobs that the repository itself has are never uploaded again
   */
  readonly mountFrom?: string[];

  /**
   * Maximum size of the body of a request, in bytes: a larger blob is uploaded in chunks, and an upload that is interrupted continues after the last
   * chunk that the registry received. Registries that do not support chunks get whole blobs.
   *
   * @default 8388608 (8 MiB)
   */
  readonly maxChunkBytes?: number;
}

/** An image in a registry. */
export interface PushedImage {
  /** The image by digest, such as `quay.io/org/bundle@sha256:…`. */
  readonly image: string;

  /** Digest of the manifest or index. */
  readonly digest: string;

  /** Tag that refers to the image, if one was set. */
  readonly tag?: string;

  /** Images of the bundles of a catalog, which were pushed before it. An empty list for a bundle. */
  readonly bundles: PushedImage[];
}
