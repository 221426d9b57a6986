import type { Bundle } from '../bundle/bundle';
import type { OperatorDeployment } from '../bundle/model/cluster-service-version-spec';
import type { Manifest } from '../bundle/model/manifest';
import { parseImageReference } from '../bundle/oci/image-reference';
import { compareUtf8 } from '../formats/json/go-json';
import { addTo } from '../text/group-by';
import { ImagePlace, placedImages, withoutScheme } from './image-places';

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

  /** Name of the related image, container, volume or variable, or the argument without the image. */
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
  /** Image reference, as written, without a scheme such as `oci://`. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Whether mirroring tools find it. */
  readonly mirroring: ImageMirroring;

  /** All references to it. */
  readonly uses: BundleImageUse[];
}

type NamedImage = readonly [image: string, use: BundleImageUse];

/** Returns the images that a bundle references, sorted, with all references to them. @internal */
export function bundleImages(bundle: Bundle): BundleImage[] {
  const related = bundle.relatedImages.map(({ name, image }): NamedImage => [withoutScheme(image), { place: ImagePlace.RELATED_IMAGES, name }]);
  const uses = new Map<string, BundleImageUse[]>();
  for (const [image, use] of [...related, ...bundle.csv.deployments.flatMap(deploymentImages), ...bundle.otherManifests.flatMap(objectImages)]) {
    addTo(uses, image, use);
  }
  uses.delete('');
  return [...uses].sort(([left], [right]) => compareUtf8(left, right)).map(([image, places]) => (
    { image, hasDigest: parseImageReference(image)?.digest !== undefined, mirroring: mirroringOf(places), uses: places }
  ));
}

function mirroringOf(uses: readonly BundleImageUse[]): ImageMirroring {
  if (uses.some(({ place }) => place === ImagePlace.RELATED_IMAGES)) {
    return ImageMirroring.LISTED;
  }
  const isOfCatalog = ({ place, deployment }: BundleImageUse): boolean => (
    deployment !== undefined && (place === ImagePlace.CONTAINER || place === ImagePlace.INIT_CONTAINER)
  );
  return uses.some(isOfCatalog) ? ImageMirroring.BY_CATALOG : ImageMirroring.MISSED;
}

function deploymentImages({ name: deployment, spec }: OperatorDeployment): NamedImage[] {
  return placedImages({ spec }).map(({ image, position: { place, name } }): NamedImage => [image, { place, name, deployment }]);
}

/** Images of other objects of the bundle, which OLM creates as they are. */
function objectImages(manifest: Manifest): NamedImage[] {
  return placedImages(manifest.content).map(({ image, position: { place, name } }): NamedImage => [image, { place, name }]);
}
