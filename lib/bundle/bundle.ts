import { join } from 'node:path';

import type { BundleApi } from './bundle-api';
import type { BundleContent } from './bundle-content';
import type { BundleProperty } from './bundle-property';
import { ClusterServiceVersion } from './cluster-service-version';
import type { ApiServiceDescription, CrdDescription } from './cluster-service-version-spec';
import type { InstallModeType } from './install-mode';
import { deepFreeze } from './json-value';
import type { Manifest } from './manifest';
import { olmProperties } from './olm-properties';
import type { BundleFiles } from './read/bundle-files';
import type { OciLayoutOptions } from './read/oci/image-options';
import { imageLimits, readBundleLayout } from './read/oci/on-demand';
import { readArchive, readDirectory, readPackageManifests, readPath, readRegistryV1 } from './read/on-demand';
import type { BundleReadOptions, ReadLimits } from './read/read-options';
import { readLimits } from './read/read-options';
import type { BundleFetchOptions } from './read/registry/fetch-options';
import { fetchBundle } from './read/registry/on-demand';
import type { RelatedImage } from './related-image';
import { BundleSize } from './size';

const ANNOTATION_PREFIX = 'operators.operatorframework.io.bundle.';

/**
 * An operator bundle of format registry+v1: a ClusterServiceVersion, the CustomResourceDefinitions and other objects beside it, and what
 * metadata/ says about package and channels. It does not change once it is read.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/
 */
export class Bundle {
  /**
   * Reads a bundle from a folder that holds manifests/ and metadata/.
   *
   * @param path the folder
   * @param options limits
   * @throws BundleError when it is no bundle that OLM could use, with every problem that was found
   */
  public static fromDirectory(path: string, options?: BundleReadOptions): Bundle {
    return Bundle.#read(path, readDirectory, options);
  }

  /**
   * Reads a bundle from a tar archive, compressed with gzip or not, whatever the name of the file says. The bundle may stand at the top
   * of the archive or in one folder there.
   *
   * @param path the archive
   * @param options limits
   * @throws BundleError when it is no bundle that OLM could use, with every problem that was found
   */
  public static fromArchive(path: string, options?: BundleReadOptions): Bundle {
    return Bundle.#read(path, readArchive, options);
  }

  /**
   * Reads a bundle from an image in an OCI image layout, which is a folder or a tar archive, compressed with gzip or not; or in an archive
   * that `docker save` has made. Digests and sizes of all parts are checked. Whether the image is one of a bundle is decided by its labels,
   * as by OLM's own tools.
   *
   * @param path the folder or archive
   * @param options limits, and which image where there are several
   * @throws BundleError when it is no image of a bundle that OLM could use, with every problem that was found
   * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
   */
  public static fromOciLayout(path: string, options: OciLayoutOptions = {}): Bundle {
    const limits = imageLimits(options);
    return new Bundle(path, readRegistryV1(path, readBundleLayout(path, options.image, limits), limits));
  }

  /**
   * Reads a bundle from a folder or an archive, by what the path names: the bundle itself, or an image layout with one image.
   *
   * @param path the folder or archive
   * @param options limits
   * @throws BundleError when it is no bundle that OLM could use, with every problem that was found
   */
  public static fromPath(path: string, options?: BundleReadOptions): Bundle {
    return Bundle.#read(path, readPath, options);
  }

  /**
   * Fetches a bundle from an image registry, by tag or by digest. It is the only thing here that uses the network, and the program has to
   * ask for it: nothing does so at synthesis by itself. By digest it gives the same bundle for ever; by tag, what the tag names now, and
   * `image` then tells the digest.
   *
   * Every part of the image is checked against its digest. Only hosts are reached that the reference or `allowedHosts` name, or that belong
   * to the registry.
   *
   * @param reference the image, such as `quay.io/org/bundle:v1.0.0` or `quay.io/org/bundle@sha256:…`; it must name its registry
   * @param options credentials, trust, limits and times
   * @throws BundleError when it cannot be fetched, or is no image of a bundle that OLM could use
   * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
   */
  public static async fetch(reference: string, options: BundleFetchOptions = {}): Promise<Bundle> {
    const { content, image } = await fetchBundle(reference, options);
    return new Bundle(reference, content, image);
  }

  /**
   * Makes bundles of a folder of package manifests, the layout that came before bundles: a file with the package and its channels, and a
   * folder with manifests for each version. They are the bundles that `operator-sdk pkgman-to-bundle` makes: a version that is the head of
   * channels is in those, every other one in the default channel.
   *
   * @param path the folder
   * @param options limits, which hold for all versions together
   * @returns a bundle for each version, in the order of the folders' names
   * @throws BundleError when the package or one of its versions cannot be used, with every problem that was found
   * @see https://sdk.operatorframework.io/docs/olm-integration/migrations/
   */
  public static fromPackageManifests(path: string, options?: BundleReadOptions): Bundle[] {
    return readPackageManifests(path, readLimits(options)).map(({ folder, content }) => new Bundle(join(path, folder), content));
  }

  /**
   * A bundle of content that was not read from files.
   *
   * @internal
   */
  public static _of(source: string, content: BundleContent): Bundle {
    return new Bundle(source, content);
  }

