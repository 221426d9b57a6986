import type { Bundle } from '../bundle/bundle';
import type { ImageLayout } from '../bundle/image-layout';
import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { writeFiles } from '../formats/output/write-files';
import { quoted, quotedList } from '../text/phrases';
import { printableMessage } from '../text/printable';
import type { CatalogBundle } from './catalog-bundle';
import { CatalogContent } from './catalog-content';
import { appendToFiles } from './append-files';
import type { AppendedCatalog, CatalogImageLayoutOptions, CatalogMergeOptions, CatalogOptions, CommunityFolderOptions, FilteredCatalog } from './catalog-options';
import type { CatalogPackage } from './catalog-package';
import { readCommunityFolder, UpdateGraph } from './community-folder';
import { checkOptions } from './declcfg/catalog-error';
import { migrateToCsvMetadata } from './declcfg/csv-metadata';
import type { BundleBlob, CatalogBlob } from './declcfg/declcfg';
import { blobsToYaml } from './declcfg/write-blob';
import type { CatalogFilter } from './filter/catalog-filter';
import { filterBlobs } from './filter/filter';
import { mergeBlobs, SamePackage } from './merge-blobs';
import { catalogFile, catalogFiles, catalogPath, catalogPaths, fetchedCatalogFiles, layoutCatalogFiles } from './read/catalog-files';
import {
  catalogFetchLimits, type CatalogFetchOptions, catalogLayoutLimits, type CatalogOciLayoutOptions, catalogReadLimits, type CatalogReadOptions,
} from './read/read-options';
import { appendBundles } from './render/append-bundles';
import type { CatalogAppendOptions } from './render/append-options';
import { blobWithImages } from './render/bundle-blob';
import { ChannelPlan } from './render/channel-plan';
import { renderBundles } from './render/render-bundles';
import { filterFiles } from './stream/filter-files';
import { readCatalogFiles, readCatalogString, validateBlobs } from './validate/read-catalog';
import { catalogFolder, catalogImage } from './write-catalog';

