import { createHash } from 'node:crypto';
import type { CatalogBundle } from './catalog-bundle';
import type { CatalogMergeOptions, CatalogOptions } from './catalog-options';
import { CatalogPackage } from './catalog-package';
import { catalogTexts, writeTexts } from './catalog-texts';
import { inOrder } from './document-order';
import { ChannelPlan } from './from-bundles/channel-plan';
import { documentsOfBundles } from './from-bundles/on-demand';
import { documentsToJsonLines } from './json-lines';
import { SamePackage } from './merge/same-package';
import { migrateToCsvMetadata } from './migration/on-demand';
import { mergeDocuments, selectDocuments, selectFromFiles } from './on-demand';
import { bundleObjects } from './properties';
import { quoted, quotedList } from './quoted';
import type { CatalogPath } from './read/catalog-files';
import { catalogFile, catalogFiles, catalogPath, catalogPaths, checkDocuments, documentsOfFiles, documentsOfText } from './read/on-demand';
import type { CatalogReadOptions } from './read/read-options';
import { catalogReadLimits } from './read/read-options';
import { byPackage } from './rules/package-documents';
import type { CatalogSelection } from './selection/catalog-selection';
import { servable } from './servable';
import type { CatalogDocument } from './wire';
import { documentsToYaml } from './yaml';
import type { Bundle } from '../bundle';
import { compareUtf8 } from '../go-json';

/** What a selection made of a catalog. */
export interface SelectedCatalog {
  /** The catalog that is left. */
  readonly catalog: Catalog;

  /** What a user should know, a sentence each: upgrades that were made, bundles that were kept besides, channels that went. */
  readonly notes: string[];
}

