import { checkOptionKeys, optionErrorOf } from '../files/read-options';
import type { BundleContent } from '../model/bundle-content';
import { readBundleImage } from '../oci/image';
import { readRegistryV1 } from '../registry-v1/registry-v1';
import { fetchImage } from './fetch-image';
import { type BundleFetchOptions, CREDENTIAL_KEYS, FETCH_OPTION_KEYS } from './fetch-options';

/** A fetched bundle. */
export interface FetchedBundle {
  /** Content of the bundle. */
  readonly content: BundleContent;

  /** Image that it was fetched from, by digest. */
  readonly image: string;
}

/**
 * Fetches a bundle from a registry.
 *
 * @param reference image reference
 * @param options fetch options
 * @throws BundleError if it cannot be fetched, or is not a bundle
 */
export async function fetchBundle(reference: string, options: BundleFetchOptions): Promise<FetchedBundle> {
  const error = optionErrorOf(reference);
  checkOptionKeys('options of Bundle.fetch', options, FETCH_OPTION_KEYS, error);
  checkOptionKeys('credentials in options of Bundle.fetch', options.credentials, CREDENTIAL_KEYS, error);
  const { result, pinned, limits } = await fetchImage(reference, options, (root, limit) => readBundleImage(reference, root, limit));
  return { content: readRegistryV1(reference, result, limits), image: pinned };
}
