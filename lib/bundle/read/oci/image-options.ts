import type { BundleReadOptions, ReadLimits } from '../read-options';
import { countedOptions, readLimits } from '../read-options';
import type { Platform } from './platform';
import { parsePlatform } from './platform';

/** Limits for reading a bundle from an image, and which image of several. */
export interface OciImageOptions extends BundleReadOptions {
  /**
   * The platform whose image is taken where there is one for each, such as `linux/arm64`. What a bundle says does not depend on it.
   *
   * @default - linux/amd64, or the first image where there is none for that
   */
  readonly platform?: string;

  /**
   * The largest index, manifest or configuration of an image, in bytes.
   *
   * @default 4194304 (4 MiB)
   */
  readonly maxManifestBytes?: number;

  /**
   * The largest number of layers of an image.
   *
   * @default 128
   */
  readonly maxLayers?: number;
}

/** How a bundle is read from an image layout. */
export interface OciLayoutOptions extends OciImageOptions {
  /**
   * Which image, where the layout holds several: its name in the layout (the annotation `org.opencontainers.image.ref.name`, or the tag
   * in an archive of `docker save`), or its digest.
   *
   * @default - the layout must hold one image
   */
  readonly image?: string;
}

/** The options with every limit set. */
export interface ImageLimits extends ReadLimits {
  readonly maxManifestBytes: number;
  readonly maxLayers: number;
  readonly platform?: Platform;
}

const DEFAULTS = { maxManifestBytes: 4 * 1024 * 1024, maxLayers: 128 };

/**
 * Fills in the defaults.
 *
 * @throws Error when a limit is no positive whole number, or the platform is none
 */
export function imageLimits(options: OciImageOptions = {}): ImageLimits {
  return {
    ...readLimits(options),
    ...countedOptions(DEFAULTS, options),
    ...(options.platform === undefined ? {} : { platform: parsePlatform(options.platform) }),
  };
}
