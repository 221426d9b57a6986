import { inlineBundle } from './on-demand';
import { packageProperties } from './package-property';
import type { BundleDocument } from './wire';
import type { Bundle } from '../bundle';
import type { BundleApi } from '../bundle-api';
import type { BundleProperty } from '../bundle-property';
import { InstallModeType } from '../install-mode';
import { deepFreeze, field, mapsField, textField } from '../json-value';
import type { RelatedImage } from '../related-image';

/** What a bundle of a catalog knows of its package. */
export interface BundleSurroundings {
  /** The channels that it is in, sorted. */
  readonly channels: readonly string[];
  readonly defaultChannel: string;
  readonly deprecation: string | undefined;
  /** The bundle that the document was made of; undefined when it was read. */
  readonly content: Bundle | undefined;
}

/** A package that a bundle needs beside it, in a range of versions. */
export interface RequiredPackage {
  /** The name of the package. */
  readonly name: string;

  /** The versions, such as `>=1.0.0 <2.0.0`. */
  readonly versionRange: string;
}

/**
 * A bundle as a catalog holds it: with its manifests inside, or as the reference of an image.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmbundle-1
 */
export class CatalogBundle {
  /** @internal */
  public static _of(document: BundleDocument, surroundings: BundleSurroundings): CatalogBundle {
    return new CatalogBundle(document, surroundings);
  }

  /** The name of its ClusterServiceVersion, such as `memcached-operator.v0.1.0`. */
  public readonly name: string;

  /** The name of the package that it is a version of. */
  public readonly package: string;

  /** The version of the operator. */
  public readonly version: string;

  /** The release, which tells apart bundles of one version; undefined where there is none. */
  public readonly release?: string;

  /** The reference of the bundle's image; undefined when the catalog carries the manifests itself. */
  public readonly image?: string;

  /** The names of the channels that it is in, sorted. */
  public readonly channels: string[];

  /** What users are told who have it, as it should not be used any more; undefined when it is not deprecated. */
  public readonly deprecation?: string;

  readonly #document: BundleDocument;
  readonly #defaultChannel: string;
  #content: Bundle | undefined;
  #isContentKnown: boolean;

  private constructor(document: BundleDocument, { channels, defaultChannel, deprecation, content }: BundleSurroundings) {
    const { version, release } = packageProperties(document)[0]!;
    this.name = document.name;
    this.package = document.package;
    this.version = version;
    if (release !== '') {
      this.release = release;
    }
    if (document.image !== '') {
      this.image = document.image;
    }
    this.channels = deepFreeze([...channels]);
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
    this.#document = document;
    this.#defaultChannel = defaultChannel;
    this.#content = content;
    this.#isContentKnown = content !== undefined;
  }

  /**
   * The bundle itself: the one that the catalog was made of, or what the manifests in the catalog say. Undefined when the catalog has no more
   * than the reference of its image, or manifests that OLM could not install.
   */
  public get content(): Bundle | undefined {
    if (!this.#isContentKnown) {
      this.#isContentKnown = true;
      this.#content = inlineBundle(this.#document, this.channels, this.#defaultChannel);
    }
    return this.#content;
  }

  /** The properties, but for the manifests themselves; what OLM's resolver looks at is among them. */
  public get properties(): BundleProperty[] {
    return this.#document.properties.filter(({ type }) => type !== 'olm.bundle.object').map(({ type, value }) => ({ type, value: deepFreeze(value) }));
  }

  /** The APIs that the operator brings. */
  public get providedApis(): BundleApi[] {
    return this.#apis('olm.gvk');
  }

  /** The APIs that other operators must bring. */
  public get requiredApis(): BundleApi[] {
    return this.#apis('olm.gvk.required');
  }

  /** The packages that must be installed beside it. */
  public get requiredPackages(): RequiredPackage[] {
    return this.#values('olm.package.required').map((value) => ({ name: textField(value, 'packageName') ?? '', versionRange: textField(value, 'versionRange') ?? '' }));
  }

  /** The images that it refers to, sorted as in the catalog. */
  public get relatedImages(): RelatedImage[] {
    return this.#document.relatedImages.map(({ name, image }) => ({ name, image }));
  }

  /** What people read as the name of the operator; undefined where the catalog does not say it. */
  public get displayName(): string | undefined {
    return this.#metadata === undefined ? this.content?.csv.displayName : textField(this.#metadata, 'displayName');
  }

  /** The install modes that the operator supports; undefined where the catalog does not say it. */
  public get installModes(): InstallModeType[] | undefined {
    return this.#metadata === undefined ? this.content?.installModes : supportedModes(this.#metadata);
  }

  /**
   * Whether the operator can be told to watch namespaces in this way; true where the catalog does not say it.
   *
   * @param type the install mode
   */
  public supportsInstallMode(type: InstallModeType): boolean {
    return this.installModes?.includes(type) ?? true;
  }

  /**
   * The document in the catalog.
   *
   * @internal
   */
  public get _document(): BundleDocument {
    return this.#document;
  }

  /** What the catalog says of the ClusterServiceVersion of a bundle that it carries by image. */
  get #metadata(): unknown {
    return this.#values('olm.csv.metadata')[0];
  }

  #apis(type: string): BundleApi[] {
    return this.#values(type).map((value) => ({
      group: textField(value, 'group') ?? '',
      version: textField(value, 'version') ?? '',
      kind: textField(value, 'kind') ?? '',
      fromApiService: false,
    }));
  }

  #values(wanted: string): unknown[] {
    return this.#document.properties.filter(({ type }) => type === wanted).map(({ value }) => value);
  }
}

function supportedModes(metadata: unknown): InstallModeType[] {
  const supported = mapsField(metadata, 'installModes').filter((mode) => field(mode, 'supported') === true).map((mode) => textField(mode, 'type'));
  return Object.values(InstallModeType).filter((type) => supported.includes(type));
}
