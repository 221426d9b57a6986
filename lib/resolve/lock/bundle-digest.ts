import { digestOf, parseDigest, pinnedDigest } from '../../bundle/oci/descriptor';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { blobsToJsonLines } from '../../catalog/declcfg/write-blob';

/** Returns the digest of the image of a bundle, or otherwise of its content in the catalog, which for an inline bundle is all of its manifests. */
export function bundleDigest(bundle: CatalogBundle): string {
  const digest = pinnedDigest(bundle.image ?? '');
  return digest !== undefined && isLockDigest(digest) ? digest : digestOf(Buffer.from(blobsToJsonLines([bundle._blob])));
}

/** Whether a string is a digest that locks contain: sha256 or sha512. */
export function isLockDigest(value: string): boolean {
  return ['sha256', 'sha512'].includes(parseDigest(value)?.algorithm ?? '');
}
