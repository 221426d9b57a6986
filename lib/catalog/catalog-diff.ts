import type { PackageChange } from './catalog-changes';
import { diffDocuments, diffTable } from './on-demand';
import type { Catalog } from '../catalog';

/**
 * What is different between two catalogs: packages, channels, upgrades, bundles and deprecations. What changes nothing for users, such as the
 * order of entries or a field that opm does not know, counts for nothing.
 */
export class CatalogDiff {
  /**
   * Compares two catalogs.
   *
   * @param before the older catalog
   * @param after the newer catalog
   */
  public static between(before: Catalog, after: Catalog): CatalogDiff {
    return new CatalogDiff(diffDocuments(before._documents, after._documents));
  }

  /** The packages that differ, sorted by name. */
  public readonly packages: PackageChange[];

  private constructor(packages: PackageChange[]) {
    this.packages = packages;
  }

  /** Whether the catalogs offer the same. */
  public get isEmpty(): boolean {
    return this.packages.length === 0;
  }

  /** The changes as a table for people, one a line. Empty when there are none. */
  public toText(): string {
    return diffTable(this.packages);
  }
}
