/** Platforms that an image supports. The library does not ask registries for them. */
export interface ImagePlatforms {
  /** Image reference, as the bundle has it. */
  readonly image: string;

  /** Platforms in the form `<os>/<architecture>`, such as `linux/arm64`. */
  readonly platforms: string[];
}
