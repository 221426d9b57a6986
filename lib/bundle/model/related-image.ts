/** An image that an operator needs in addition to those of its Deployments; mirroring tools copy it. */
export interface RelatedImage {
  /** Name of the image; empty if the bundle sets none. */
  readonly name: string;

  /** Image reference, with registry, repository and tag or digest. */
  readonly image: string;
}
