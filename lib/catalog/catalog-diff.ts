import { checkArguments } from '../formats/options/check-arguments';
import type { Catalog } from './catalog';
import type { PackageChange } from './compare/catalog-changes';
import { diffBlobs } from './compare/diff-blobs';
import { diffTable } from './compare/diff-table';

/**
 * Differences between two catalogs in packages, channels, upgrades, bundles and deprecations. Differences that do not affect users, such as the order
 * of entries or a field unknown to opm, are ignored.
 */
export class CatalogDiff {
  /**
   * Compares two catalogs.
   *
   * @param before the older catalog
   * @param after the newer catalog
   */
  public static between(before: Catalog, after: Catalog): CatalogDiff {
    checkArguments('CatalogDiff.between', { before, after });
    return new CatalogDiff(diffBlobs(before._blobs, after._blobs));
  }

  /** The packages that differ, sorted by name. */
  public readonly packages: PackageChange[];

  private constructor(packages: PackageChange[]) {
    this.packages = packages;
  }

  /** Whether the catalogs have no differences. */
  public get isEmpty(): boolean {
    return this.packages.length === 0;
  }

  /** Returns the changes as a table, one per line, or an empty string. */
  public toText(): string {
    return diffTable(this.packages);
  }
}
