import type { ApiObject } from 'cdk8s';
import type { Bundle } from '../../bundle/bundle';
import { ImageList } from '../../report/image-list';
import { manifestImages, withoutScheme } from '../../report/image-places';
import { perObject } from '../../text/per-object';
import type { AppOperator } from './app-operator';
import type { CheckedCluster } from './checked-cluster';

/**
 * Returns the images of an operator, or undefined if they are not known. With the engine Plain, they are in objects of the app.
 */
export function imagesOfOperator({ engine, bundle, entry }: AppOperator): readonly string[] | undefined {
  if (engine === 'Plain') {
    return [];
  }
  if (bundle === undefined && entry === undefined) {
    return undefined;
  }
  const related = (entry?.relatedImages ?? []).map(({ image }) => withoutScheme(image));
  return [...new Set([...(entry?.image === undefined ? [] : [entry.image]), ...related, ...(bundle === undefined ? [] : imagesOfBundle(bundle))])];
}

const imagesOfBundle = perObject((bundle: Bundle): readonly string[] => ImageList.ofBundle(bundle).images.map(({ image }) => image));

/** Remedy for an operator whose images are not known. */
export const UNKNOWN_IMAGES_REMEDY = 'let the app know the content of the catalog with `content`, or the bundle with `bundles`';

/** Kinds without images, whose objects can be large. */
const WITHOUT_IMAGES = ['ConfigMap', 'CustomResourceDefinition', 'Secret'];

/** Whether an object may have images. */
export function mayHaveImages({ kind }: ApiObject): boolean {
  return !WITHOUT_IMAGES.includes(kind);
}

/** Returns the images of an object, without those that are known only later. */
export function knownImages(view: CheckedCluster, object: ApiObject): string[] {
  return manifestImages(view.manifestOf(object)).filter((image) => !view.isUnknown(image));
}
