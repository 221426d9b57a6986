import { ImageLayout } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ImageRegistry } from './image-registry';

const BLOBS = 'blobs/sha256/';

/**
 * Pushes the image of a catalog, and those of its bundles, as tools do that push image layouts.
 *
 * @param host host that clusters pull from
 * @param name first part of the names of the repositories
 * @returns reference of the catalog's image
 */
export async function pushCatalog(registry: ImageRegistry, host: string, name: string, catalog: Catalog): Promise<string> {
  const layout = catalog.toImageLayout({ bundleRepository: `${host}/${name}/bundles` });
  for (const bundle of layout.bundles) {
    await pushLayout(registry, `${name}/bundles`, bundle);
  }
  await pushLayout(registry, `${name}/catalog`, layout);
  return `${host}/${name}/catalog@${layout.digest}`;
}

/** Pushes the only image of a layout under its digest. */
async function pushLayout(registry: ImageRegistry, repository: string, layout: ImageLayout): Promise<void> {
  const blobs = Object.entries(layout.toBase64Files()).filter(([file]) => file.startsWith(BLOBS))
    .map(([file, content]) => ({ digest: `sha256:${file.slice(BLOBS.length)}`, content: Buffer.from(content, 'base64') }));
  for (const { digest, content } of blobs.filter(blob => blob.digest !== layout.digest)) {
    await registry.pushBlob(repository, digest, content);
  }
  await registry.pushManifest(repository, layout.digest, blobs.find(({ digest }) => digest === layout.digest)!.content, layout.mediaType);
}
