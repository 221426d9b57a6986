import type { BundleBlob, CatalogBlob, ChannelBlob, DeprecationsBlob, PackageBlob } from './declcfg';
import { compareUtf8 } from '../../formats/json/go-json';

/** The blobs of one package, each list in the order of the catalog. */
export interface PackageBlobs {
  readonly name: string;
  /** Exactly one in a valid catalog. */
  readonly packages: PackageBlob[];
  readonly channels: ChannelBlob[];
  readonly bundles: BundleBlob[];
  readonly deprecations: DeprecationsBlob[];
}

/** Groups the blobs known to opm by package, in the order in which the packages appear. */
export function byPackage(blobs: readonly CatalogBlob[]): Map<string, PackageBlobs> {
  const packages = new Map<string, PackageBlobs>();
  for (const blob of blobs) {
    if (blob.schema !== undefined) {
      const name = packageOf(blob)!;
      const found = packages.get(name) ?? { name, packages: [], channels: [], bundles: [], deprecations: [] };
      packages.set(name, found);
      add(blob, found);
    }
  }
  return packages;
}

function add(blob: Exclude<CatalogBlob, { schema: undefined }>, to: PackageBlobs): void {
  switch (blob.schema) {
    case 'olm.package':
      to.packages.push(blob);
      break;
    case 'olm.channel':
      to.channels.push(blob);
      break;
    case 'olm.bundle':
      to.bundles.push(blob);
      break;
    case 'olm.deprecations':
      to.deprecations.push(blob);
      break;
  }
}

/** Order of the blobs of a package by schema. */
const RANK = { 'olm.package': 0, 'olm.channel': 1, 'olm.bundle': 2, 'other': 3, 'olm.deprecations': 4 } as const;

/**
 * Sorts blobs as opm writes them: package by package, and blobs outside packages last. Channels and bundles are sorted by name, blobs of other
 * schemas by schema; the sort is stable.
 */
export function inOpmOrder(blobs: readonly CatalogBlob[]): CatalogBlob[] {
  return blobs
    .map((blob) => ({ blob, packageName: packageOf(blob), rank: RANK[blob.schema ?? 'other'], name: sortName(blob) }))
    .sort((left, right) => (
      Number(left.packageName === undefined) - Number(right.packageName === undefined)
        || compareUtf8(left.packageName ?? '', right.packageName ?? '')
        || left.rank - right.rank
        || compareUtf8(left.name, right.name)
    ))
    .map(({ blob }) => blob);
}

/** Returns the package of a blob, or undefined if it belongs to the whole catalog. */
export function packageOf(blob: CatalogBlob): string | undefined {
  return blob.schema === 'olm.package' ? blob.name : blob.package;
}

function sortName(blob: CatalogBlob): string {
  switch (blob.schema) {
    case 'olm.channel':
    case 'olm.bundle':
      return blob.name;
    case 'olm.package':
    case 'olm.deprecations':
      return '';
    case undefined:
      return blob.otherSchema;
  }
}
