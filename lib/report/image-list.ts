import type { Bundle } from '../bundle/bundle';
import { parseImageReference } from '../bundle/oci/image-reference';
import type { Catalog } from '../catalog/catalog';
import type { CatalogBundle } from '../catalog/catalog-bundle';
import { defined } from '../formats/json/defined';
import { compareUtf8 } from '../formats/json/go-json';
import { isMap } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { quoted } from '../text/phrases';
import { printableJson } from '../formats/json/printable-json';
import { printableLine } from '../text/printable';
import { bundleImages } from './bundle-images';
import { comments, cycloneDx, type ListedImage, mirrorMapping, mirrorSet } from './image-formats';
import { objectName, placedImages, withoutScheme } from './image-places';
import { operatorImages, type OperatorKnowledge } from './operator-images';
import { flattened, packedCatalogs } from './packed-catalogs';
import type { RegistryMirror } from './registry-mirror';

/** Options of `ImageList.ofManifests`. */
export interface ManifestImagesOptions {
  /**
   * Contents of catalogs: by namespace and name of the CatalogSource, such as `olm/operatorhubio-catalog`, or by the name of the ClusterCatalog. The
   * images of the operators that manifests install from them are listed, too.
   *
   * @default - only those of catalogs in ConfigMaps of an `OperatorRegistry`; the images of other operators are unknown
   */
  readonly catalogs?: { [key: string]: Catalog };
}

/** A use of an image. @internal */
export interface ImageUse {
  /** Image reference, as found. */
  readonly image: string;

  /** Bundle by name, or object as `Kind/name`, that refers to it. */
  readonly user: string;

  /** Where it is in the object or the bundle, for errors. */
  readonly where: string;
}

/** What an `ImageList` is made of. @internal */
export interface ImageListContent {
  readonly uses: readonly ImageUse[];

  /** What is not known, a sentence each. */
  readonly unknown?: readonly string[];
}

/** Images that a cluster pulls for bundles, catalogs or manifests, for inventories and mirrors. It is derived only from these, without a registry. */
export class ImageList {
  /**
   * Returns the images of a bundle: those of its Deployments and other objects, its related images, and its own, if it was read from a registry.
   *
   * @param bundle the bundle
   */
  public static ofBundle(bundle: Bundle): ImageList {
    checkArguments('ImageList.ofBundle', { bundle });
    return ImageList._of({ uses: bundleUses(bundle) });
  }

  /**
   * Returns the images of all bundles of a catalog, and the images of the bundles themselves.
   *
   * @param catalog the catalog
   */
  public static ofCatalog(catalog: Catalog): ImageList {
    checkArguments('ImageList.ofCatalog', { catalog });
    return ImageList._ofCatalogBundles(catalog.bundles);
  }

  /** Returns the images of bundles of catalogs. @internal */
  public static _ofCatalogBundles(bundles: readonly CatalogBundle[]): ImageList {
    return ImageList._of({ uses: bundles.flatMap(catalogBundleUses) });
  }

  /**
   * Returns the images that Kubernetes objects pull: those of pods in any object, of catalogs, of ClusterServiceVersions, of the bundles in
   * ConfigMaps of an `OperatorRegistry`, and of the operators that Subscriptions and ClusterExtensions install from catalogs with known content.
   * Operators of other catalogs are in `unknown`.
   *
   * @param objects parsed manifests, of any kind
   * @param options contents of catalogs
   * @throws Error if an option is unknown
   */
  public static ofManifests(objects: unknown[], options: ManifestImagesOptions = {}): ImageList {
    checkArguments('ImageList.ofManifests', { objects });
    checkOptions('options of ImageList.ofManifests', 'ManifestImagesOptions', options);
    return ImageList._ofManifests(objects, { contents: new Map(Object.entries(options.catalogs ?? {})), bundles: new Map() });
  }

