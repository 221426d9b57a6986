import { join } from 'node:path';
import type { Chart } from 'cdk8s';
import { deepFreeze } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { buildBundleImage, bundleOutput } from './build-bundle-image';
import type { BundleFiles } from './files/bundle-files';
import { bundleReadLimits, type BundleReadOptions, optionErrorOf, type ReadLimits } from './files/read-options';
import { refusal } from './files/refusal';
import { configuredOptions, readBundleConfig } from './generate/bundle-config';
import type { BundleConfig, BundleGenerationOptions, BundleWriteOptions } from './generate/generation-options';
import { generateBundle } from './generate/generate-bundle';
import { ManifestSource } from './generate/manifest-source';
import { BUNDLE_ANNOTATION, type BundleApi, type BundleContent } from './model/bundle-content';
import type { BundleObjects } from './model/bundle-objects';
import { BundleErrorCode, type BundleProblem } from './model/bundle-problem';
import { type BundleProperty, olmProperties } from './model/bundle-property';
import { ClusterServiceVersion } from './model/cluster-service-version';
import type { ApiServiceDescription, CrdDescription, InstallModeType, RelatedImage } from './model/cluster-service-version-spec';
import type { GenerationNote } from './model/generation-note';
import type { Manifest } from './model/manifest';
import { ImageLayout } from './image-layout';
import { bundleLayoutLimits, type OciLayoutOptions } from './oci/image-options';
import { readBundleLayout } from './oci/read-layout';
import { omitObjects } from './omit-objects';
import { readArchive, readDirectory, readPath } from './read/bundle-source';
import { readPackageManifests } from './read/package-manifests';
import { readRegistryV1 } from './read/registry-v1';
import { fetchBundle } from './registry/fetch-image';
import type { BundleFetchOptions } from './registry/fetch-options';
import { BundleSize } from './size';
import { writeBundle } from './write-bundle';

/**
 * An operator bundle in the registry+v1 format: a ClusterServiceVersion, CustomResourceDefinitions and other objects, and metadata/ with the package
 * and its channels. It is immutable.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/
 */
export class Bundle {
  /**
   * Reads a bundle from a folder with manifests/ and metadata/.
   *
   * @param path path of the folder
   * @param options limits
   * @throws BundleError if it is not a bundle that OLM could use, with all problems found
   */
  public static fromDirectory(path: string, options?: BundleReadOptions): Bundle {
    checkArguments('Bundle.fromDirectory', { path });
    return Bundle.#read('fromDirectory', path, readDirectory, options);
  }

  /**
   * Reads a bundle from a tar archive, optionally compressed with gzip; the file name does not matter. The bundle may be at the root of the
   * archive or in a single folder there.
   *
   * @param path path of the archive
   * @param options limits
   * @throws BundleError if it is not a bundle that OLM could use, with all problems found
   */
  public static fromArchive(path: string, options?: BundleReadOptions): Bundle {
    checkArguments('Bundle.fromArchive', { path });
    return Bundle.#read('fromArchive', path, readArchive, options);
  }

  /**
   * Reads a bundle from an image in an OCI image layout (a folder, or a tar archive, optionally compressed with gzip) or in an archive created by
   * `docker save`. Digests and sizes of all blobs are verified. As in OLM's own tools, the labels decide whether the image is a bundle image.
   *
   * @param path path of the folder or archive
   * @param options limits, and the image to read if there are several
   * @throws BundleError if it is not a bundle image that OLM could use, with all problems found
   * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
   */
  public static fromOciLayout(path: string, options: OciLayoutOptions = {}): Bundle {
    checkArguments('Bundle.fromOciLayout', { path });
    const limits = bundleLayoutLimits('Bundle.fromOciLayout', path, options);
    return new Bundle(path, readRegistryV1(path, readBundleLayout(path, options.image, limits), limits));
  }

  /**
   * Reads a bundle from a folder or an archive that contains either the bundle itself or an image layout with one image.
   *
   * @param path path of the folder or archive
   * @param options limits
   * @throws BundleError if it is not a bundle that OLM could use, with all problems found
   */
  public static fromPath(path: string, options?: BundleReadOptions): Bundle {
    checkArguments('Bundle.fromPath', { path });
    return Bundle.#read('fromPath', path, readPath, options);
  }

