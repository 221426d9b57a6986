import {
  type BundleReadOptions, checkReadOptions, countedOptions, type OptionError, optionErrorOf, type ReadLimits, readLimits,
} from '../files/read-options';
import { parsePlatform, type Platform } from './descriptor';

/** Options for reading a bundle from an image. */
export interface OciImageOptions extends BundleReadOptions {
  /**
   * Platform of a multi-platform image, such as `linux/arm64`. The content of a bundle does not depend on it.
   *
   * @default - linux/amd64, or the first image if there is none for linux/amd64
   */
  readonly platform?: string;

  /**
   * Maximum size of an index, manifest or configuration of an image, in bytes.
   *
   * @default 4194304 (4 MiB)
   */
  readonly maxManifestBytes?: number;

  /**
   * Maximum number of layers of an image.
   *
   * @default 128
   */
  readonly maxLayers?: number;
}

/** Options for reading a bundle from an image layout. */
export interface OciLayoutOptions extends OciImageOptions {
  /**
   * Image to read if the layout contains several: its name in the layout (the annotation `org.opencontainers.image.ref.name`, or the tag in a
   * `docker save` archive), or its digest.
   *
   * @default - the only image; of several, the one with the name `catalog`, which a layout of a catalog with its bundles has; otherwise an error
   */
  readonly image?: string;
}

/** Options with every default applied. @internal */
export interface ImageLimits extends ReadLimits {
  readonly maxManifestBytes: number;
  readonly maxLayers: number;
  readonly platform?: Platform;
}

const DEFAULTS = { maxManifestBytes: 4 * 1024 * 1024, maxLayers: 128 };

/**
 * Applies the defaults.
 *
 * @throws the error that `error` returns if a limit is not a positive integer, and Error if the platform is invalid
 * @internal
 */
export function imageLimits(options: OciImageOptions = {}, error?: OptionError): ImageLimits {
  return {
    ...readLimits(options, error),
    ...countedOptions(DEFAULTS, options, error),
    ...(options.platform === undefined ? {} : { platform: parsePlatform(options.platform) }),
  };
}

/** Adds the defaults of the limits that only images have. @internal */
export function withImageLimits(limits: ReadLimits): ImageLimits {
  return { ...limits, ...DEFAULTS };
}

/**
 * Returns the limits for reading an image layout.
 *
 * @param method method that has the options
 * @throws BundleError if an option is invalid
 * @internal
 */
export function bundleLayoutLimits(method: string, path: string, options: OciLayoutOptions): ImageLimits {
  const error = optionErrorOf(path);
  checkReadOptions(`options of ${method}`, 'OciLayoutOptions', options, error);
  return imageLimits(options, error);
}
