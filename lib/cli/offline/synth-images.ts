import { join } from 'node:path';
import { Catalog } from '../../catalog/catalog';
import type { Bundle } from '../../bundle/bundle';
import type { ImageLayout } from '../../bundle/oci/image-layout';

/** The images from which OLM v1 installs operators. */
export interface Images {
  /** Image of the catalog, by digest. */
  readonly catalogImage: string;

  readonly catalog: ImageLayout;

  /** Images of the bundles, by the names of their folders. */
  readonly bundles: ReadonlyMap<string, ImageLayout>;

  readonly bundleRepository: string;
  readonly catalogRepository: string;
}

/** Returns the images of bundles and of a catalog with them. The digests are known before the images are pushed. */
export function imagesOf(bundles: readonly Bundle[], repository: string): Images {
  const [bundleRepository, catalogRepository] = [`${repository}/bundle`, `${repository}/catalog`];
  const catalog = Catalog.fromBundles([...bundles]).toImageLayout({ bundleRepository });
  const layouts = bundles.map((bundle): [string, ImageLayout] => [bundles.length === 1 ? 'bundle' : bundle.name, bundle.toImageLayout()]);
  return { catalog, bundles: new Map(layouts), bundleRepository, catalogRepository, catalogImage: `${catalogRepository}@${catalog.digest}` };
}

/** Writes the images below a folder, and returns the commands that push them. */
export function writeImages({ bundles, catalog, bundleRepository, catalogRepository }: Images, folder: string): string[] {
  const catalogFolder = join(folder, 'images', 'catalog');
  catalog.write(catalogFolder);
  const pushed = [...bundles].map(([name, layout]) => {
    const path = join(folder, 'images', name);
    layout.write(path);
    return `crane push ${path} ${bundleRepository}:${bundles.size === 1 ? 'latest' : name}`;
  });
  return [...pushed, `crane push ${catalogFolder} ${catalogRepository}:latest`];
}