  /**
   * Fetches a bundle from an image registry, by tag or by digest. Only this and `Catalog.fetch` use the network, and nothing calls them
   * implicitly at synthesis. A digest always returns the same bundle; a tag returns the bundle that it refers to now, and `image` has the
   * digest.
   *
   * Every blob of the image is verified against its digest. Only the registry, hosts that belong to it, and `allowedHosts` are contacted.
   *
   * @param reference image, such as `quay.io/org/bundle:v1.0.0` or `quay.io/org/bundle@sha256:…`; it must include its registry
   * @param options credentials, trust, limits and timeouts
   * @throws BundleError if it cannot be fetched, or is not a bundle image that OLM could use
   * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md
   */
  public static async fetch(reference: string, options: BundleFetchOptions = {}): Promise<Bundle> {
    checkArguments('Bundle.fetch', { reference });
    const { content, image } = await fetchBundle(reference, options);
    return new Bundle(reference, content, image);
  }

  /**
   * Creates bundles from a folder of package manifests, the format before bundles: a file with the package and its channels, and a folder with
   * manifests for each version. The result is the same as that of `operator-sdk pkgman-to-bundle`: a version that is the head of channels is in those
   * channels, any other version is in the default channel.
   *
   * @param path path of the folder
   * @param options limits for all versions together
   * @returns a bundle for each version, in the order of the folder names
   * @throws BundleError if the package or one of its versions cannot be used, with all problems found
   * @see https://sdk.operatorframework.io/docs/olm-integration/migrations/
   */
  public static fromPackageManifests(path: string, options?: BundleReadOptions): Bundle[] {
    checkArguments('Bundle.fromPackageManifests', { path });
    const limits = bundleReadLimits('fromPackageManifests', path, options);
    return readPackageManifests(path, limits).map(({ folder, content }) => new Bundle(join(path, folder), content));
  }

  /**
   * Makes a bundle of the manifests of an operator, such as the output of `kustomize build` or `helm template`, as `operator-sdk generate bundle`
   * does: Deployments and the roles of their service accounts become a ClusterServiceVersion, which also has the fields of a base and of the options.
   * The same manifests and options always make the same bundle.
   *
   * `generationNotes` lists what was left out or could not be resolved, with what to do; with `strict`, it is an error.
   *
   * @param source the manifests
   * @param options package, version, and what else the manifests do not tell
   * @throws BundleError with all problems of the manifests and of the options
   */
  public static fromManifests(source: ManifestSource, options: BundleGenerationOptions): Bundle {
    checkArguments('Bundle.fromManifests', { source });
    return new Bundle(source.name, generateBundle('fromManifests', source, options));
  }

  /**
   * Makes a bundle as a file with a BundleConfig describes it, as `olm-constructs bundle create` does.
   *
   * @param path path of the file, in YAML or JSON
   * @param changes fields that replace those of the file, such as the version; their paths are relative to the current folder
   * @throws BundleError if the file is no BundleConfig, lacks a field, or with all problems of the manifests
   */
  public static fromConfig(path: string, changes: BundleConfig = {}): Bundle {
    checkArguments('Bundle.fromConfig', { path });
    checkOptions('changes of Bundle.fromConfig', 'BundleConfig', changes);
    const config = { ...readBundleConfig(path), ...changes };
    if (config.manifests === undefined) {
      throw refusal(path, BundleErrorCode.OPTIONS, 'manifests is missing; set it to the file or folder with the manifests, in the file or in the changes');
    }
    const remedy = (field: string): string => `set ${field} in the file or in the changes`;
    const options = configuredOptions(path, config, { packageName: remedy('packageName'), version: remedy('version') });
    return Bundle.fromManifests(ManifestSource.fromPath(config.manifests), options);
  }

