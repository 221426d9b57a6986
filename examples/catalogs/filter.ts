import { Catalog, type FilteredCatalog } from 'olm-constructs/catalog';

/** Keeps the newest shop operator and what it depends on, for a cluster without internet access. */
export function filterShop(catalog: string): FilteredCatalog {
  return Catalog.filterFile(catalog, {
    packages: [{ name: 'shop-operator', headsOnly: true }],
    dependencies: true,
  });
}
