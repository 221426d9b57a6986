import type { RelatedImageDocument } from '../wire';
import type { Bundle } from '../../bundle';
import { compareUtf8 } from '../../go-json';
import { fieldAt, mapsField, textField } from '../../json-value';

/**
 * The images of a bundle as `opm render` lists them: those that the CSV names, then those of its Deployments that are not among them
 * (without a name), sorted by image.
 */
export function relatedImages(bundle: Bundle): RelatedImageDocument[] {
  const named = bundle.relatedImages.map(({ name, image }) => ({ name, image }));
  const known = new Set(named.map(({ image }) => image));
  const others = [...new Set(deploymentImages(bundle))].filter((image) => !known.has(image));
  return [...named, ...others.map((image) => ({ name: '', image }))].sort((left, right) => compareUtf8(left.image, right.image));
}

function deploymentImages({ csv }: Bundle): string[] {
  return csv.deployments.flatMap(({ spec }) => {
    const pod = fieldAt(spec, 'template', 'spec');
    const containers = [...mapsField(pod, 'containers'), ...mapsField(pod, 'initContainers')];
    return containers.map((container) => textField(container, 'image') ?? '');
  });
}