  /**
   * Makes a bundle of the objects of a cdk8s chart, as `fromManifests` does of manifests. The chart need not be synthesized.
   *
   * @param chart chart with the Deployments of the operator, and everything else that belongs to it
   * @param options package, version, and what else the chart does not tell
   * @throws BundleError with all problems of the objects and of the options
   */
  public static fromChart(chart: Chart, options: BundleGenerationOptions): Bundle {
    checkArguments('Bundle.fromChart', { chart });
    const source = ManifestSource.fromObjects(chart.toJson() as { [key: string]: unknown }[], `chart ${chart.node.path}`);
    return new Bundle(source.name, generateBundle('fromChart', source, options));
  }

  /**
   * Creates a bundle from content that was not read from files.
   *
   * @internal
   */
  public static _of(source: string, content: BundleContent): Bundle {
    return new Bundle(source, content);
  }

  static #read(
    method: string, path: string, filesAt: (path: string, limits: ReadLimits) => BundleFiles, options: BundleReadOptions | undefined,
  ): Bundle {
    const limits = bundleReadLimits(method, path, options);
    return Bundle._ofFiles(path, filesAt(path, limits), limits);
  }

  /**
   * Creates a bundle from its files.
   *
   * @throws BundleError with all problems of the bundle
   *
   * @internal
   */
  public static _ofFiles(source: string, files: BundleFiles, limits: ReadLimits): Bundle {
    return new Bundle(source, readRegistryV1(source, files, limits));
  }

  /** Path or image that the bundle was read from, as specified. It appears only in messages and never affects output. */
  public readonly source: string;

  /**
   * Image that the bundle was fetched from, by digest, such as `quay.io/org/bundle@sha256:…`. Undefined for a bundle that was read from disk, or
   * whose content was changed afterward.
   */
  public readonly image?: string;

  /** Media type; always `registry+v1`. */
  public readonly mediaType: string;

  /** Name of the package that the bundle belongs to. */
  public readonly packageName: string;

  /** Channels of the bundle, in the order of the annotation. */
  public readonly channels: string[];

  /** Default channel of the package, if the bundle sets one. */
  public readonly defaultChannel?: string;

  /** Annotations of metadata/annotations.yaml. */
  public readonly annotations: { [key: string]: string };

  /** All objects of the bundle, including the ClusterServiceVersion, in the order of their file names. */
  public readonly manifests: Manifest[];

  /** The ClusterServiceVersion. */
  public readonly csv: ClusterServiceVersion;

  /** The CustomResourceDefinitions, in the order of their file names. */
  public readonly crds: Manifest[];

  /** Objects that are neither the ClusterServiceVersion nor a CustomResourceDefinition, in the order of their file names. */
  public readonly otherManifests: Manifest[];

  /** APIs that the operator owns. */
  public readonly ownedApis: BundleApi[];

  /** APIs that other operators must provide. */
  public readonly requiredApis: BundleApi[];

  /** Install modes that the operator supports. */
  public readonly installModes: InstallModeType[];

  /** Entries of metadata/dependencies.yaml. */
  public readonly dependencies: BundleProperty[];

  /** Entries of metadata/properties.yaml, then those of the ClusterServiceVersion's annotation `olm.properties`. */
  public readonly properties: BundleProperty[];

  /** Images that the ClusterServiceVersion lists as related. */
  public readonly relatedImages: RelatedImage[];

  /**
   * Problems that were accepted when the bundle was read (`accept` in `BundleReadOptions`), with file and line. The bundle lacks the content
   * that they refer to.
   */
  public readonly acceptedProblems: BundleProblem[];

  /** Objects that `without` left out, in the order of their file names. The files that the bundle was read from have them. */
  public readonly omitted: Manifest[];

  /**
   * What `fromManifests` or `fromChart` left out or could not resolve, with what to do. Empty for other bundles.
   */
  public readonly generationNotes: GenerationNote[];

  /** Sizes of the bundle that are limited. Each is computed on first access. */
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
    this.packageName = this.annotations[BUNDLE_ANNOTATION.PACKAGE] ?? '';
    this.channels = frozen((this.annotations[BUNDLE_ANNOTATION.CHANNELS] ?? '').split(','));
    const defaultChannel = this.annotations[BUNDLE_ANNOTATION.DEFAULT_CHANNEL];
    if (defaultChannel !== undefined && defaultChannel !== '') {
      this.defaultChannel = defaultChannel;
    }
    this.manifests = frozen([...content.manifests]);
    this.csv = ClusterServiceVersion._of(this.manifests.find((manifest) => manifest.kind === 'ClusterServiceVersion')!);
    this.crds = frozen(this.manifests.filter((manifest) => manifest.kind === 'CustomResourceDefinition'));
    this.otherManifests = frozen(this.manifests.filter((manifest) => manifest !== this.csv.manifest && manifest.kind !== 'CustomResourceDefinition'));
    this.ownedApis = deepFreeze(apisOf(this.csv.ownedCrds, this.csv.ownedApiServices));
    this.requiredApis = deepFreeze(apisOf(this.csv.requiredCrds, this.csv.requiredApiServices));
    this.installModes = frozen(this.csv.installModes.filter((mode) => mode.supported).map((mode) => mode.type));
    this.dependencies = deepFreeze([...content.dependencies]);
    this.properties = deepFreeze([...content.properties, ...olmProperties(this.csv.manifest).properties]);
    this.relatedImages = deepFreeze(this.csv.relatedImages);
    this.acceptedProblems = deepFreeze([...content.acceptedProblems ?? []]);
    this.omitted = frozen([...content.omitted ?? []]);
    this.generationNotes = deepFreeze([...content.generationNotes ?? []]);
    this.size = BundleSize._of(this);
  }

  /** Name of the ClusterServiceVersion, such as `memcached-operator.v0.1.0`. */
  public get name(): string {
    return this.csv.name;
  }

  /** Version of the operator: `spec.version` of the ClusterServiceVersion. */
  public get version(): string {
    return this.csv.version;
  }

  /**
   * Whether the operator supports an install mode.
   *
   * @param type type of the install mode
   */
  public supportsInstallMode(type: InstallModeType): boolean {
    return this.installModes.includes(type);
  }

  /**
   * Returns the bundle image as an OCI image layout: /manifests and /metadata, with the annotations as labels, written from the objects of the
   * bundle. Comments, and files that OLM's tools ignore, are omitted. Equal bundles have equal images.
   */
  public toImageLayout(): ImageLayout {
    const facts = { name: this.name, subject: `bundle of package ${this.packageName}` };
    return ImageLayout._of(facts, buildBundleImage(facts.name, facts.subject, this.#content));
  }

  /**
   * Returns the files of the bundle by path: manifests/ and metadata/, written from the objects, as they are in its image.
   */
  public toFiles(): { [path: string]: string } {
    return Object.fromEntries(bundleOutput(this.#content));
  }

  /**
   * Writes the files of the bundle into a folder, which is created if missing: all of them, or none.
   *
   * @param path path of the folder
   * @param options whether to delete other files in manifests/ and metadata/
   * @throws BundleError if there are other files, which would become part of the bundle
   */
  public writeDirectory(path: string, options: BundleWriteOptions = {}): void {
    checkArguments('Bundle#writeDirectory', { path });
    checkOptions('options of Bundle.writeDirectory', 'BundleWriteOptions', options);
    writeBundle(path, bundleOutput(this.#content), options);
  }

  /**
   * Returns a copy without some objects, such as the PrometheusRules of a bundle for a cluster without Prometheus. `omitted` lists them. What the
   * operator itself needs cannot be left out: the ClusterServiceVersion, owned CRDs, and what its Deployments run as, mount or name.
   *
   * @param objects objects to leave out; the bundle must have each of them
   * @throws BundleError when the bundle does not have an object, or the operator needs it
   */
  public without(objects: BundleObjects[]): Bundle {
    checkArguments('Bundle#without', { objects });
    const { bundles, problems } = omitObjects([this], objects);
    if (problems.length > 0) {
      throw optionErrorOf(this.source)(...problems);
    }
    return bundles[0]!;
  }

  /**
   * Returns a copy without some of its manifests, which `omitted` then lists.
   *
   * @internal
   */
  public _withoutManifests(omitted: readonly Manifest[]): Bundle {
    const left = new Set(omitted);
    const manifests = this.manifests.filter((manifest) => !left.has(manifest));
    return new Bundle(this.source, { ...this.#content, manifests, omitted: [...this.omitted, ...omitted] });
  }

  /**
   * Returns a copy with other manifests, and everything derived from them.
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
