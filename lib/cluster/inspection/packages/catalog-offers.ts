import { apiTitle } from './manifest-offers';
import { OfferedChannel, OfferedVersion, PackageOffer } from './package-offer';
import { Catalog } from '../../../catalog/catalog';
import { CatalogChannel, CatalogChannelEntry } from '../../../catalog/catalog-channel';
import { CatalogPackage } from '../../../catalog/catalog-package';

/** Returns what a file-based catalog offers. */
export function catalogOffers(catalog: Catalog, path: string): PackageOffer[] {
  return catalog.packages.map((found) => packageOffer(found, path));
}

function packageOffer({ name, defaultChannel, deprecation, channels }: CatalogPackage, catalog: string): PackageOffer {
  const { head } = defaultChannel;
  const { displayName, installModes } = head;
  return {
    name, catalog,
    ...(displayName === undefined ? {} : { displayName }),
    ...(deprecation === undefined ? {} : { deprecation }),
    defaultChannel: defaultChannel.name,
    channels: channels.map(channelOffer),
    ...(installModes === undefined ? {} : { installModes }),
    ownedApis: head.providedApis.map(({ group, version, kind }) => apiTitle(group, version, kind)),
  };
}

function channelOffer({ name, head, deprecation, entries }: CatalogChannel): OfferedChannel {
  return {
    name, head: head.name, headVersion: head.version,
    ...(deprecation === undefined ? {} : { deprecation }),
    versions: entries.map(versionOffer).reverse(),
  };
}

function versionOffer({ bundle, replaces, skips, skipRange }: CatalogChannelEntry): OfferedVersion {
  return {
    name: bundle.name, version: bundle.version,
    ...(bundle.deprecation === undefined ? {} : { deprecation: bundle.deprecation }),
    upgradesFrom: [...(replaces === undefined ? [] : [replaces]), ...skips, ...(skipRange === undefined ? [] : [skipRange])],
  };
}
