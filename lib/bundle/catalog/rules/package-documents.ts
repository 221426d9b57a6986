import type { BundleDocument, CatalogDocument, ChannelDocument, DeprecationsDocument, PackageDocument } from '../wire';
import { packageOf } from '../document-order';

/** The documents of one package of a catalog, each list in the order of the catalog. */
export interface PackageDocuments {
  readonly name: string;
  /** The documents of the package itself: one, unless the catalog is wrong. */
  readonly packages: PackageDocument[];
  readonly channels: ChannelDocument[];
  readonly bundles: BundleDocument[];
  readonly deprecations: DeprecationsDocument[];
}

/** The documents that opm knows, by the packages that they belong to, in the order in which these appear. */
export function byPackage(documents: readonly CatalogDocument[]): Map<string, PackageDocuments> {
  const packages = new Map<string, PackageDocuments>();
  for (const document of documents) {
    if (document.schema !== undefined) {
      const name = packageOf(document)!;
      const found = packages.get(name) ?? { name, packages: [], channels: [], bundles: [], deprecations: [] };
      packages.set(name, found);
      put(document, found);
    }
  }
  return packages;
}

function put(document: Exclude<CatalogDocument, { schema: undefined }>, into: PackageDocuments): void {
  switch (document.schema) {
    case 'olm.package':
      into.packages.push(document);
      break;
    case 'olm.channel':
      into.channels.push(document);
      break;
    case 'olm.bundle':
      into.bundles.push(document);
      break;
    case 'olm.deprecations':
      into.deprecations.push(document);
      break;
  }
}