  /** Returns the images of Kubernetes objects, and of the operators that they install, as far as the operators are known. @internal */
  public static _ofManifests(objects: readonly unknown[], knowledge: OperatorKnowledge): ImageList {
    const all = flattened(objects);
    const packed = packedCatalogs(all);
    const served = packed.flatMap(({ key, catalog }) => key === undefined || catalog === undefined ? [] : [[key, catalog] as const]);
    const contents = new Map([...served, ...knowledge.contents]);
    const operators = operatorImages(all, { ...knowledge, contents });
    return ImageList._of({
      uses: [
        ...all.flatMap(objectUses),
        ...packed.flatMap(({ catalog }) => (catalog?.bundles ?? []).flatMap(catalogBundleUses)),
        ...operators.entries.flatMap(catalogBundleUses),
        ...operators.bundles.flatMap(bundleUses),
      ],
      unknown: [
        ...packed.filter(({ catalog }) => catalog === undefined).map(({ name }) => (
          `operators of the catalog in the ConfigMaps ${name}-…: not known, one of them is missing or damaged; give all of them`
        )),
        ...operators.unknown,
      ],
    });
  }

  /**
   * Returns the images of several lists.
   *
   * @param lists the lists
   */
  public static merged(lists: ImageList[]): ImageList {
    checkArguments('ImageList.merged', { lists });
    const sources = new Map(lists.flatMap(sourcesOf));
    const [unknown, refused] = [lists.flatMap((list) => list.unknown), lists.flatMap((list) => list.refused)];
    return new ImageList(lists.flatMap(usesOf), unknown, refused, sources, new Map(lists.flatMap(copiesOf)));
  }

  /** @internal */
  public static _of({ uses, unknown = [] }: ImageListContent): ImageList {
    const isValid = ({ image }: ImageUse): boolean => image === '' || parseImageReference(image) !== undefined;
    const refused = uses.filter((use) => !isValid(use)).map(({ image, where }) => (
      printableLine(`${where}: ${quoted(image)} is not an image reference; write it as registry/repository:tag or registry/repository@sha256:<64 hex digits>`)
    ));
    return new ImageList(uses.filter(isValid), unknown.map(printableLine), refused, new Map(), new Map());
  }

  /** The images, sorted. */
  public readonly images: ListedImage[];

  /** What is not known, one line each, such as the operators of a catalog whose content is not known. The list is complete if there is none. */
  public readonly unknown: string[];

  /** Strings in the place of images that are not image references, one line each, with their place. They are not among the images. */
  public readonly refused: string[];

  private constructor(
    uses: readonly ImageUse[], unknown: readonly string[], refused: readonly string[],
    sources: ReadonlyMap<string, string>, copies: ReadonlyMap<string, string>,
  ) {
    const users = new Map<string, Set<string>>();
    for (const { image, user } of uses.filter((use) => use.image !== '')) {
      users.set(image, (users.get(image) ?? new Set()).add(user));
    }
    this.images = [...users].sort(([left], [right]) => compareUtf8(left, right)).map(([image, names]) => {
      const [source, copy] = [sources.get(image), copies.get(image)];
      return {
        image, hasDigest: parseImageReference(image)?.digest !== undefined, usedBy: [...names].sort(compareUtf8), ...defined({ source, copy }),
      };
    });
    this.unknown = [...new Set(unknown)].sort(compareUtf8);
    this.refused = [...new Set(refused)].sort(compareUtf8);
  }

  /** Whether everything is known: nothing is in `unknown`, and nothing in `refused`. */
  public get isComplete(): boolean {
    return this.unknown.length === 0 && this.refused.length === 0;
  }

  /** Returns the references, one per line, then what is unknown, as lines that begin with `#`. */
  public toText(): string {
    return this.images.map(({ image }) => `${image}\n`).join('') + comments(this.unknown);
  }

  /** Returns the list as JSON: `images`, `unknown` and `refused`, as in this class. */
  public toJson(): string {
    const { images, unknown, refused } = this;
    return `${printableJson({ images, unknown, refused })}\n`;
  }

  /**
   * Returns a software bill of materials with a component for each image: CycloneDX 1.6 as JSON.
   *
   * @see https://cyclonedx.org/docs/1.6/json/
   */
  public toCycloneDx(): string {
    return `${printableJson(cycloneDx(this))}\n`;
  }

  /**
   * Returns an ImageDigestMirrorSet of OpenShift as YAML, for the images that have a digest.
   *
   * @param name name of the object
   * @param mirror registry of the mirror, optionally with a path, such as `mirror.example.com/olm`; it may be omitted if the images are those of an
   * app that sets their mirrors
   * @throws Error if the mirror is invalid or missing, the original of an image is unknown, or two repositories would be mirrored to the same one
   */
  public toImageDigestMirrorSet(name: string, mirror?: string): string {
    checkArguments('ImageList#toImageDigestMirrorSet', { name, mirror });
    return mirrorSet('idms', name, mirror, this);
  }

