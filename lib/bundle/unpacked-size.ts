import type { Bundle } from './bundle';
import { objectRefusal } from './largest-object';
import { BundleLimits, megabytes } from './size';

/**
 * Returns the reason why OLM v0 cannot install a bundle from its image, with figures and remedies, or undefined if it can. OLM v0 unpacks the image
 * into one ConfigMap, which slimming a catalog does not change.
 *
 * @param bundle bundle in the image
 */
export function imageRefusal(bundle: Bundle): string | undefined {
  const refusal = objectRefusal(bundle) ?? unpackRefusal(bundle);
  return refusal === undefined ? undefined : `bundle "${bundle.name}" is too large for OLM v0 to install from its image: ${refusal}`;
}

function unpackRefusal(bundle: Bundle): string | undefined {
  const bytes = bundle.size.unpackedImage;
  return bytes <= BundleLimits.UNPACKED_BUNDLE_BYTES ? undefined
    : `it takes ${megabytes(bytes)} in the ConfigMap that OLM unpacks it into, which holds at most ${megabytes(BundleLimits.UNPACKED_BUNDLE_BYTES)}; shorten its CRDs' `
      + 'descriptions before building the image, or install it with OLM v1 (a ClusterExtension), which unpacks images on disk';
}

/** Remedy for a bundle that is too large for a catalog with its manifests. */
export interface ImageRemedy {
  /** Whether OLM v0 can install the bundle from an image. */
  readonly isPossible: boolean;

  /** Description of the remedy: to use an image, or an alternative. */
  readonly remedy: string;
}

/** Returns the remedy for a bundle that is too large for a catalog with its manifests. */
export function imageRemedy(bundle: Bundle): ImageRemedy {
  const tooLarge = objectRefusal(bundle);
  const unpacked = unpackRefusal(bundle);
  if (tooLarge === undefined && unpacked === undefined) {
    const remedy = 'push an image of the bundle, and list it in `images` of Catalog.fromBundles, or subscribe to a catalog that refers to it (CatalogRef)';
    return { isPossible: true, remedy };
  }
  return { isPossible: false, remedy: tooLarge ?? `from an image OLM v0 could not install it either: ${unpacked}` };
}
