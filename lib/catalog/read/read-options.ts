import { countedOptions } from '../../bundle/files/read-options';
import { type ImageLimits, imageLimits } from '../../bundle/oci/image-options';
import type { RegistryConnectionOptions } from '../../bundle/registry/fetch-options';
import { PATH_LIMITS } from '../../formats/archive/walk-tar';
import { checkOptions } from '../declcfg/catalog-error';

/**
 * Limits for reading catalogs, which protect against hostile input. Exceeding a limit is an error that names the limit.
 *
 * The defaults allow the largest public catalogs.
 */
export interface CatalogReadOptions {
  /**
   * Maximum size of a file or string, in bytes. The size of a file is checked before it is read.
   *
   * @default 268435456 (256 MiB)
   */
  readonly maxFileBytes?: number;

  /**
   * Maximum total size of the files of a catalog, in bytes.
   *
   * @default 536870912 (512 MiB)
   */
  readonly maxTotalBytes?: number;

  /**
   * Maximum number of files and folders, including those that `.indexignore` excludes.
   *
   * @default 100000
   */
  readonly maxFiles?: number;

  /**
   * Maximum nesting depth of lists and maps.
   *
   * @default 500
   */
  readonly maxYamlDepth?: number;

  /**
   * Maximum number of values in all blobs of a file together. A value behind an alias counts each time the alias is used.
   *
   * @default 20000000
   */
  readonly maxYamlNodes?: number;
}

/** The limits with defaults filled in. @internal */
export type CatalogReadLimits = Required<CatalogReadOptions>;

const DEFAULTS: CatalogReadLimits = {
  maxFileBytes: 256 * 1024 * 1024,
  maxTotalBytes: 512 * 1024 * 1024,
  maxFiles: 100_000,
  maxYamlDepth: 500,
  maxYamlNodes: 20_000_000,
};

/**
 * Fills in the defaults.
 *
 * @throws CatalogError if a key is unknown
 * @throws Error if a limit is not a positive integer
 * @internal
 */
export function catalogReadLimits(options: CatalogReadOptions = {}): CatalogReadLimits {
  checkOptions('read options of catalogs', 'CatalogReadOptions', options);
  return countedOptions(DEFAULTS, options);
}

/** Options for reading a catalog from an image. */
export interface CatalogImageReadOptions {
  /**
   * Platform of a multi-platform image, such as `linux/arm64`. The content of a catalog does not depend on it.
   *
   * @default - linux/amd64, or the first image if there is none for linux/amd64
   */
  readonly platform?: string;

  /**
   * Maximum size of a file of the catalog, in bytes.
   *
   * @default 268435456 (256 MiB)
   */
  readonly maxFileBytes?: number;

  /**
   * Maximum total size of the layers of the image, unpacked, in bytes. An image contains more than its catalog, such as opm and its cache.
   *
   * @default 3221225472 (3 GiB)
   */
  readonly maxTotalBytes?: number;

  /**
   * Maximum number of files and folders in the layers of the image.
   *
   * @default 100000
   */
  readonly maxFiles?: number;

  /**
   * Maximum length of a path in the layers of the image, in bytes.
   *
   * @default 4096, as in Linux
   */
  readonly maxPathBytes?: number;

  /**
   * Maximum number of names in a path in the layers of the image.
   *
   * @default 256
   */
  readonly maxPathDepth?: number;

  /**
   * Maximum nesting depth of lists and maps.
   *
   * @default 500
   */
  readonly maxYamlDepth?: number;

  /**
   * Maximum number of values in all blobs of a file together. A value behind an alias counts each time the alias is used.
   *
   * @default 20000000
   */
  readonly maxYamlNodes?: number;
}

/** Options for fetching a catalog from a registry. */
export interface CatalogFetchOptions extends CatalogImageReadOptions, RegistryConnectionOptions {}

/** Options for reading a catalog from an image layout. */
export interface CatalogOciLayoutOptions extends CatalogImageReadOptions {
  /**
   * Image to read if the layout contains several: its name in the layout (the annotation `org.opencontainers.image.ref.name`, or the tag in a
   * `docker save` archive), or its digest.
   *
   * @default - the only image; of several, the one with the name `catalog`, which a layout of a catalog with its bundles has; otherwise an error
   */
  readonly image?: string;
}

const IMAGE_DEFAULTS: CatalogReadLimits = {
  maxFileBytes: 256 * 1024 * 1024,
  maxTotalBytes: 3 * 1024 * 1024 * 1024,
  maxFiles: 100_000,
  maxYamlDepth: 500,
  maxYamlNodes: 20_000_000,
};

/** Limits for an image and for the catalog in it. @internal */
export interface CatalogImageLimits {
  readonly image: ImageLimits;
  readonly catalog: CatalogReadLimits;
}

/**
 * Fills in the defaults for `Catalog.fetch`.
 *
 * @throws CatalogError if a key is unknown
 * @throws Error if a limit is not a positive integer
 * @internal
 */
export function catalogFetchLimits(options: CatalogFetchOptions): CatalogImageLimits {
  checkOptions('options of Catalog.fetch', 'CatalogFetchOptions', options);
  return limitsOf(options);
}

/**
 * Fills in the defaults for `Catalog.fromOciLayout`.
 *
 * @throws CatalogError if a key is unknown
 * @throws Error if a limit is not a positive integer
 * @internal
 */
export function catalogLayoutLimits(options: CatalogOciLayoutOptions): CatalogImageLimits {
  checkOptions('options of Catalog.fromOciLayout', 'CatalogOciLayoutOptions', options);
  return limitsOf(options);
}

function limitsOf(options: CatalogImageReadOptions): CatalogImageLimits {
  const catalog = countedOptions(IMAGE_DEFAULTS, options);
  const { maxFileBytes, maxTotalBytes, maxFiles } = catalog;
  const paths = countedOptions(PATH_LIMITS, options);
  const platform = options.platform === undefined ? {} : { platform: options.platform };
  return { catalog, image: imageLimits({ maxFileBytes, maxTotalBytes, maxFiles, ...paths, ...platform }) };
}
