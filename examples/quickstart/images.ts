import { join } from 'node:path';
import { Bundle, Catalog, ImageLayout } from 'olm-constructs';

/** The images from which OLM v1 installs an operator. */
export interface Images {
  /** Image of the catalog, by digest. */
  readonly catalogImage: string;

  readonly catalog: ImageLayout;
  readonly bundle: ImageLayout;

  /** Repository of the image of the bundle. */
  readonly bundleRepository: string;

  /** Repository of the image of the catalog. */
  readonly catalogRepository: string;
}

/** Returns the images of a bundle and of a catalog with it. Their digests are known before anyone pushes them. */
export function imagesOf(bundle: Bundle, repository: string): Images {
  const bundleRepository = `${repository}/bundle`;
  const catalogRepository = `${repository}/catalog`;
  const catalog = Catalog.fromBundles([bundle]).toImageLayout({ bundleRepository });
  return { catalog, bundle: bundle.toImageLayout(), bundleRepository, catalogRepository, catalogImage: `${catalogRepository}@${catalog.digest}` };
}

/** Writes the images below a folder, and returns the commands that push them. */
export function writeImages({ bundle, catalog, bundleRepository, catalogRepository }: Images, folder: string): string[] {
  const folders = { bundle: join(folder, 'images', 'bundle'), catalog: join(folder, 'images', 'catalog') };
  bundle.write(folders.bundle);
  catalog.write(folders.catalog);
  return [`crane push ${folders.bundle} ${bundleRepository}:latest`, `crane push ${folders.catalog} ${catalogRepository}:latest`];
}
