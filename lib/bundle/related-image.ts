/** An image that an operator needs beside the ones in its own deployments; mirroring tools copy it. */
export interface RelatedImage {
  /** A name for the image; empty where the bundle gives none. */
  readonly name: string;

  /** The reference of the image, with registry, repository and tag or digest. */
  readonly image: string;
}
