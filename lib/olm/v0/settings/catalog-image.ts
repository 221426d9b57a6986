import { isImageReference } from '../../../bundle/oci/image-reference';
import { hasDigest, notAnImageReference } from './image-checks';
import { GO_DURATION, interval } from './intervals';
import { mirrored, registryMirrorProblem } from './registry-mirror';

/** Image of a catalog, and how to pull it. */
export interface CatalogImage {
  readonly image: string;
  readonly registryMirror?: string | undefined;
  readonly requireDigest?: boolean | undefined;
  readonly pollInterval?: string | undefined;
}

/** Returns what is invalid or contradictory, as sentences. */
export function catalogImageProblems({ image, registryMirror, requireDigest = false, pollInterval }: CatalogImage): string[] {
  const mirrorProblem = registryMirror === undefined ? undefined : registryMirrorProblem(registryMirror);
  return [
    ...(isImageReference(image) ? [] : [notAnImageReference('image', image)]),
    ...(requireDigest && !hasDigest(image) ? [`image "${image}" has no digest, but requireDigest is set; write it as registry/repository@sha256:<64 hex digits>`] : []),
    ...(mirrorProblem === undefined ? [] : [mirrorProblem]),
    ...interval('pollInterval', pollInterval, GO_DURATION),
    // OLM would pull the image continuously.
    ...(pollInterval !== undefined && /^[0.]+[^\d.]/.test(pollInterval) && !/[1-9]/.test(pollInterval)
      ? [`pollInterval must be longer than zero: got "${pollInterval}"; omit it to pull the image once`] : []),
    ...(pollInterval !== undefined && hasDigest(image)
      ? [`pollInterval is "${pollInterval}", but image "${image}" has a digest and cannot change; omit pollInterval, or name the image by a tag`] : []),
  ];
}

/** Returns the reference that nodes use to pull the image of a catalog. */
export function pulledImage({ image, registryMirror }: CatalogImage): string {
  return registryMirror === undefined ? image : mirrored(image, registryMirror);
}
