import type { Catalog } from '../../catalog/catalog';
import { hasDigest } from '../../olm/v0/settings/image-references';
import { ImageCatalog } from '../catalogs/image-catalog';
import { OperatorRegistry } from '../catalogs/operator-registry';
import type { ICatalog } from '../model/catalog-ref';

/** Returns the content of a catalog if nothing can change it but the app: that of a registry, or of an image with a digest. */
export function exactContent(catalog: ICatalog): Catalog | undefined {
  const isExact = OperatorRegistry.isOperatorRegistry(catalog) || (ImageCatalog.isImageCatalog(catalog) && hasDigest(catalog.image));
  return isExact ? catalog.catalogContent : undefined;
}
