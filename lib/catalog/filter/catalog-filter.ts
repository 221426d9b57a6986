import type { KnownKeys } from '../../formats/json/known-keys';
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

const CATALOG_KEYS: KnownKeys<CatalogFilter> = { packages: true, headsOnly: true, dependencies: true };
const PACKAGE_KEYS: KnownKeys<PackageFilter> = {
  name: true, defaultChannel: true, channels: true, versionRange: true, minVersion: true, maxVersion: true, bundles: true, headsOnly: true,
  gaps: true,
};
const CHANNEL_KEYS: KnownKeys<ChannelFilter> = { name: true, versionRange: true, minVersion: true, maxVersion: true, headsOnly: true };

/**
 * Checks the keys of a filter.
 *
 * @throws CatalogError if one is unknown, with the known ones
 */
export function checkFilter(filter: CatalogFilter): void {
  checkOptions('the catalog filter', filter, CATALOG_KEYS);
  for (const [index, packageFilter] of filter.packages?.entries() ?? []) {
    checkOptions(`packages[${index}] of the catalog filter`, packageFilter, PACKAGE_KEYS);
    for (const [channelIndex, channelFilter] of packageFilter.channels?.entries() ?? []) {
      checkOptions(`packages[${index}].channels[${channelIndex}] of the catalog filter`, channelFilter, CHANNEL_KEYS);
    }
  }
}
