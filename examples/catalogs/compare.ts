import { Catalog, CatalogDiff } from 'olm-constructs/catalog';

/** Lists what a filter removes from a catalog. */
export function lostByFilter(catalog: string, filtered: Catalog): string {
  return CatalogDiff.between(Catalog.fromFile(catalog), filtered).toText();
}
