import { ImageMirroring, ImagePlace } from './bundle-image';
import type { BundleImage, BundleImageUse } from './bundle-image';
import type { Bundle } from '../bundle';
import { isImageReference } from '../catalog/image-reference';
import type { OperatorDeployment } from '../cluster-service-version-spec';
import { compareUtf8 } from '../go-json';
import { fieldAt, mapsField, textField, textsField } from '../json-value';
import type { JsonMap } from '../json-value';

/** What opm takes for an operand's image, whatever it looks like. */
const RELATED_IMAGE_VARIABLE = /^RELATED_IMAGE_/;

/** A registry with a dot or a port, a repository, and a tag or digest: a text of that form is hardly anything but an image. */
const FULL_REFERENCE = /^(?:[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+|[a-zA-Z0-9-]+(?=:))(?::\d+)?\/[^\s@:]+(?::[\w.-]+|(?::[\w.-]+)?@sha\d+:[0-9a-f]+)$/;

/** A reference is shorter: 255 letters of repository, 128 of tag, 135 of digest. */
const LONGEST_REFERENCE = 600;

const DIGEST = /@sha\d+:[0-9a-f]+$/;

type NamedImage = readonly [image: string, use: BundleImageUse];

/** Every image that a bundle names, sorted by reference, with all the places. */
export function bundleImages(bundle: Bundle): BundleImage[] {
  const related = bundle.relatedImages.map(({ name, image }): NamedImage => [image, { place: ImagePlace.RELATED_IMAGES, name }]);
  const uses = new Map<string, BundleImageUse[]>();
  for (const [image, use] of [...related, ...bundle.csv.deployments.flatMap(deploymentImages)]) {
    const places = uses.get(image) ?? [];
    places.push(use);
    uses.set(image, places);
  }
  uses.delete('');
  return [...uses].sort(([left], [right]) => compareUtf8(left, right)).map(([image, places]) => (
    { image, hasDigest: DIGEST.test(image), mirroring: mirroringOf(places), uses: places }
  ));
}

function mirroringOf(uses: readonly BundleImageUse[]): ImageMirroring {
  const places = uses.map(({ place }) => place);
  if (places.includes(ImagePlace.RELATED_IMAGES)) {
    return ImageMirroring.LISTED;
  }
  return places.includes(ImagePlace.CONTAINER) || places.includes(ImagePlace.INIT_CONTAINER) ? ImageMirroring.BY_CATALOG : ImageMirroring.MISSED;
}

function deploymentImages({ name: deployment, spec }: OperatorDeployment): NamedImage[] {
  const pod = fieldAt(spec, 'template', 'spec');
  return [
    ...mapsField(pod, 'initContainers').flatMap((container) => containerImages(deployment, ImagePlace.INIT_CONTAINER, container)),
    ...mapsField(pod, 'containers').flatMap((container) => containerImages(deployment, ImagePlace.CONTAINER, container)),
  ];
}

function containerImages(deployment: string, place: ImagePlace, container: JsonMap): NamedImage[] {
  const environment = mapsField(container, 'env').map((variable) => [textField(variable, 'name') ?? '', textField(variable, 'value') ?? ''] as const);
  const args = [...textsField(container, 'command'), ...textsField(container, 'args')].map(argumentParts);
  return [
    [textField(container, 'image') ?? '', { place, name: textField(container, 'name') ?? '', deployment }],
    ...environment.filter(([name, value]) => RELATED_IMAGE_VARIABLE.test(name) || isFullReference(value))
      .map(([name, value]): NamedImage => [value, { place: ImagePlace.ENVIRONMENT, name, deployment }]),
    ...args.filter(([, value]) => isFullReference(value))
      .map(([name, value]): NamedImage => [value, { place: ImagePlace.ARGUMENT, name, deployment }]),
  ];
}

/** `--flag=value`, or the value alone. */
function argumentParts(argument: string): readonly [name: string, value: string] {
  const equals = argument.startsWith('-') ? argument.indexOf('=') : -1;
  return [argument.slice(0, Math.max(equals, 0)), argument.slice(equals + 1)];
}

function isFullReference(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && FULL_REFERENCE.test(text) && isImageReference(text);
}
