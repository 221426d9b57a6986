/** An image that an operator needs in addition to those of its Deployments; mirroring tools copy it. */
export interface RelatedImage {
  /** Name of the image, or an empty string if not set. */
  readonly name: string;

  /** Image reference, with registry, repository and tag or digest. */
  readonly image: string;
}
