/** Platforms that an image supports. The library does not look them up in registries. */
export interface ImagePlatforms {
  /** Image reference, as the bundle has it. */
  readonly image: string;

  /** Platforms in the form `<os>/<architecture>`, such as `linux/arm64`. */
  readonly platforms: string[];
}
