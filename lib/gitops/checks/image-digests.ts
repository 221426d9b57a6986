import { parseImageReference } from '../../bundle/oci/image-reference';
import { FindingSeverity } from '../../validation/model/finding';
import { nameOf } from './app-operator';
import { type CheckDefinition, ownerOf } from './checked-cluster';
import { imagesOfOperator, knownImages, mayHaveImages, UNKNOWN_IMAGES_REMEDY } from './operator-images';

/** A policy that not every app follows, so it runs only on request. */
export const IMAGE_WITHOUT_DIGEST: CheckDefinition = {
  id: 'image-without-digest',
  severity: FindingSeverity.ERROR,
  summary: 'images have a digest',
  remedy: 'refer to the image by its digest, as in `image@sha256:…`',
  source: 'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
  find: (view) => view.options.requireDigests !== true ? [] : [
    ...view.objects.filter(mayHaveImages).flatMap((object) => withoutDigest(knownImages(view, object)).map((image) => ({
      constructs: [ownerOf(object)],
      message: `${object.kind} '${object.name}' has the image '${image}' without a digest`,
    }))),
    ...view.operators.flatMap((operator) => withoutDigest(imagesOfOperator(operator) ?? []).map((image) => ({
      constructs: [operator.construct],
      message: `${nameOf(operator)} has the image '${image}' without a digest`,
      remedy: 'use a bundle whose images have digests, as `operator-sdk generate bundle --use-image-digests` makes it',
    }))),
    ...view.operators.filter((operator) => imagesOfOperator(operator) === undefined).map((operator) => ({
      constructs: [operator.construct],
      message: `the images of ${nameOf(operator)} are unknown`,
      remedy: UNKNOWN_IMAGES_REMEDY,
    })),
  ],
};

function withoutDigest(images: readonly string[]): string[] {
  return [...new Set(images)].filter((image) => image !== '' && parseImageReference(image)?.digest === undefined);
}
