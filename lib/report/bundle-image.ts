/** Where a bundle names an image. */
export enum ImagePlace {
  /** In `spec.relatedImages` of the ClusterServiceVersion. */
  RELATED_IMAGES = 'related-images',

  /** A container of a Deployment. */
  CONTAINER = 'container',

  /** An init container of a Deployment. */
  INIT_CONTAINER = 'init-container',

  /** A variable in the environment of a container, such as `RELATED_IMAGE_SERVER`: an image that the operator uses itself. */
  ENVIRONMENT = 'environment',

  /** An argument of a container, such as `--server-image=…`. */
  ARGUMENT = 'argument',
}

/** How tools learn of an image that copy a catalog's images into another registry. */
export enum ImageMirroring {
  /** The ClusterServiceVersion lists it as a related image. */
  LISTED = 'listed',

  /** It is not listed, but `opm render` adds the images of Deployments to a catalog by itself. Tools that read the bundle alone miss it. */
  BY_CATALOG = 'by-catalog',

  /** Nothing tells of it: without access to the registry that it comes from, what needs it does not start. */
  MISSED = 'missed',
}

/** One place in which a bundle names an image. */
export interface BundleImageUse {
  /** What kind of place it is. */
  readonly place: ImagePlace;

  /** The related image's name, the container, the variable, or the argument without the image. */
  readonly name: string;

  /**
   * The Deployment.
   *
   * @default - the image is not named in a Deployment
   */
  readonly deployment?: string;
}

/** An image that a bundle names. */
export interface BundleImage {
  /** The reference, as it stands there. */
  readonly image: string;

  /** Whether the reference has a digest: it stands for the same image for ever. */
  readonly hasDigest: boolean;

  /** Whether tools that mirror images learn of it. */
  readonly mirroring: ImageMirroring;

  /** Where it is named. */
  readonly uses: BundleImageUse[];
}
