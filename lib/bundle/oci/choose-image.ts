import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-error';
import type { Descriptor } from './descriptor';
import { DEFAULT_PLATFORM, formatPlatform, type Platform, servesPlatform } from './platform';

const REFERENCE_TYPE = 'vnd.docker.reference.type';

/** Whether a descriptor refers to an attestation by a builder, such as provenance, instead of an image. */
export function isAttestation({ annotations, platform }: Descriptor): boolean {
  return annotations[REFERENCE_TYPE] === 'attestation-manifest' || (platform?.os === 'unknown' && platform.architecture === 'unknown');
}

/**
 * Selects the image of an index for a platform.
 *
 * @param source source of the image, for messages
 * @param name name of the index, for messages
 * @param manifests descriptors in the index
 * @param requested requested platform, or undefined if unspecified
 * @throws BundleError if no image is for the platform
 */
export function chooseImage(source: string, name: string, manifests: readonly Descriptor[], requested: Platform | undefined): Descriptor {
  const images = manifests.filter((descriptor) => !isAttestation(descriptor));
  if (images.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} contains no image; build and push the bundle again`);
  }
  if (requested === undefined) {
    return images.find(({ platform }) => servesPlatform(platform, DEFAULT_PLATFORM)) ?? images[0]!;
  }
  // A nested index has no platform: the image is selected inside it.
  const chosen = images.find(({ platform }) => servesPlatform(platform, requested)) ?? images.find(({ platform }) => platform === undefined);
  if (chosen === undefined) {
    const available = images.slice(0, 20).map(({ platform }) => formatPlatform(platform!)).join(', ');
    const message = `${name} has no image for platform ${formatPlatform(requested)}; available: ${available}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  return chosen;
}
