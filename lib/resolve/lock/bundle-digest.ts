import { createHash } from 'node:crypto';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { blobsToJsonLines } from '../../catalog/load';

const IMAGE_DIGEST = /@(sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128}))$/;

/** Returns the digest of the image of a bundle, or otherwise of its content in the catalog, which for an inline bundle is all of its manifests. */
export function bundleDigest(bundle: CatalogBundle): string {
  const [, digest] = IMAGE_DIGEST.exec(bundle.image ?? '') ?? [];
  return digest ?? `sha256:${createHash('sha256').update(blobsToJsonLines([bundle._blob])).digest('hex')}`;
}
