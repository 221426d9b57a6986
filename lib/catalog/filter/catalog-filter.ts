import { checkOptions } from '../declcfg/catalog-error';

/** Treatment of channel entries that are not matched, but are between two matched ones. */
export enum ChannelGaps {
  /** They are kept, so that every upgrade is one that the package's authors provided, as oc-mirror does. */
  FILL = 'Fill',

  /** They are removed, and upgrades are added across them, each with a note. */
  BRIDGE = 'Bridge',

  /** The filter fails. */
  REFUSE = 'Refuse',
}

/** Selection of the packages, channels and bundles of a catalog to keep. */
export interface CatalogFilter {
  /**
   * The packages to keep.
   *
   * @default - all packages
   */
  readonly packages?: PackageFilter[];

  /**
   * Whether to keep only the head of each channel, in packages and channels whose filters specify neither versions nor bundles.
   *
   * @default false
   */
  readonly headsOnly?: boolean;

  /**
   * Whether to also keep the dependencies of kept bundles on other packages (`olm.package.required` and `olm.gvk.required`): for each, the bundle
   * that OLM would choose first.
   *
   * @default false
   */
  readonly dependencies?: boolean;
}

/**
 * Selection of the channels and bundles of a package to keep. At most one of the version fields, `bundles` and `headsOnly` can be set; it applies
 * to all its channels.
 */
export interface PackageFilter {
  /** Name of the package. */
  readonly name: string;

  /**
   * Default channel in the filtered catalog.
   *
   * @default - unchanged; if that channel is removed, the one whose head has the highest version
   */
  readonly defaultChannel?: string;

  /**
   * The channels to keep.
   *
   * @default - all channels with a matching bundle
   */
  readonly channels?: ChannelFilter[];

  /**
   * Range of versions to keep, in OLM's grammar, such as `>=1.2.0 <2.0.0`.
   *
   * @default - all versions
   */
  readonly versionRange?: string;

  /**
   * Lowest version to keep.
   *
   * @default - no lowest version
   */
  readonly minVersion?: string;

  /**
   * Highest version to keep.
   *
   * @default - no highest version
   */
  readonly maxVersion?: string;

  /**
   * Names of the bundles to keep, in every kept channel that has them.
   *
   * @default - all bundles
   */
  readonly bundles?: string[];

  /**
   * Whether to keep only the head of each channel.
   *
   * @default - `headsOnly` of the catalog filter
   */
  readonly headsOnly?: boolean;

  /**
   * Treatment of entries between matched ones.
   *
   * @default ChannelGaps.BRIDGE with `bundles`, otherwise ChannelGaps.FILL
   */
  readonly gaps?: ChannelGaps;
}

/** Selection of the bundles of a channel to keep. */
export interface ChannelFilter {
  /** Name of the channel. */
  readonly name: string;

  /**
   * Range of versions to keep, in OLM's grammar. Cannot be combined with versions, `bundles` or `headsOnly` of the package filter.
   *
   * @default - the versions of the package filter
   */
  readonly versionRange?: string;

  /**
   * Lowest version to keep.
   *
   * @default - no lowest version
   */
  readonly minVersion?: string;

  /**
   * Highest version to keep.
   *
   * @default - no highest version
   */
  readonly maxVersion?: string;

  /**
   * Whether to keep only the head.
   *
   * @default - `headsOnly` of the package filter
   */
  readonly headsOnly?: boolean;
}

/**
 * Checks a filter.
 *
 * @throws CatalogError if a key is unknown, with the known ones, or a value is of another type
 * @internal
 */
export function checkFilter(filter: unknown): void {
  checkOptions('the catalog filter', 'CatalogFilter', filter, ' of the catalog filter');
}
