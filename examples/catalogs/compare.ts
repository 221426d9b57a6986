import { Catalog, CatalogDiff } from 'olm-constructs';

/** What users of the catalog lose with a selection. */
export function lostBy(catalog: string, selected: Catalog): string {
  return CatalogDiff.between(Catalog.fromFile(catalog), selected).toText();
}
