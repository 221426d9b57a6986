import { countedOptions } from '../../read/read-options';

/**
 * Limits that keep reading within bounds whatever a catalog holds. A catalog that goes beyond one of them is refused with an error that
 * names the limit.
 *
 * The defaults leave room for the largest public catalogs.
 */
export interface CatalogReadOptions {
  /**
   * The largest file or text that is read, in bytes. The size of a file is looked at before anything is read.
   *
   * @default 268435456 (256 MiB)
   */
  readonly maxFileBytes?: number;

  /**
   * The largest sum of the files of a catalog, in bytes.
   *
   * @default 536870912 (512 MiB)
   */
  readonly maxTotalBytes?: number;

  /**
   * The largest number of files and folders, those that .indexignore leaves out included.
   *
   * @default 100000
   */
  readonly maxFiles?: number;

  /**
   * How deep lists and maps may stand in one another.
   *
   * @default 500
   */
  readonly maxYamlDepth?: number;

  /**
   * The largest number of values in all documents of one file together, where a value behind an alias counts each time the alias is used.
   *
   * @default 20000000
   */
  readonly maxYamlNodes?: number;
}

/** The options with every limit set. */
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
 * @throws Error when a limit is no positive whole number
 */
export function catalogReadLimits(options: CatalogReadOptions = {}): CatalogReadLimits {
  return countedOptions(DEFAULTS, options);
}
