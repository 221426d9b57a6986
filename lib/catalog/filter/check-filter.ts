import type { CatalogFilter, ChannelFilter, PackageFilter } from './catalog-filter';
import { checkOptions } from '../declcfg/check-options';
import type { KnownKeys } from '../../formats/json/known-keys';

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
