import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { ImageList } from '../../report/image-list';
import { bundleDigest, catalogKey, catalogKeyOf, lockedBundle, type LockContent } from './lock-content';

/**
 * Returns the images of the operators and catalogs of a lock file.
 *
 * @param contents contents of catalogs, by namespace and name
 */
export function lockImages({ catalogs, operators }: LockContent, contents: ReadonlyMap<string, Catalog>): ImageList {
  const unknown: string[] = [];
  const bundles: CatalogBundle[] = [];
  for (const operator of operators) {
    const { packageName, version, csv, namespace, bundle: digest } = operator;
    const key = catalogKeyOf(operator);
    const content = contents.get(key);
    const found = lockedBundle(content, operator);
    const what = `images of operator ${namespace}/${packageName} ${version} (${csv})`;
    if (found === undefined) {
      unknown.push(content === undefined ? `${what} of catalog ${key}: not known, give the content of the catalog`
        : `${what}: not in the given content of catalog ${key}; give the content that was locked`);
    } else if (digest !== undefined && bundleDigest(found) !== digest) {
      unknown.push(`${what}: the given content of catalog ${key} has another bundle than the lock file; give the content that was locked`);
    } else {
      bundles.push(found);
    }
  }
  const ofCatalogs = catalogs.flatMap(({ name, namespace, image }) => (
    image === undefined ? [] : [{ image, user: `CatalogSource/${name}`, where: `catalog ${catalogKey({ namespace, name })} of the lock file` }]
  ));
  return ImageList.merged([ImageList._of({ uses: ofCatalogs, unknown }), ImageList._ofCatalogBundles(bundles)]);
}
