import { checkArguments } from '../../formats/options/check-arguments';
import { checkOptions } from '../../formats/options/check-options';
import { type Descriptor, type ImageReader, pinnedDigest } from '../oci/descriptor';
import type { ImageLimits } from '../oci/image-options';
import { fetchImage } from './fetch-image';
import type { BundleFetchOptions } from './fetch-options';

/** Digests of images in registries. */
export class ImageDigests {
  /**
   * Resolves images to their digests, such as for the option `images` of `Bundle.fromManifests`. An image that already has a digest is left out. For
   * an image of several platforms, the digest is that of all of them.
   *
   * @param images images with their registry, such as `quay.io/org/operator:v1.0.0`
   * @param options credentials, trust and timeouts
   * @returns the images by digest, such as `quay.io/org/operator@sha256:…`, by the images
   * @throws BundleError if one of them cannot be resolved
   */
  public static async resolve(images: string[], options: BundleFetchOptions = {}): Promise<{ [image: string]: string }> {
    checkArguments('ImageDigests.resolve', { images });
    checkOptions('options of ImageDigests.resolve', 'BundleFetchOptions', options);
    const resolved: { [image: string]: string } = {};
    for (const image of [...new Set(images)].filter((candidate) => pinnedDigest(candidate) === undefined)) {
      const { pinned } = await fetchImage(image, options, manifestOf);
      resolved[image] = pinned;
    }
    return resolved;
  }

  private constructor() {}
}

/** Reads the manifest of an image, which resolving its tag has fetched already. */
function* manifestOf(root: Descriptor, { maxManifestBytes }: ImageLimits): ImageReader<void> {
  yield { descriptor: root, isManifest: true, maxBytes: maxManifestBytes, limit: 'maxManifestBytes' };
}
