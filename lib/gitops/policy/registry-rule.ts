import type { ApiObject } from 'cdk8s';
import { isInRegistry, quoted } from './name-patterns';
import type { PolicyRule } from './policy-rule';
import type { Bundle } from '../../bundle/bundle';
import { ImageList } from '../../report/image-list';
import { manifestImages } from '../../report/bundle-images';
import { ownerOf } from '../checks/check-definition';
import { mayHaveImages } from '../checks/image-digests';
import { nameOf } from '../checks/app-operator';

/** Images of bundles, cached because bundles never change. */
const OF_BUNDLES = new WeakMap<Bundle, readonly string[]>();

/** Images of objects and of the bundles that OLM installs. With the engine Plain, those of the bundle are in objects. */
export const REGISTRY_RULE: PolicyRule = {
  id: 'policy-registry',
  summary: 'images come from allowed registries',
  remedy: 'mirror the image to an allowed registry, and refer to it there',
  isSet: ({ allowedRegistries }) => allowedRegistries !== undefined,
  find: ({ allowedRegistries = [] }, { view, objects, operators }) => {
    const forbidden = (images: readonly string[]): string[] => [...new Set(images)].filter((image) => image !== '' && !isInRegistry(allowedRegistries, image));
    const message = (user: string, image: string): string => `${user} has the image '${image}', and the allowed registries are ${quoted(allowedRegistries)}`;
    const ofObject = (object: ApiObject): string[] => forbidden(manifestImages(view.manifestOf(object)));
    return [
      ...objects.filter(mayHaveImages).flatMap((object) => ofObject(object).map((image) => (
        { constructs: [ownerOf(object)], message: message(`${object.kind} '${object.name}'`, image) }
      ))),
      ...operators.flatMap((operator) => (operator.bundle === undefined || operator.engine === 'Plain' ? [] : (
        forbidden(imagesOf(operator.bundle)).map((image) => ({ constructs: [operator.construct], message: message(nameOf(operator), image) }))
      ))),
    ];
  },
};

function imagesOf(bundle: Bundle): readonly string[] {
  const images = OF_BUNDLES.get(bundle) ?? ImageList.ofBundle(bundle).images.map(({ image }) => image);
  OF_BUNDLES.set(bundle, images);
  return images;
}
