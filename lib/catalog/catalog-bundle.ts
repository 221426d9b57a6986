import type { Bundle } from '../bundle/bundle';
import type { BundleApi } from '../bundle/model/bundle-content';
import type { BundleProperty } from '../bundle/model/bundle-property';
import { InstallModeType, type RelatedImage } from '../bundle/model/cluster-service-version-spec';
import { propertyValue } from '../bundle/model/go-types';
import { deepFreeze, field, mapListField, stringField } from '../formats/json/json-value';
import { packageProperties } from './declcfg/bundle-facts';
import type { BundleBlob } from './declcfg/declcfg';
import { inlineBundle } from './inline-bundle';

/** Properties of a bundle that its package determines. @internal */
export interface BundleContext {
  /** Names of the channels that contain it, sorted. */
  readonly channels: readonly string[];
  readonly defaultChannel: string;
  readonly deprecation: string | undefined;
  /** The bundle that the blob was rendered from, or undefined if it was read. */
  readonly content: Bundle | undefined;
}

/** A package that a bundle requires, in a range of versions. */
export interface RequiredPackage {
  /** Name of the package. */
  readonly name: string;

  /** Accepted versions, such as `>=1.0.0 <2.0.0`. */
  readonly versionRange: string;
}

/**
 * A bundle in a catalog: with its manifests inline, or as an image reference.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmbundle-1
 */
export class CatalogBundle {
  /** @internal */
  public static _of(blob: BundleBlob, context: BundleContext): CatalogBundle {
    return new CatalogBundle(blob, context);
  }

  /** Name of its ClusterServiceVersion, such as `memcached-operator.v0.1.0`. */
  public readonly name: string;

  /** Name of its package. */
  public readonly packageName: string;

  /** Version of the operator. */
  public readonly version: string;

  /** Release, if any, which distinguishes bundles of one version. */
  public readonly release?: string;

  /** Image reference of the bundle, or undefined if the catalog contains its manifests inline. */
  public readonly image?: string;

  /** Names of the channels that contain it, sorted. */
  public readonly channels: string[];

  /** Deprecation message, or undefined if the bundle is not deprecated. */
  public readonly deprecation?: string;

  readonly #blob: BundleBlob;
  readonly #defaultChannel: string;
  #content: Bundle | undefined;
  #isContentKnown: boolean;

  private constructor(blob: BundleBlob, { channels, defaultChannel, deprecation, content }: BundleContext) {
    const { version, release } = packageProperties(blob)[0]!;
    this.name = blob.name;
    this.packageName = blob.package;
    this.version = version;
    if (release !== '') {
      this.release = release;
    }
    if (blob.image !== '') {
      this.image = blob.image;
    }
    this.channels = deepFreeze([...channels]);
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
    this.#blob = blob;
    this.#defaultChannel = defaultChannel;
    this.#content = content;
    this.#isContentKnown = content !== undefined;
  }

  /**
   * The bundle itself: either the one that the catalog was rendered from, or one read from its inline manifests. Undefined if the catalog contains
   * only its image reference, or manifests that OLM could not install.
   */
  public get content(): Bundle | undefined {
    if (!this.#isContentKnown) {
      this.#isContentKnown = true;
      this.#content = inlineBundle(this.#blob, this.channels, this.#defaultChannel);
    }
    return this.#content;
  }

  /** The properties, which OLM's resolver reads, without inline manifests. */
  public get properties(): BundleProperty[] {
    return this.#blob.properties.filter(({ type }) => type !== 'olm.bundle.object').map(({ type, value }) => ({ type, value: deepFreeze(value) }));
  }

  /** The APIs that the operator provides. */
  public get providedApis(): BundleApi[] {
    return this.#apis('olm.gvk');
  }

  /** The APIs that other operators must provide. */
  public get requiredApis(): BundleApi[] {
    return this.#apis('olm.gvk.required');
  }

  /** The packages that must also be installed. */
  public get requiredPackages(): RequiredPackage[] {
    return this.#values('olm.package.required').map((value) => ({ name: stringField(value, 'packageName') ?? '', versionRange: stringField(value, 'versionRange') ?? '' }));
  }

  /** The images that it refers to, in the order of the catalog. */
  public get relatedImages(): RelatedImage[] {
    return this.#blob.relatedImages.map(({ name, image }) => ({ name, image }));
  }

  /** Display name of the operator, or undefined if the catalog does not contain it. */
  public get displayName(): string | undefined {
    return this.#metadata === undefined ? this.content?.csv.displayName : stringField(this.#metadata, 'displayName');
  }

  /** The install modes that the operator supports, or undefined if the catalog does not contain them. */
  public get installModes(): InstallModeType[] | undefined {
    return this.#metadata === undefined ? this.content?.installModes : supportedModes(this.#metadata);
  }

  /** Minimum Kubernetes version of the operator. Undefined if it sets none, or if the catalog does not contain it. */
  public get minKubeVersion(): string | undefined {
    const version = this.#metadata === undefined ? this.content?.csv.minKubeVersion : stringField(this.#metadata, 'minKubeVersion');
    return version === '' ? undefined : version;
  }

  /**
   * Whether the operator supports an install mode. True if the catalog does not contain the install modes.
   *
   * @param type the install mode
   */
  public supportsInstallMode(type: InstallModeType): boolean {
    return this.installModes?.includes(type) ?? true;
  }

  /** @internal */
  public get _blob(): BundleBlob {
    return this.#blob;
  }

  /** The `olm.csv.metadata` of a bundle by image. */
  get #metadata(): unknown {
    return this.#values('olm.csv.metadata')[0];
  }

  #apis(type: string): BundleApi[] {
    return this.#values(type).map((value) => ({
      group: stringField(value, 'group') ?? '',
      version: stringField(value, 'version') ?? '',
      kind: stringField(value, 'kind') ?? '',
      fromApiService: false,
    }));
  }

  #values(propertyType: string): unknown[] {
    return this.#blob.properties.filter(({ type }) => type === propertyType).map(propertyValue);
  }
}

function supportedModes(metadata: unknown): InstallModeType[] {
  const supported = mapListField(metadata, 'installModes').filter((mode) => field(mode, 'supported') === true).map((mode) => stringField(mode, 'type'));
  return Object.values(InstallModeType).filter((type) => supported.includes(type));
}
