import { field, mapListField, stringField } from '../../formats/json/json-value';
import { quoted } from '../../text/phrases';
import type { RelatedImage } from '../model/cluster-service-version-spec';
import { GenerationNoteCode } from '../model/generation-note';
import { containersOf, type InstalledDeployment } from './deployments';
import type { GenerationNotes } from './generation-notes';

/** Prefix of environment variables with images that an operator deploys. */
export const RELATED_IMAGE = 'RELATED_IMAGE_';

/** An image in a variable of a container. */
interface FoundImage extends RelatedImage {
  /** Deployment, with the container if there are several. */
  readonly owner: string;
}

/**
 * Returns the images in variables RELATED_IMAGE_x of Deployments, after those of the base and of the options, and without images that are there
 * already. As operator-sdk does: a name for different images is prefixed with the Deployment, and an image under two names has none.
 *
 * @param given images of the base and of the options
 */
export function relatedImages(deployments: readonly InstalledDeployment[], given: readonly RelatedImage[], notes: GenerationNotes): RelatedImage[] {
  const found = deployments.flatMap((deployment) => imagesOf(deployment, notes));
  const distinct = found.filter(({ name, image }, index) => found.findIndex((other) => other.name === name && other.image === image) === index);
  const named = distinct.flatMap(({ name, image, owner }) => {
    const [first, ...others] = distinct.filter((other) => other.image === image);
    if (others.length > 0) {
      return first!.name === name ? [{ name: '', image }] : [];
    }
    return [{ name: distinct.some((other) => other.name === name && other.image !== image) ? `${owner}-${name}` : name, image }];
  });
  const kept = given.filter(({ name, image }, index) => given.findIndex((other) => other.name === name && other.image === image) === index);
  return [...kept, ...named.filter(({ image }) => !kept.some((other) => other.image === image))];
}

function imagesOf(deployment: InstalledDeployment, notes: GenerationNotes): FoundImage[] {
  const containers = containersOf(deployment);
  return containers.flatMap((container) => mapListField(container, 'env').flatMap((variable) => {
    const key = stringField(variable, 'name') ?? '';
    const image = stringField(variable, 'value') ?? '';
    if (!key.startsWith(RELATED_IMAGE)) {
      return [];
    }
    if (image === '') {
      const reason = field(variable, 'valueFrom') === undefined ? 'has no value' : 'gets its value when the pod starts';
      notes.decide(GenerationNoteCode.RELATED_IMAGE, `has the variable ${quoted(key)}, which ${reason}, so the image is not in relatedImages; set its value, or add the image to relatedImages`, deployment.object);
      return [];
    }
    const name = key.slice(RELATED_IMAGE.length).replaceAll('_', '-').toLowerCase();
    const owner = containers.length > 1 ? `${deployment.name}-${stringField(container, 'name') ?? ''}` : deployment.name;
    return [{ name, image, owner }];
  }));
}
