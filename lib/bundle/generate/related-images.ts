import { field, mapListField, stringField } from '../../formats/json/json-value';
import { groupBy, missing } from '../../text/group-by';
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
  const distinct = withoutRepeated(found);
  const [byImage, byName] = [groupBy(distinct, ({ image }) => image), groupBy(distinct, ({ name }) => name)];
  const named = distinct.flatMap(({ name, image, owner }) => {
    const [first, ...others] = byImage.get(image)!;
    if (others.length > 0) {
      return first!.name === name ? [{ name: '', image }] : [];
    }
    // Those of one name differ in their images.
    return [{ name: byName.get(name)!.length > 1 ? `${owner}-${name}` : name, image }];
  });
  const kept = withoutRepeated(given);
  return [...kept, ...missing(named, kept, ({ image }) => image)];
}

function withoutRepeated<Image extends RelatedImage>(images: readonly Image[]): Image[] {
  return [...groupBy(images, ({ name, image }) => JSON.stringify([name, image])).values()].map(([first]) => first!);
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