  /**
   * Returns an ImageTagMirrorSet of OpenShift as YAML, for the images that have no digest.
   *
   * @param name name of the object
   * @param mirror registry of the mirror, as for `toImageDigestMirrorSet`
   * @throws Error if the mirror is invalid or missing, the original of an image is unknown, or two repositories would be mirrored to the same one
   */
  public toImageTagMirrorSet(name: string, mirror?: string): string {
    checkArguments('ImageList#toImageTagMirrorSet', { name, mirror });
    return mirrorSet('itms', name, mirror, this);
  }

  /**
   * Returns an ImageContentSourcePolicy of OpenShift before 4.13 as YAML, for the images that have a digest.
   *
   * @param name name of the object
   * @param mirror registry of the mirror, as for `toImageDigestMirrorSet`
   * @throws Error if the mirror is invalid or missing, the original of an image is unknown, or two repositories would be mirrored to the same one
   */
  public toImageContentSourcePolicy(name: string, mirror?: string): string {
    checkArguments('ImageList#toImageContentSourcePolicy', { name, mirror });
    return mirrorSet('icsp', name, mirror, this);
  }

  /**
   * Returns the copies to make as lines `SOURCE=DESTINATION`, as `oc image mirror --filename` reads them.
   *
   * @param mirror registry of the mirror, as for `toImageDigestMirrorSet`
   * @throws Error if the mirror is invalid or missing, the original of an image is unknown, or two repositories would be mirrored to the same one
   */
  public toMirrorMapping(mirror?: string): string {
    checkArguments('ImageList#toMirrorMapping', { mirror });
    return mirrorMapping(mirror, this.images);
  }

  /**
   * Returns the same list for a cluster with mirrors.
   *
   * @internal
   * @param sources originals of images, by the reference in the mirror
   * @param mirror mirrors of other images
   */
  public _withMirrors(sources: ReadonlyMap<string, string>, mirror: RegistryMirror): ImageList {
    const others = this.images.map(({ image }) => [image, mirror.imageOf(image)] as const)
      .filter(([image, copy]) => copy !== image && !sources.has(image));
    const originals = new Map([...sourcesOf(this), ...sources]);
    return new ImageList(usesOf(this), this.unknown, this.refused, originals, new Map([...copiesOf(this), ...others]));
  }
}

/** Returns the uses of the images of a list. */
function usesOf({ images }: ImageList): ImageUse[] {
  return images.flatMap(({ image, usedBy }) => usedBy.map((user) => ({ image, user, where: user })));
}

/** Returns the originals of images in mirrors. */
function sourcesOf({ images }: ImageList): (readonly [image: string, source: string])[] {
  return images.flatMap(({ image, source }) => source === undefined ? [] : [[image, source] as const]);
}

/** Returns references in mirrors of images that are not pulled from there. */
function copiesOf({ images }: ImageList): (readonly [image: string, copy: string])[] {
  return images.flatMap(({ image, copy }) => copy === undefined ? [] : [[image, copy] as const]);
}

function objectUses(object: unknown): ImageUse[] {
  const user = objectName(object);
  return isMap(object) ? placedImages(object).map(({ image, position }) => ({ image, user, where: `${user}: ${position.path}` })) : [];
}

function bundleUses(bundle: Bundle): ImageUse[] {
  const images = bundleImages(bundle).map(({ image, uses: [use] }): ImageUse => ({
    image, user: bundle.name,
    where: `bundle ${bundle.name}: ${use?.deployment === undefined ? '' : `Deployment ${use.deployment}, `}${[use?.place ?? '', use?.name ?? ''].join(' ').trim()}`,
  }));
  return [...images, ...(bundle.image === undefined ? [] : [{ image: bundle.image, user: bundle.name, where: `bundle ${bundle.name}` }])];
}

/** Returns the images of a bundle of a catalog. What the catalog lists is not all that its manifests refer to, if it has them. */
function catalogBundleUses({ name, image, relatedImages, content }: CatalogBundle): ImageUse[] {
  const own = image === undefined ? [] : [{ image, user: name, where: `bundle ${name} of the catalog: image` }];
  const related = relatedImages.map((one): ImageUse => ({ image: withoutScheme(one.image), user: name, where: `bundle ${name} of the catalog: relatedImages` }));
  return [...own, ...related, ...(content === undefined ? [] : bundleUses(content))];
}
