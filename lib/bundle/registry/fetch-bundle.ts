import type { BundleContent } from '../../bundle-content';
import { readBundleImage } from '../oci/image';
import { readRegistryV1 } from '../registry-v1';
import type { BundleFetchOptions } from './fetch-options';
import { fetchImage } from './fetch-image';

/** A bundle that was fetched. */
export interface FetchedBundle {
  readonly content: BundleContent;

  /** The image that it came from, by digest. */
  readonly image: string;
}

/**
 * Fetches a bundle from a registry.
 *
 * @param reference the image
 * @param options how it is fetched
 * @throws BundleError when it cannot be fetched, or is no bundle
 */
export async function fetchBundle(reference: string, options: BundleFetchOptions): Promise<FetchedBundle> {
  const { result, pinned, limits } = await fetchImage(reference, options, (root, limit) => readBundleImage(reference, root, limit));
  return { content: readRegistryV1(reference, result, limits), image: pinned };
}
