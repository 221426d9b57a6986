/**
 * Limits that keep reading within bounds whatever a bundle holds. A bundle that goes beyond one of them is refused with an error that
 * names the limit.
 *
 * The defaults leave room for bundles far beyond what OLM itself can install.
 */
export interface BundleReadOptions {
  /**
   * The largest file that is read, in bytes. The size is looked at before anything is read.
   *
   * @default 16777216 (16 MiB)
   */
  readonly maxFileBytes?: number;

  /**
   * The largest sum of the files of a bundle, in bytes; for an archive, the size of its unpacked tar as well.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxTotalBytes?: number;

  /**
   * The largest number of files and folders.
   *
   * @default 10000
   */
  readonly maxFiles?: number;

  /**
   * How deep lists and maps may stand in one another in a YAML or JSON file.
   *
   * @default 500
   */
  readonly maxYamlDepth?: number;

  /**
   * The largest number of values in one YAML or JSON file, where a value behind an alias counts each time the alias is used.
   *
   * @default 1000000
   */
  readonly maxYamlNodes?: number;
}

/** The options with every limit set. */
export type ReadLimits = Required<BundleReadOptions>;

const DEFAULTS: ReadLimits = {
  maxFileBytes: 16 * 1024 * 1024,
  maxTotalBytes: 64 * 1024 * 1024,
  maxFiles: 10_000,
  maxYamlDepth: 500,
  maxYamlNodes: 1_000_000,
};

/**
 * Fills in the defaults.
 *
 * @throws Error when a limit is no positive whole number
 */
export function readLimits(options: BundleReadOptions = {}): ReadLimits {
  return countedOptions(DEFAULTS, options);
}

/**
 * Those of some options that are counts, each with its default where it is not given.
 *
 * @throws Error when one is no positive whole number
 */
export function countedOptions<Counts extends { readonly [Name in keyof Counts]: number }>(defaults: Counts, options: Partial<Counts>): Counts {
  const counts = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Counts & string)[]) {
    const value = options[name];
    if (value !== undefined) {
      if (!Number.isSafeInteger(value) || value < 1) {
        throw new Error(`${name} must be a positive whole number, got ${String(value)}`);
      }
      counts[name] = value;
    }
  }
  return counts;
}