/**
 * A file-based catalog: packages with their channels and bundles. It is immutable.
 *
 * A catalog rendered from bundles has the blobs that `opm render` writes; a catalog read from files has all their blobs, including schemas and fields
 * unknown to opm. Either way it satisfies the rules of `opm validate`.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export class Catalog {
  /**
   * Renders a catalog from bundles: one package per package name, with channels and upgrade edges from the bundles or from their versions.
   *
   * @param bundles the bundles, in any order, which does not affect the result
   * @throws CatalogError if opm would refuse the catalog, with every problem and its remedy
   */
  public static fromBundles(bundles: Bundle[], options: CatalogOptions = {}): Catalog {
    checkArguments('Catalog.fromBundles', { bundles });
    checkOptions('options of Catalog.fromBundles', 'CatalogOptions', options);
    const { blobs, contents } = renderBundles(bundles, {
      channels: options.channels ?? ChannelPlan.byBundles(),
      defaultChannels: new Map(Object.entries(options.defaultChannels ?? {})),
      images: new Map(Object.entries(options.images ?? {})),
      deprecations: new Map(Object.entries(options.deprecations ?? {})),
    });
    return new Catalog(new CatalogContent(blobs, contents));
  }

  /**
   * Parses a catalog from a string: YAML documents, or JSON objects one after the other, as `opm render` writes them.
   *
   * @throws CatalogError if opm would refuse the catalog, with every problem, its line and its remedy
   */
  public static fromString(content: string, options?: CatalogReadOptions): Catalog {
    checkArguments('Catalog.fromString', { content });
    return new Catalog(new CatalogContent(readCatalogString(content, catalogReadLimits(options))));
  }

  /**
   * Reads a catalog from a file of any name: YAML documents, or JSON objects one after the other.
   *
   * @throws CatalogError if it cannot be read or opm would refuse the catalog, with every problem, its line and its remedy
   */
  public static fromFile(path: string, options?: CatalogReadOptions): Catalog {
    checkArguments('Catalog.fromFile', { path });
    const limits = catalogReadLimits(options);
    return new Catalog(new CatalogContent(readCatalogFiles([catalogFile(path, limits)], limits)));
  }

  /**
   * Reads a catalog from a folder: every file in it and in its subfolders, of any name, except those that `.indexignore` files exclude.
   * Links are refused.
   *
   * @throws CatalogError if it cannot be read or opm would refuse the catalog, with every problem, its file, its line and its remedy
   */
  public static fromDirectory(path: string, options?: CatalogReadOptions): Catalog {
    checkArguments('Catalog.fromDirectory', { path });
    const limits = catalogReadLimits(options);
    return new Catalog(new CatalogContent(readCatalogFiles(catalogFiles(path, limits), limits)));
  }

  /**
   * Reads the folder of an operator in a community repository, such as `operators/NAME` of k8s-operatorhub/community-operators: a folder for each
   * version, and `ci.yaml`. The channels are those that the pipeline of the repository builds, with all versions of the folder.
   *
   * @throws CatalogError if it cannot be read, publishes file-based catalogs, or opm would refuse the catalog, with every problem and its remedy
   * @throws BundleError if a bundle is invalid
   *
   * @see https://redhat-openshift-ecosystem.github.io/operator-pipelines/users/operator-ci-yaml/
   */
  public static fromCommunityFolder(path: string, options: CommunityFolderOptions = {}): Catalog {
    checkArguments('Catalog.fromCommunityFolder', { path });
    checkOptions('options of Catalog.fromCommunityFolder', 'CommunityFolderOptions', options);
    const { bundles, updateGraph } = readCommunityFolder(path, options.updateGraph, options.bundles ?? {});
    return Catalog.fromBundles(bundles, {
      channels: updateGraph === UpdateGraph.SEMVER_MODE ? ChannelPlan.inOrder() : ChannelPlan.byBundles(),
      ...defined({ images: options.images }),
    });
  }

  /**
   * Reads a catalog from a catalog image in an OCI image layout (a folder, or a tar archive, optionally compressed with gzip) or in an archive
   * created by `docker save`. The label `operators.operatorframework.io.index.configs.v1` specifies the folder of the catalog in the image.
   *
   * @param path path of the folder or archive
   * @param options limits, and the image to read if there are several
   * @throws BundleError if the layout cannot be read, or the image is not a catalog image
   * @throws CatalogError if opm would refuse the catalog, with every problem, its file, its line and its remedy
   */
  public static fromOciLayout(path: string, options: CatalogOciLayoutOptions = {}): Catalog {
    checkArguments('Catalog.fromOciLayout', { path });
    const limits = catalogLayoutLimits(options);
    return new Catalog(new CatalogContent(readCatalogFiles(layoutCatalogFiles(path, options.image, limits), limits.catalog)));
  }

  /**
   * Fetches a catalog from an image registry, by tag or by digest. Like `Bundle.fetch`, it uses the network, and nothing calls it implicitly at
   * synthesis; use a digest to read the same catalog each time.
   *
   * The whole image is downloaded, and cached on disk: public catalogs have several hundred MB. Every blob is verified against its digest.
   *
   * @param reference image, such as `quay.io/operatorhubio/catalog:latest` or `quay.io/operatorhubio/catalog@sha256:…`; it must include its registry
   * @param options credentials, trust, limits and timeouts
   * @throws BundleError if it cannot be fetched, or is not a catalog image
   * @throws CatalogError if opm would refuse the catalog, with every problem, its file, its line and its remedy
   */
  public static async fetch(reference: string, options: CatalogFetchOptions = {}): Promise<Catalog> {
    checkArguments('Catalog.fetch', { reference });
    const limits = catalogFetchLimits(options);
    return new Catalog(new CatalogContent(readCatalogFiles(await fetchedCatalogFiles(reference, options, limits), limits.catalog)));
  }

  /**
   * Filters the catalog in a file without holding all of it in memory: memory grows with the kept blobs. The file is read twice;
   * packages that do not affect the result are not validated.
   *
   * @param filter packages, channels and versions to keep
   * @param options limits; `maxFileBytes` applies to each blob, `maxTotalBytes` to the kept blobs
   * @throws CatalogError if the file cannot be read, opm would refuse a package that affects the result, or the filter names something that the
   * catalog does not have
   */
  public static filterFile(path: string, filter: CatalogFilter, options?: CatalogReadOptions): FilteredCatalog {
    checkArguments('Catalog.filterFile', { path });
    const { blobs, notes } = filterFiles(() => [catalogPath(path)], filter, catalogReadLimits(options));
    return { catalog: Catalog._fromBlobs(blobs), notes: [...notes] };
  }

  /**
   * Filters the catalog in a folder without holding all of it in memory: memory grows with the kept blobs. The files are read twice;
   * packages that do not affect the result are not validated.
   *
   * @param filter packages, channels and versions to keep
   * @param options limits; `maxFileBytes` applies to each blob, `maxTotalBytes` to the kept blobs
   * @throws CatalogError if a file cannot be read, opm would refuse a package that affects the result, or the filter names something that the
   * catalog does not have
   */
  public static filterDirectory(path: string, filter: CatalogFilter, options?: CatalogReadOptions): FilteredCatalog {
    checkArguments('Catalog.filterDirectory', { path });
    const limits = catalogReadLimits(options);
    const { blobs, notes } = filterFiles(() => catalogPaths(path, limits), filter, limits);
    return { catalog: Catalog._fromBlobs(blobs), notes: [...notes] };
  }

  /**
   * Adds bundles to the catalog in a file or folder. The files whose content changes are written, all of them or none; comments in them are lost.
   * Files of other packages are not touched.
   *
   * @param path path of the file or folder
   * @param bundles bundles of one package
   * @throws CatalogError if the catalog cannot be read, the bundles contradict it, or opm would refuse the result; nothing is written then
   */
  public static appendToPath(path: string, bundles: Bundle[], options: CatalogAppendOptions = {}): AppendedCatalog {
    checkArguments('Catalog.appendToPath', { path, bundles });
    checkOptions('options of Catalog.appendToPath', 'CatalogAppendOptions', options);
    const { blobs, contents, notes, files } = appendToFiles(path, bundles, options);
    return { catalog: new Catalog(new CatalogContent(blobs, contents)), notes: [...notes], files: [...files] };
  }

  /**
   * Merges catalogs into one. Their order matters only with `SamePackage.UNION`, where the first catalog takes precedence.
   *
   * @throws CatalogError if several have the same package and `samePackage` does not allow it, if they contradict each other, or if opm would
   * refuse the result
   */
  public static merge(catalogs: Catalog[], options: CatalogMergeOptions = {}): Catalog {
    checkArguments('Catalog.merge', { catalogs });
    checkOptions('options of Catalog.merge', 'CatalogMergeOptions', options);
    const blobs = mergeBlobs(catalogs.map((catalog) => catalog._blobs), options.samePackage ?? SamePackage.REFUSE);
    return Catalog._fromBlobs(blobs, catalogs);
  }

  /**
   * Returns the catalog with the given blobs.
   *
   * @internal
   * @param blobs the blobs, in any order
   * @param sources catalogs that the blobs may come from
   * @throws CatalogError if opm would refuse the catalog, with every problem and its remedy
   */
  public static _fromBlobs(blobs: readonly CatalogBlob[], sources: readonly Catalog[] = []): Catalog {
    validateBlobs(blobs);
    return new Catalog(CatalogContent.of(blobs, sources.map((source) => source.#content)));
  }

  readonly #content: CatalogContent;
  #byName: ReadonlyMap<string, CatalogPackage> | undefined;

  private constructor(content: CatalogContent) {
    this.#content = content;
  }

  /** The packages, sorted by name. */
  public get packages(): CatalogPackage[] {
    return [...this.#content.packages];
  }

  /** Names of the packages, sorted. */
  public get packageNames(): string[] {
    return this.packages.map(({ name }) => name);
  }

  /** The bundles, sorted by package, then from the oldest to the newest. */
  public get bundles(): CatalogBundle[] {
    return this.packages.flatMap(({ bundles }) => bundles);
  }

  /** Names of the bundles, in the order of `bundles`. */
  public get bundleNames(): string[] {
    return this.bundles.map(({ name }) => name);
  }

  /**
   * Returns a package by name.
   *
   * @throws Error if the catalog has no such package
   */
  public findPackage(name: string): CatalogPackage {
    checkArguments('Catalog#findPackage', { name });
    const found = this.tryFindPackage(name);
    if (found === undefined) {
      throw new Error(printableMessage(`the catalog has no package ${quoted(name)}; it has ${quotedList(this.packageNames)}`));
    }
    return found;
  }

  /** Returns a package by name, or `undefined` if the catalog has no such package. */
  public tryFindPackage(name: string): CatalogPackage | undefined {
    checkArguments('Catalog#tryFindPackage', { name });
    this.#byName ??= new Map(this.#content.packages.map((found) => [found.name, found]));
    return this.#byName.get(name);
  }

  /**
   * Returns a catalog with only the packages, channels and bundles that a filter keeps. Upgrade edges, default channels and deprecations
   * are repaired, so that opm accepts it.
   *
   * @param filter packages, channels and versions to keep
   * @throws CatalogError if the filter names something that the catalog does not have, or contradicts itself
   */
  public filter(filter: CatalogFilter): FilteredCatalog {
    const { blobs, notes } = filterBlobs(this._blobs, filter);
    return { catalog: Catalog._fromBlobs(blobs, [this]), notes: [...notes] };
  }

  /**
   * Returns a catalog with more bundles, and the upgrades to them.
   *
   * @param bundles bundles of one package
   * @throws CatalogError if the bundles contradict the catalog, or opm would refuse the result, with every problem and its remedy
   */
  public append(bundles: Bundle[], options: CatalogAppendOptions = {}): AppendedCatalog {
    checkArguments('Catalog#append', { bundles });
    checkOptions('options of Catalog.append', 'CatalogAppendOptions', options);
    const { blobs, contents, notes } = appendBundles(this._blobs, bundles, options);
    validateBlobs(blobs);
    const added = new CatalogContent([...contents.keys()], contents);
    return { catalog: new Catalog(CatalogContent.of(blobs, [this.#content, added])), notes: [...notes], files: [] };
  }

  /**
   * Returns a catalog with the property `olm.csv.metadata` instead of the manifests of bundles that have an image, as
   * `opm render --migrate-level=bundle-object-to-csv-metadata` writes it. Bundles without an image, or with that property, stay the same.
   */
  public withCsvMetadata(): Catalog {
    return Catalog._fromBlobs(migrateToCsvMetadata(this._blobs), [this]);
  }

  /** Returns the catalog as YAML documents, for people and version control; opm reads them as it reads `toJsonLines()`. */
  public toYaml(): string {
    return blobsToYaml(this._blobs);
  }

  /** Returns the catalog as compact JSON, one blob per line, in opm's order. */
  public toJsonLines(): string {
    return this.#content.jsonLines;
  }

  /**
   * Returns the catalog as the files of a folder, by path with `/` between folders: `<package>/catalog.yaml` for each package, and
   * `catalog.yaml` for blobs outside packages.
   */
  public toFiles(): { [key: string]: string } {
    return catalogFolder(this._blobs);
  }

  /**
   * Writes `toFiles()` into a folder, which is created if missing, either completely or not at all. Files of the same names are replaced, all others
   * are kept.
   *
   * @throws Error if the name of a package cannot be that of a folder, if a link is in the way, or if the folder cannot be written
   */
  public writeDirectory(path: string): void {
    checkArguments('Catalog#writeDirectory', { path });
    writeFiles(path, new Map(Object.entries(this.toFiles())));
  }

  /**
   * Returns the catalog image as an OCI image layout: /configs with the catalog, and the label that specifies this folder. It is the image for a
   * ClusterCatalog of OLM v1. It contains no server: a CatalogSource of OLM v0 needs `extractContent`.
   *
   * OLM pulls bundles from their own images. With `bundleRepository`, the catalog refers to bundles that have no image by the digests of the images
   * that `Bundle.toImageLayout` builds from them.
   *
   * @throws CatalogError if a bundle has no image, or an option is invalid
   */
  public toImageLayout(options: CatalogImageLayoutOptions = {}): ImageLayout {
    checkOptions('options of Catalog.toImageLayout', 'CatalogImageLayoutOptions', options);
    return catalogImage(this._blobs, this.bundles, options.bundleRepository);
  }

  /** SHA-256 of `toJsonLines()`, in hexadecimal. It changes if and only if the content of the catalog does. */
  public get contentHash(): string {
    return this.#content.hash;
  }

  /** @internal */
  public get _blobs(): readonly CatalogBlob[] {
    return this.#content.blobs;
  }

  /**
   * Returns the same catalog with other manifests in inline bundles.
   *
   * @internal
   * @param changed the new manifests, by bundle of this catalog
   */
  public _withContents(changed: ReadonlyMap<CatalogBundle, Bundle>): Catalog {
    const changes = new Map<CatalogBlob, Bundle>([...changed].map(([bundle, content]) => [bundle._blob, content]));
    return changes.size === 0 ? this : new Catalog(this.#content.withBundles(changes));
  }

  /**
   * Returns the same catalog with other images of bundles, and other related images. Manifests stay the same.
   *
   * @internal
   * @param change returns the image to write for an image of a bundle
   */
  public _withImages(change: (image: string, bundle: CatalogBundle) => string): Catalog {
    const changes = new Map<CatalogBlob, BundleBlob>();
    for (const bundle of this.bundles) {
      const changed = blobWithImages(bundle._blob, (image) => change(image, bundle));
      if (changed !== bundle._blob) {
        changes.set(bundle._blob, changed);
      }
    }
    return changes.size === 0 ? this : new Catalog(this.#content.withBlobs(changes));
  }

  /**
   * Returns `toJsonLines()` without related images that opm cannot read: a single one would prevent opm from serving the whole catalog.
   *
   * @internal
   */
  public _toServableJsonLines(): string {
    return this.#content.servableJsonLines;
  }
}
