import type { Bundle } from './bundle';
import { megabytes } from './megabytes';
import { BundleLimits } from './size';

/**
 * Why OLM could not install a bundle from its image, with figures and remedies; undefined when it could. OLM v0 unpacks the image into one
 * ConfigMap, which no slimming of a catalog changes.
 *
 * @param bundle what is in the image
 */
export function imageRefusal(bundle: Bundle): string | undefined {
  const bytes = bundle.size.unpackedImage;
  return bytes <= BundleLimits.UNPACKED_BUNDLE_BYTES ? undefined
    : `bundle "${bundle.name}" is too large for OLM v0 to install from its image: it takes ${megabytes(bytes)} in the ConfigMap that OLM unpacks it into, of at `
      + `most ${megabytes(BundleLimits.UNPACKED_BUNDLE_BYTES)}; shorten its CRDs' descriptions before the image is made, or install it with OLM v1 `
      + '(a ClusterExtension), which unpacks images on disk';
}
