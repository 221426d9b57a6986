import type { ApiObject } from 'cdk8s';
import { type CheckDefinition, type CheckedCluster, ownerOf } from './checked-cluster';
import { nameOf } from './app-operator';
import type { Bundle } from '../../bundle/bundle';
import { parseImageReference } from '../../bundle/oci/image-reference';
import { ImageList } from '../../report/image-list';
import { manifestImages } from '../../report/bundle-images';
import { FindingSeverity } from '../../validation/model/finding';

/** Kinds without images, whose objects can be large. */
const WITHOUT_IMAGES = ['ConfigMap', 'CustomResourceDefinition', 'Secret'];

/** Images of bundles without a digest, cached because bundles never change. */
const OF_BUNDLES = new WeakMap<Bundle, string[]>();

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
    ...view.operators.flatMap((operator) => (operator.bundle === undefined ? [] : imagesOf(operator.bundle)).map((image) => ({
      constructs: [operator.construct],
      message: `${nameOf(operator)} has the image '${image}' without a digest`,
      remedy: 'use a bundle whose images have digests, as `operator-sdk generate bundle --use-image-digests` makes it',
    }))),
  ],
};

/** Returns the images of an object, without those that are known only later. */
export function knownImages(view: CheckedCluster, object: ApiObject): string[] {
  return manifestImages(view.manifestOf(object)).filter((image) => !view.isUnknown(image));
}

/** Whether an object may have images. */
export function mayHaveImages({ kind }: ApiObject): boolean {
  return !WITHOUT_IMAGES.includes(kind);
}

function imagesOf(bundle: Bundle): string[] {
  const images = OF_BUNDLES.get(bundle) ?? withoutDigest(ImageList.ofBundle(bundle).images.map(({ image }) => image));
  OF_BUNDLES.set(bundle, images);
  return images;
}

function withoutDigest(images: readonly string[]): string[] {
  return [...new Set(images)].filter((image) => image !== '' && parseImageReference(image)?.digest === undefined);
}
