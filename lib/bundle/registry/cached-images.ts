import { imageLimits } from '../oci/image-options';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { type BuiltImage, layoutFiles } from '../oci/build-image';
import { blobFile, runReader } from '../oci/descriptor';
import { readWholeImage } from '../oci/whole-image';
import { BlobCache } from './blob-cache';

/** Maximum size of an image in the cache, in bytes. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * Stores the blobs of an image by their digests, so that another process of this machine can push it.
 *
 * @param folder cache folder, or undefined for the default one
 * @throws BundleError if they cannot be stored in the folder that the user set
 */
export function cacheImage(source: string, { files }: BuiltImage, folder: string | undefined): void {
  const cache = new BlobCache(source, folder);
  for (const [file, content] of files) {
    const digest = /^blobs\/(.*)$/.exec(file)?.[1]?.replace('/', ':');
    if (digest !== undefined && cache.get(digest, content.length) === undefined) {
      cache.put(digest, Buffer.from(content));
    }
  }
}

/**
 * Returns an image whose blobs were stored.
 *
 * @throws BundleError if one of them is missing, or not what its digest says
 */
export function cachedImage(source: string, digest: string, mediaType: string, folder: string | undefined): BuiltImage {
  const cache = new BlobCache(source, folder);
  const limits = imageLimits({ maxTotalBytes: MAX_TOTAL_BYTES });
  const { blobs } = runReader(source, readWholeImage(source, { digest, mediaType, annotations: {} }, limits), ({ descriptor, maxBytes }) => {
    const content = cache.get(descriptor.digest, descriptor.size ?? maxBytes);
    if (content === undefined) {
      throw refusal(source, BundleErrorCode.NOT_FOUND, `${descriptor.digest} of the image is not in the cache folder: the program that made the image could not write there; `
        + 'set cacheDirectory to a folder that both the program and Pulumi can use');
    }
    return content;
  });
  return { digest, mediaType, files: layoutFiles('image', [{ name: blobFile(digest), digest, mediaType, blobs }]) };
}
