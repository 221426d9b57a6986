import type { Bundle } from '../bundle/bundle';
import type { OperatorDeployment } from '../bundle/model/cluster-service-version-spec';
import { parseImageReference } from '../bundle/oci/image-reference';
import { compareUtf8 } from '../formats/json/go-json';
import { fieldAt, type JsonMap, mapListField, stringField, stringListField } from '../formats/json/json-value';
import { type BundleImage, type BundleImageUse, ImageMirroring, ImagePlace } from './bundle-image';

/** Names of environment variables whose values opm always treats as related images. */
const RELATED_IMAGE_VARIABLE = /^RELATED_IMAGE_/;

type NamedImage = readonly [image: string, use: BundleImageUse];

/** Returns the images that a bundle references, sorted, with all references to them. */
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
    { image, hasDigest: parseImageReference(image)?.digest !== undefined, mirroring: mirroringOf(places), uses: places }
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
    ...mapListField(pod, 'initContainers').flatMap((container) => containerImages(deployment, ImagePlace.INIT_CONTAINER, container)),
    ...mapListField(pod, 'containers').flatMap((container) => containerImages(deployment, ImagePlace.CONTAINER, container)),
  ];
}

function containerImages(deployment: string, place: ImagePlace, container: JsonMap): NamedImage[] {
  const environment = mapListField(container, 'env').map((variable) => [stringField(variable, 'name') ?? '', stringField(variable, 'value') ?? ''] as const);
  const args = [...stringListField(container, 'command'), ...stringListField(container, 'args')].map(argumentParts);
  return [
    [stringField(container, 'image') ?? '', { place, name: stringField(container, 'name') ?? '', deployment }],
    ...environment.filter(([name, value]) => RELATED_IMAGE_VARIABLE.test(name) || isFullReference(value))
      .map(([name, value]): NamedImage => [value, { place: ImagePlace.ENVIRONMENT, name, deployment }]),
    ...args.filter(([, value]) => isFullReference(value))
      .map(([name, value]): NamedImage => [value, { place: ImagePlace.ARGUMENT, name, deployment }]),
  ];
}

/** Splits `--flag=value`. The name is empty if the argument is only a value. */
function argumentParts(argument: string): readonly [name: string, value: string] {
  const equals = argument.startsWith('-') ? argument.indexOf('=') : -1;
  return [argument.slice(0, Math.max(equals, 0)), argument.slice(equals + 1)];
}

/** Whether a string is almost certainly an image: a reference with a registry that has a dot or port, and with a tag or digest. */
function isFullReference(value: string): boolean {
  const { domain = '', tag, digest } = parseImageReference(value) ?? {};
  return /[.:]/.test(domain) && (tag ?? digest) !== undefined;
}
