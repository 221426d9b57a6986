import { checkOptions } from '../declcfg/check-options';
import { countedOptions } from '../../bundle/files/read-options';

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

/** The limits with defaults filled in. */
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
 */
export function catalogReadLimits(options: CatalogReadOptions = {}): CatalogReadLimits {
  checkOptions('read options of catalogs', options, {
    maxFileBytes: true, maxTotalBytes: true, maxFiles: true, maxYamlDepth: true, maxYamlNodes: true,
  });
  return countedOptions(DEFAULTS, options);
}
