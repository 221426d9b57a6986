import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';
import type { Descriptor } from './descriptor';
import type { Platform } from './platform';
import { platformText, servesPlatform, USUAL_PLATFORM } from './platform';

const REFERENCE_TYPE = 'vnd.docker.reference.type';

/** Whether a descriptor names what a builder says about an image, such as its provenance, and no image. */
export function isAttestation({ annotations, platform }: Descriptor): boolean {
  return annotations[REFERENCE_TYPE] === 'attestation-manifest' || (platform?.os === 'unknown' && platform.architecture === 'unknown');
}

/**
 * Chooses the image of an index for a platform.
 *
 * @param source where the image is read from, for messages
 * @param name the name of the index, for messages
 * @param manifests what the index lists
 * @param wanted the platform that was asked for; undefined when none was
 * @throws BundleError when there is none
 */
export function chooseImage(source: string, name: string, manifests: readonly Descriptor[], wanted: Platform | undefined): Descriptor {
  const images = manifests.filter((descriptor) => !isAttestation(descriptor));
  if (images.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${name} lists no image; build and push the bundle anew`);
  }
  if (wanted === undefined) {
    return images.find(({ platform }) => servesPlatform(platform, USUAL_PLATFORM)) ?? images[0]!;
  }
  // An index of an index says nothing about platforms: the choice is made in the inner one.
  const chosen = images.find(({ platform }) => servesPlatform(platform, wanted)) ?? images.find(({ platform }) => platform === undefined);
  if (chosen === undefined) {
    const there = images.slice(0, 20).map(({ platform }) => platformText(platform!)).join(', ');
    const message = `${name} holds no image for the platform ${platformText(wanted)}; there are images for ${there}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  return chosen;
}
