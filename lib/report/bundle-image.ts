/** Kind of reference to an image in a bundle. */
export enum ImagePlace {
  /** In `spec.relatedImages` of the ClusterServiceVersion. */
  RELATED_IMAGES = 'related-images',

  /** A container of a Deployment. */
  CONTAINER = 'container',

  /** An init container of a Deployment. */
  INIT_CONTAINER = 'init-container',

  /** An environment variable of a container, such as `RELATED_IMAGE_SERVER`: an image that the operator itself uses. */
  ENVIRONMENT = 'environment',

  /** An argument of a container, such as `--server-image=…`. */
  ARGUMENT = 'argument',
}

/** Way in which mirroring tools, which copy a catalog's images to another registry, find an image. */
export enum ImageMirroring {
  /** The CSV lists it as a related image. */
  LISTED = 'listed',

  /** It is not listed, but `opm render` adds the images of Deployments to the catalog. Tools that read only the bundle miss it. */
  BY_CATALOG = 'by-catalog',

  /** It is not found: in a disconnected cluster, workloads that use it do not start. */
  MISSED = 'missed',
}

/** One reference to an image in a bundle. */
export interface BundleImageUse {
  /** Kind of reference. */
  readonly place: ImagePlace;

  /** Name of the related image, container or variable, or the argument without the image. */
  readonly name: string;

  /**
   * Name of the Deployment.
   *
   * @default - the reference is not in a Deployment
   */
  readonly deployment?: string;
}

/** An image that a bundle references. */
export interface BundleImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Whether mirroring tools find it. */
  readonly mirroring: ImageMirroring;

  /** All references to it. */
  readonly uses: BundleImageUse[];
}