/**
 * A file-based catalog: packages, their channels and their bundles.
 *
 * It is made of bundles, then it holds what `opm render` makes of them; or it is read, then it holds what was read, with schemas and fields
 * that opm does not know. Either way it keeps the rules of `opm validate`, and does not change.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export class Catalog {
  /**
   * Makes a catalog of bundles: a package for each package name, with channels and upgrade edges as the bundles say, or by their versions.
   *
   * @param bundles in any order; the catalog is the same
   * @throws CatalogError when opm would refuse the catalog, with every problem and its remedy
   */
  public static fromBundles(bundles: Bundle[], options: CatalogOptions = {}): Catalog {
    const { documents, contents } = documentsOfBundles(bundles, {
      channels: options.channels ?? ChannelPlan.byBundles(),
      defaultChannels: new Map(Object.entries(options.defaultChannels ?? {})),
      images: new Map(Object.entries(options.images ?? {})),
    });
    return new Catalog(documents, contents);
  }

  /**
   * Reads a catalog from a text: YAML documents, or JSON objects one after the other, as `opm render` writes them.
   *
   * @param text the text
   * @param options limits
   * @throws CatalogError when opm would refuse the catalog, with every problem, its line and its remedy
   */
  public static fromText(text: string, options?: CatalogReadOptions): Catalog {
    return new Catalog(documentsOfText(text, catalogReadLimits(options)));
  }

  /**
   * Reads a catalog from a file, whatever its name says: YAML documents, or JSON objects one after the other.
   *
   * @param path the file
   * @param options limits
   * @throws CatalogError when it cannot be read, or opm would refuse the catalog, with every problem, its line and its remedy
   */
  public static fromFile(path: string, options?: CatalogReadOptions): Catalog {
    const limits = catalogReadLimits(options);
    return new Catalog(documentsOfFiles([catalogFile(path, limits)], limits));
  }

  /**
   * Reads a catalog from a folder: every file in it and in the folders inside, whatever its name, but for what files named .indexignore
   * leave out. Links are refused.
   *
   * @param path the folder
   * @param options limits
   * @throws CatalogError when it cannot be read, or opm would refuse the catalog, with every problem, its file, its line and its remedy
   */
  public static fromDirectory(path: string, options?: CatalogReadOptions): Catalog {
    const limits = catalogReadLimits(options);
    return new Catalog(documentsOfFiles(catalogFiles(path, limits), limits));
  }

  /**
   * Reads what a selection names of the catalog in a file, and never holds the rest: memory grows with what is kept, not with the catalog.
   * The file is read twice, and what the selection has nothing to do with is not checked.
   *
   * @param path the file
   * @param selection what to keep
   * @param options limits; `maxFileBytes` is about one document here, and `maxTotalBytes` about what is kept
   * @throws CatalogError when it cannot be read, when opm would refuse a package that matters to the selection, or when the selection asks for
   * what is not there
   */
  public static selectFromFile(path: string, selection: CatalogSelection, options?: CatalogReadOptions): SelectedCatalog {
    return Catalog.#selectFrom(() => [catalogPath(path)], selection, options);
  }

  /**
   * Reads what a selection names of the catalog in a folder, and never holds the rest: memory grows with what is kept, not with the catalog.
   * The files are read twice, and what the selection has nothing to do with is not checked.
   *
   * @param path the folder
   * @param selection what to keep
   * @param options limits; `maxFileBytes` is about one document here, and `maxTotalBytes` about what is kept
   * @throws CatalogError when it cannot be read, when opm would refuse a package that matters to the selection, or when the selection asks for
   * what is not there
   */
  public static selectFromDirectory(path: string, selection: CatalogSelection, options?: CatalogReadOptions): SelectedCatalog {
    const limits = catalogReadLimits(options);
    return Catalog.#selectFrom(() => catalogPaths(path, limits), selection, options);
  }

  static #selectFrom(paths: () => Iterable<CatalogPath>, selection: CatalogSelection, options: CatalogReadOptions | undefined): SelectedCatalog {
    const { documents, notes } = selectFromFiles(paths, selection, catalogReadLimits(options));
    return { catalog: Catalog._fromDocuments(documents), notes: [...notes] };
  }

  /**
   * Makes one catalog of several. The order of the catalogs only matters for `SamePackage.UNION`, where the first one goes before others.
   *
   * @param catalogs the catalogs; they stay as they are
   * @throws CatalogError when they have the same package and `samePackage` does not allow that, when they contradict each other, or when opm
   * would refuse the result
   */
  public static merge(catalogs: Catalog[], options: CatalogMergeOptions = {}): Catalog {
    const documents = mergeDocuments(catalogs.map((catalog) => catalog.#documents), options.samePackage ?? SamePackage.REFUSE);
    return Catalog._fromDocuments(documents, catalogs);
  }

  /**
   * The catalog of documents that were made.
   *
   * @internal
   * @param documents in any order
   * @param sources catalogs that documents may be from
   * @throws CatalogError when opm would refuse the catalog, with every problem and its remedy
   */
  public static _fromDocuments(documents: readonly CatalogDocument[], sources: readonly Catalog[] = []): Catalog {
    checkDocuments(documents);
    const kept = new Set(documents);
    return new Catalog(documents, new Map(sources.flatMap((source) => [...source.#contents]).filter(([document]) => kept.has(document))));
  }

  readonly #documents: readonly CatalogDocument[];
  readonly #contents: ReadonlyMap<CatalogDocument, Bundle>;
  #packages: CatalogPackage[] | undefined;
  #jsonLines: string | undefined;
  #contentHash: string | undefined;

  private constructor(documents: readonly CatalogDocument[], contents: ReadonlyMap<CatalogDocument, Bundle> = new Map()) {
    this.#documents = inOrder(documents);
    this.#contents = contents;
  }

  /** The packages, sorted by name. */
  public get packages(): CatalogPackage[] {
    this.#packages ??= [...byPackage(this.#documents).values()]
      .sort((left, right) => compareUtf8(left.name, right.name))
      .map((documents) => CatalogPackage._of(documents, this.#contents));
    return [...this.#packages];
  }

  /** The names of the packages, sorted. */
  public get packageNames(): string[] {
    return this.packages.map(({ name }) => name);
  }

  /** The bundles, sorted by package, then from the oldest to the newest. */
  public get bundles(): CatalogBundle[] {
    return this.packages.flatMap(({ bundles }) => bundles);
  }

  /** The names of the bundles, in the order of the bundles. */
  public get bundleNames(): string[] {
    return this.bundles.map(({ name }) => name);
  }

  /**
   * The package of a name.
   *
   * @param name the package
   * @throws Error when the catalog does not have it
   */
  public findPackage(name: string): CatalogPackage {
    const found = this.tryFindPackage(name);
    if (found === undefined) {
      throw new Error(`the catalog has no package ${quoted(name)}; it has ${quotedList(this.packageNames)}`);
    }
    return found;
  }

  /**
   * The package of a name; undefined when the catalog does not have it.
   *
   * @param name the package
   */
  public tryFindPackage(name: string): CatalogPackage | undefined {
    return this.packages.find((candidate) => candidate.name === name);
  }

  /**
   * The catalog with only what a selection names. Upgrade edges, default channels and deprecations are mended, so that opm accepts it.
   *
   * @param selection what to keep
   * @throws CatalogError when the selection asks for what is not there, or contradicts itself
   */
  public select(selection: CatalogSelection): SelectedCatalog {
    const { documents, notes } = selectDocuments(this.#documents, selection);
    return { catalog: Catalog._fromDocuments(documents, [this]), notes: [...notes] };
  }

  /**
   * The catalog with the property `olm.csv.metadata` in place of the manifests of bundles that have an image, as
   * `opm render --migrate-level=bundle-object-to-csv-metadata` makes it. A bundle without an image, or with that property, stays as it is.
   */
  public withCsvMetadata(): Catalog {
    return Catalog._fromDocuments(migrateToCsvMetadata(this.#documents), [this]);
  }

  /** The catalog as YAML documents, for people and for version control; opm reads it as it reads `toJsonLines()`. */
  public toYaml(): string {
    return documentsToYaml(this.#documents);
  }

  /** The catalog as compact JSON, one document a line, in the order in which opm writes them. */
  public toJsonLines(): string {
    return this.#jsonLines ??= documentsToJsonLines(this.#documents);
  }

  /**
   * The catalog as the files of a folder, by path with `/` between folders: `<package>/catalog.yaml` for each package, and `catalog.yaml` for
   * what belongs to none.
   */
  public toFiles(): { [key: string]: string } {
    return catalogTexts(this.#documents);
  }

  /**
   * Writes `toFiles()` into a folder, which is made where it is not there yet. Files of the same names are replaced, all others stay.
   *
   * @param path the folder
   */
  public writeDirectory(path: string): void {
    writeTexts(path, this.toFiles());
  }

  /** SHA-256 of `toJsonLines()` in hexadecimal. It changes when anything in the catalog does, and only then. */
  public get contentHash(): string {
    return this.#contentHash ??= createHash('sha256').update(this.toJsonLines()).digest('hex');
  }

  /**
   * The documents, in opm's order.
   *
   * @internal
   */
  public get _documents(): readonly CatalogDocument[] {
    return this.#documents;
  }

  /**
   * The same catalog with other manifests in bundles that it carries itself.
   *
   * @internal
   * @param changed what is to stand in place of bundles of the catalog
   */
  public _withContents(changed: ReadonlyMap<CatalogBundle, Bundle>): Catalog {
    if (changed.size === 0) {
      return this;
    }
    const changes = new Map<CatalogDocument, Bundle>([...changed].map(([bundle, content]) => [bundle._document, content]));
    const contents = new Map(this.#contents);
    const documents = this.#documents.map((document) => {
      const content = changes.get(document);
      if (content === undefined || document.schema !== 'olm.bundle') {
        return document;
      }
      const others = document.properties.filter(({ type }) => type !== 'olm.bundle.object');
      const replaced: CatalogDocument = { ...document, properties: [...others, ...bundleObjects(content)] };
      contents.delete(document);
      contents.set(replaced, content);
      return replaced;
    });
    return new Catalog(documents, contents);
  }

  /**
   * `toJsonLines()` as opm can serve it. opm refuses to serve a whole catalog for one related image that it cannot read, which
   * `opm render` itself puts there; only tools that mirror images look at these, so such entries are left out.
   *
   * @internal
   */
  public _toServableJsonLines(): string {
    const served = this.#documents.map(servable);
    return served.every((document, index) => document === this.#documents[index]) ? this.toJsonLines() : documentsToJsonLines(served);
  }
}
