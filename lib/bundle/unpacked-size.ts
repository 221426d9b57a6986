import type { Bundle } from './bundle';
import { objectRefusal } from './largest-object';
import { megabytes } from './megabytes';
import { BundleLimits } from './size';

/**
 * Why OLM could not install a bundle from its image, with figures and remedies; undefined when it could. OLM v0 unpacks the image into one
 * ConfigMap, which no slimming of a catalog changes.
 *
 * @param bundle what is in the image
 */
export function imageRefusal(bundle: Bundle): string | undefined {
  const refusal = objectRefusal(bundle) ?? unpackRefusal(bundle);
  return refusal === undefined ? undefined : `bundle "${bundle.name}" is too large for OLM v0 to install from its image: ${refusal}`;
}

function unpackRefusal(bundle: Bundle): string | undefined {
  const bytes = bundle.size.unpackedImage;
  return bytes <= BundleLimits.UNPACKED_BUNDLE_BYTES ? undefined
    : `it takes ${megabytes(bytes)} in the ConfigMap that OLM unpacks it into, of at most ${megabytes(BundleLimits.UNPACKED_BUNDLE_BYTES)}; shorten its CRDs' `
      + 'descriptions before the image is made, or install it with OLM v1 (a ClusterExtension), which unpacks images on disk';
}

/** What an image does for a bundle that is too large for a catalog that carries its manifests. */
export interface ImageRemedy {
  /** Whether OLM v0 can install the bundle from an image. */
  readonly isPossible: boolean;

  /** What to do: with the image, or instead of it. */
  readonly remedy: string;
}

/** What to do with a bundle that is too large for a catalog that carries its manifests: whoever can take it is named. */
export function imageRemedy(bundle: Bundle): ImageRemedy {
  const tooLarge = objectRefusal(bundle);
  const unpacked = unpackRefusal(bundle);
  if (tooLarge === undefined && unpacked === undefined) {
    const remedy = 'push an image of the bundle, and give it in `images` of Catalog.fromBundles, or subscribe to a catalog that refers to it (CatalogRef)';
    return { isPossible: true, remedy };
  }
  return { isPossible: false, remedy: tooLarge ?? `from an image OLM v0 could not install it either: ${unpacked}` };
}
