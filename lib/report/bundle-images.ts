import type { Bundle } from '../bundle/bundle';
import type { OperatorDeployment } from '../bundle/model/cluster-service-version-spec';
import { parseImageReference } from '../bundle/oci/image-reference';
import { compareUtf8 } from '../formats/json/go-json';
import { fieldAt, isMap, type JsonMap, mapField, mapListField, stringField, stringListField } from '../formats/json/json-value';

/** Kind of reference to an image in a bundle. */
export enum ImagePlace {
  /** In `spec.relatedImages` of the ClusterServiceVersion. */
  RELATED_IMAGES = 'related-images',

  /** A container of a Deployment. */
  CONTAINER = 'container',

  /** An init container of a Deployment. */
  INIT_CONTAINER = 'init-container',

  /** An environment variable of a container, such as `RELATED_IMAGE_SERVER`: an image that the operator itself uses. */
  ENVIRONMENT = 'environment',

  /** An argument of a container, such as `--server-image=…`. */
  ARGUMENT = 'argument',
}

/** Way in which mirroring tools, which copy a catalog's images to another registry, find an image. */
export enum ImageMirroring {
  /** The CSV lists it as a related image. */
  LISTED = 'listed',

  /** It is not listed, but `opm render` adds the images of Deployments to the catalog. Tools that read only the bundle miss it. */
  BY_CATALOG = 'by-catalog',

  /** It is not found: in a disconnected cluster, workloads that use it do not start. */
  MISSED = 'missed',
}

/** One reference to an image in a bundle. */
export interface BundleImageUse {
  /** Kind of reference. */
  readonly place: ImagePlace;

  /** Name of the related image, container or variable, or the argument without the image. */
  readonly name: string;

  /**
   * Name of the Deployment.
   *
   * @default - the reference is not in a Deployment
   */
  readonly deployment?: string;
}

/** An image that a bundle references. */
export interface BundleImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Whether mirroring tools find it. */
  readonly mirroring: ImageMirroring;

  /** All references to it. */
  readonly uses: BundleImageUse[];
}

/** Names of environment variables whose values OLM's tools always treat as related images. */
const RELATED_IMAGE_VARIABLE = /^RELATED_IMAGE_/;

type NamedImage = readonly [image: string, use: BundleImageUse];

/** Returns the images that a bundle references, sorted, with all references to them. @internal */
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

/** Fields of a pod with containers. */
const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'];

/** Returns the images of all pods in an object, wherever they are in it. @internal */
export function manifestImages(object: unknown): string[] {
  const kind = stringField(object, 'kind');
  const spec = mapField(object, 'spec');
  const ofKind = kind === 'CatalogSource' ? [stringField(spec, 'image')]
    : kind === 'ClusterCatalog' ? [stringField(fieldAt(spec, 'source', 'image'), 'ref')]
      : kind === 'ClusterServiceVersion' ? mapListField(spec, 'relatedImages').map((related) => stringField(related, 'image')) : [];
  return [...ofKind, ...podImages(object)].filter((image) => image !== undefined);
}

function podImages(value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) {
    return value.flatMap(podImages);
  }
  if (!isMap(value)) {
    return [];
  }
  const containers = CONTAINERS.flatMap((key) => mapListField(value, key));
  const volumes = containers.length === 0 ? [] : mapListField(value, 'volumes');
  return [
    ...containers.flatMap((container) => [
      stringField(container, 'image'),
      ...mapListField(container, 'env').filter((variable) => RELATED_IMAGE_VARIABLE.test(stringField(variable, 'name') ?? ''))
        .map((variable) => stringField(variable, 'value')),
    ]),
    ...volumes.map((volume) => stringField(mapField(volume, 'image'), 'reference')),
    ...Object.values(value).flatMap(podImages),
  ];
}
