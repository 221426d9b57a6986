/** What somebody found out about an image: for which platforms there is one. The library itself asks no registry for it. */
export interface ImagePlatforms {
  /** The image, as the bundle names it. */
  readonly image: string;

  /** The platforms, each an operating system, a slash and an architecture, such as `linux/arm64`. */
  readonly platforms: string[];
}