  static #read(path: string, filesAt: (path: string, limits: ReadLimits) => BundleFiles, options: BundleReadOptions | undefined): Bundle {
    const limits = readLimits(options);
    return Bundle._ofFiles(path, filesAt(path, limits), limits);
  }

  /**
   * The bundle that files make up.
   *
   * @throws BundleError with everything that is wrong with the bundle
   *
   * @internal
   */
  public static _ofFiles(source: string, files: BundleFiles, limits: ReadLimits): Bundle {
    return new Bundle(source, readRegistryV1(source, files, limits));
  }

  /** The path or image that the bundle was read from, as it was given. It appears in messages only and has no influence on anything made. */
  public readonly source: string;

  /**
   * The image that the bundle was fetched from, by digest, such as `quay.io/org/bundle@sha256:…`; undefined for a bundle that came from
   * disk, or whose content was changed since.
   */
  public readonly image?: string;

  /** The media type; always `registry+v1`. */
  public readonly mediaType: string;

  /** The name of the package that the bundle is a version of. */
  public readonly package: string;

  /** The channels that the bundle belongs to, in the order of the annotation. */
  public readonly channels: string[];

  /** The channel that a user gets who names none; undefined where the bundle leaves it open. */
  public readonly defaultChannel?: string;

  /** The annotations of metadata/annotations.yaml. */
  public readonly annotations: { [key: string]: string };

  /** All objects of the bundle, the ClusterServiceVersion included, in the order of their file names. */
  public readonly manifests: Manifest[];

  /** The ClusterServiceVersion. */
  public readonly csv: ClusterServiceVersion;

  /** The CustomResourceDefinitions, in the order of their file names. */
  public readonly crds: Manifest[];

  /** The objects that are neither the ClusterServiceVersion nor a CustomResourceDefinition, in the order of their file names. */
  public readonly otherManifests: Manifest[];

  /** The APIs that the operator brings. */
  public readonly ownedApis: BundleApi[];

  /** The APIs that other operators must bring. */
  public readonly requiredApis: BundleApi[];

  /** The install modes that the operator supports. */
  public readonly installModes: InstallModeType[];

  /** The entries of metadata/dependencies.yaml. */
  public readonly dependencies: BundleProperty[];

  /** The entries of metadata/properties.yaml, then those of the ClusterServiceVersion's annotation `olm.properties`. */
  public readonly properties: BundleProperty[];

  /** The images that the ClusterServiceVersion lists as related. */
  public readonly relatedImages: RelatedImage[];

  /** How large the bundle is in the forms that have limits. Each figure is worked out when it is first asked for. */
  public readonly size: BundleSize;

  readonly #content: BundleContent;

  private constructor(source: string, content: BundleContent, image?: string) {
    this.source = source;
    if (image !== undefined) {
      this.image = image;
    }
    this.#content = content;
    this.mediaType = content.mediaType;
    this.annotations = deepFreeze({ ...content.annotations });
    this.package = this.annotations[`${ANNOTATION_PREFIX}package.v1`] ?? '';
    this.channels = frozen((this.annotations[`${ANNOTATION_PREFIX}channels.v1`] ?? '').split(','));
    const defaultChannel = this.annotations[`${ANNOTATION_PREFIX}channel.default.v1`];
    if (defaultChannel !== undefined && defaultChannel !== '') {
      this.defaultChannel = defaultChannel;
    }
    this.manifests = frozen([...content.manifests]);
    this.csv = ClusterServiceVersion._of(this.manifests.find((manifest) => manifest.kind === 'ClusterServiceVersion')!);
    this.crds = frozen(this.manifests.filter((manifest) => manifest.kind === 'CustomResourceDefinition'));
    this.otherManifests = frozen(this.manifests.filter((manifest) => manifest !== this.csv.manifest && !this.crds.includes(manifest)));
    this.ownedApis = deepFreeze(apisOf(this.csv.ownedCrds, this.csv.ownedApiServices));
    this.requiredApis = deepFreeze(apisOf(this.csv.requiredCrds, this.csv.requiredApiServices));
    this.installModes = frozen(this.csv.installModes.filter((mode) => mode.supported).map((mode) => mode.type));
    this.dependencies = deepFreeze([...content.dependencies]);
    this.properties = deepFreeze([...content.properties, ...olmProperties(this.csv.manifest).properties]);
    this.relatedImages = deepFreeze(this.csv.relatedImages);
    this.size = BundleSize._of(this);
  }

  /** The name of the ClusterServiceVersion, such as `memcached-operator.v0.1.0`. */
  public get name(): string {
    return this.csv.name;
  }

  /** The version of the operator: `spec.version` of the ClusterServiceVersion. */
  public get version(): string {
    return this.csv.version;
  }

  /**
   * Whether the operator can be told to watch namespaces in this way.
   *
   * @param type the install mode
   */
  public supportsInstallMode(type: InstallModeType): boolean {
    return this.installModes.includes(type);
  }

  /**
   * A copy with other manifests; everything that follows from them follows anew.
   *
   * @internal
   */
  public _withManifests(manifests: readonly Manifest[]): Bundle {
    return new Bundle(this.source, { ...this.#content, manifests });
  }
}

function frozen<Item>(items: Item[]): Item[] {
  Object.freeze(items);
  return items;
}

function apisOf(crds: readonly CrdDescription[], services: readonly ApiServiceDescription[]): BundleApi[] {
  return [
    ...crds.map(({ name, version, kind }) => {
      const dot = name.indexOf('.');
      return { group: name.slice(dot + 1), version, kind, plural: name.slice(0, dot), name, fromApiService: false };
    }),
    ...services.map(({ name, group, version, kind }) => ({
      group,
      version,
      kind,
      ...(name === '' ? {} : { plural: name, name }),
      fromApiService: true,
    })),
  ];
}
