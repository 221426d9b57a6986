import { Catalog } from 'olm-constructs';
import type { SelectedCatalog } from 'olm-constructs';

/** What a cluster without the internet needs for its shops: the newest shop operator, and what it depends on. */
export function selectShop(catalog: string): SelectedCatalog {
  return Catalog.selectFromFile(catalog, {
    packages: [{ name: 'shop-operator', headsOnly: true }],
    dependencies: true,
  });
}
