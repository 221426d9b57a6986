import { gunzipSync } from 'node:zlib';
import type { Bundle } from '../bundle/bundle';
import { parseImageReference } from '../bundle/oci/image-reference';
import { Catalog } from '../catalog/catalog';
import { compareUtf8 } from '../formats/json/go-json';
import { field, mapField, stringField } from '../formats/json/json-value';
import { bundleImages, manifestImages } from './bundle-images';
import { cycloneDx, digestMirrorSet, type ListedImage, mirrorMapping, tagMirrorSet } from './image-formats';

/** Images that a cluster pulls for bundles, catalogs or manifests, for inventories and mirrors. It is derived only from these, without a registry. */
export class ImageList {
  /** Returns the images of a bundle: those of its Deployments, its related images, and its own, if it was read from a registry. */
  public static ofBundle(bundle: Bundle): ImageList {
    const images = bundleImages(bundle).map(({ image }) => image);
    return new ImageList([...images, ...(bundle.image === undefined ? [] : [bundle.image])].map((image) => [image, bundle.name]));
  }

  /** Returns the images of all bundles of a catalog, and the images of the bundles themselves. */
  public static ofCatalog(catalog: Catalog): ImageList {
    return new ImageList(catalog.bundles.flatMap(({ name, image, relatedImages }) => (
      [...(image === undefined ? [] : [image]), ...relatedImages.map((related) => related.image)].map((one): [string, string] => [one, name])
    )));
  }

  /**
   * Returns the images that Kubernetes objects pull: those of pods in any object, of catalogs, of ClusterServiceVersions, and of the bundles in
   * ConfigMaps of an `OperatorRegistry`.
   *
   * @param objects parsed manifests, of any kind
   */
  public static ofManifests(objects: unknown[]): ImageList {
    const uses = objects.flatMap((object) => {
      const user = `${stringField(object, 'kind') ?? 'object'}/${stringField(mapField(object, 'metadata'), 'name') ?? ''}`;
      return manifestImages(object).map((image): [string, string] => [image, user]);
    });
    return ImageList.merged([new ImageList(uses), ...packedCatalogs(objects).map((catalog) => ImageList.ofCatalog(catalog))]);
  }

  /** Returns the images of several lists. */
  public static merged(lists: ImageList[]): ImageList {
    return new ImageList(lists.flatMap(({ images }) => images.flatMap(({ image, usedBy }) => usedBy.map((user): [string, string] => [image, user]))));
  }

  /** The images, sorted. */
  public readonly images: ListedImage[];

  private constructor(uses: readonly (readonly [image: string, user: string])[]) {
    const users = new Map<string, Set<string>>();
    for (const [image, user] of uses.filter(([image]) => image !== '')) {
      users.set(image, (users.get(image) ?? new Set()).add(user));
    }
    this.images = [...users].sort(([left], [right]) => compareUtf8(left, right)).map(([image, names]) => (
      { image, hasDigest: parseImageReference(image)?.digest !== undefined, usedBy: [...names].sort(compareUtf8) }
    ));
  }

  /** Returns the references, one per line. */
  public toText(): string {
    return this.images.map(({ image }) => `${image}\n`).join('');
  }

  /** Returns the images as JSON. */
  public toJson(): string {
    return `${JSON.stringify(this.images, undefined, 2)}\n`;
  }

  /**
   * Returns a software bill of materials with a component for each image: CycloneDX 1.6 as JSON.
   *
   * @see https://cyclonedx.org/docs/1.6/json/
   */
  public toCycloneDx(): string {
    return `${JSON.stringify(cycloneDx(this.images), undefined, 2)}\n`;
  }

  /**
   * Returns an ImageDigestMirrorSet of OpenShift as YAML, for the images that have a digest.
   *
   * @param name name of the object
   * @param mirror registry of the mirror, optionally with a path, such as `mirror.example.com/olm`
   * @throws Error if two repositories would be mirrored to the same one
   */
  public toImageDigestMirrorSet(name: string, mirror: string): string {
    return digestMirrorSet(name, mirror, this.images);
  }

  /**
   * Returns an ImageTagMirrorSet of OpenShift as YAML, for the images that have no digest.
   *
   * @param name name of the object
   * @param mirror registry of the mirror, optionally with a path, such as `mirror.example.com/olm`
   * @throws Error if two repositories would be mirrored to the same one
   */
  public toImageTagMirrorSet(name: string, mirror: string): string {
    return tagMirrorSet(name, mirror, this.images);
  }

  /**
   * Returns the copies to make as lines `SOURCE=DESTINATION`, as `oc image mirror --filename` reads them.
   *
   * @param mirror registry of the mirror, optionally with a path, such as `mirror.example.com/olm`
   * @throws Error if two repositories would be mirrored to the same one
   */
  public toMirrorMapping(mirror: string): string {
    return mirrorMapping(mirror, this.images);
  }
}

/** Maximum decompressed size of a catalog that is read from ConfigMaps, in bytes. */
const MAX_CATALOG_BYTES = 1 << 30;

/**
 * Returns the catalogs in ConfigMaps, as `OperatorRegistry` writes them: the names of the parts of one catalog have the same hash before the number.
 *
 * @internal
 */
export function packedCatalogs(objects: readonly unknown[]): Catalog[] {
  const catalogs = new Map<string, [string, string][]>();
  for (const object of objects.filter((one) => field(one, 'kind') === 'ConfigMap')) {
    const name = stringField(mapField(object, 'metadata'), 'name') ?? '';
    for (const [key, value] of Object.entries(mapField(object, 'binaryData'))) {
      if (/^part-\d{4}$/.test(key) && typeof value === 'string') {
        const catalog = name.replace(/-\d{4}$/, '');
        catalogs.set(catalog, [...catalogs.get(catalog) ?? [], [key, value]]);
      }
    }
  }
  return [...catalogs.values()].map((parts) => {
    const packed = Buffer.concat(parts.sort(([left], [right]) => compareUtf8(left, right)).map(([, value]) => Buffer.from(value, 'base64')));
    return Catalog.fromString(gunzipSync(packed, { maxOutputLength: MAX_CATALOG_BYTES }).toString());
  });
}
