import type { LockedOperator } from './locked-operator';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogChannel } from '../../catalog/catalog-channel';

/** Returns the channel of a locked operator, or undefined if the catalog does not have it, or is unknown. */
export function lockedChannel(content: Catalog | undefined, { packageName, channel }: LockedOperator): CatalogChannel | undefined {
  return content?.tryFindPackage(packageName)?.tryFindChannel(channel);
}

/** Returns the bundle of a locked operator, or undefined if its channel does not have it, or the catalog is unknown. */
export function lockedBundle(content: Catalog | undefined, operator: LockedOperator): CatalogBundle | undefined {
  return lockedChannel(content, operator)?.bundles.find(({ name, version }) => name === operator.csv && version === operator.version);
}

/** Returns a bundle of the package of a locked operator, of any channel, or undefined if the catalog does not have it, or is unknown. */
export function bundleOfPackage(content: Catalog | undefined, { packageName }: LockedOperator, csv: string): CatalogBundle | undefined {
  return content?.tryFindPackage(packageName)?.bundles.find(({ name }) => name === csv);
}
