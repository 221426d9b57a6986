import { createHash } from 'node:crypto';
import { bundleProblems } from './bundle-checks';
import { catalogChannel } from './catalog-channel';
import type { CatalogChannel } from './catalog-channel';
import { CatalogError, CatalogErrorCode } from './catalog-error';
import type { CatalogProblem } from './catalog-error';
import { channelProblem, channelsOf } from './channels';
import { isImageReference } from './image-reference';
import { documentToJson } from './json-lines';
import { defaultChannel, oldestFirst, packageDocument } from './package';
import { bundleProperties } from './properties';
import { relatedImages } from './related-images';
import type { BundleDocument, CatalogDocument, ChannelDocument } from './wire';
import { documentsToYaml } from './yaml';
import type { Bundle } from '../bundle';
import { compareUtf8 } from '../go-json';

const PACKAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Settings of `Catalog.fromBundles`. */
export interface CatalogOptions {
  /**
   * The default channel of packages, by package name.
   *
   * @default - the one that the annotations of the package's bundles name, the newest first, if it has bundles; else the first by name
   */
  readonly defaultChannels?: { [key: string]: string };
}

/**
 * A file-based catalog: packages, their channels and their bundles, with the bundles' manifests inside.
 *
 * It holds what `opm render` makes of the same bundles, checked by the rules of `opm validate`, and does not change.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export class Catalog {
  /**
   * Makes a catalog of bundles: a package for each package name, a channel for each channel that the annotations of its bundles name,
   * with the upgrade edges that the CSVs state.
   *
   * @param bundles in any order; the catalog is the same
   * @throws CatalogError when opm would refuse the catalog, with every problem and its remedy
   */
  public static fromBundles(bundles: Bundle[], options: CatalogOptions = {}): Catalog {
    const wanted = new Map(Object.entries(options.defaultChannels ?? {}));
    const packages = [...new Set(bundles.map((bundle) => bundle.package))].sort(compareUtf8)
      .map((name) => ({ name, bundles: oldestFirst(bundles.filter((bundle) => bundle.package === name)) }));
    refuse([
      ...setProblems(bundles, packages.map(({ name }) => name), wanted),
      ...bundles.flatMap(bundleProblems),
      ...packages.flatMap(({ name, bundles: members }) => twinProblems(name, members)),
    ]);
    const plans = packages.map(({ name, bundles: members }) => planPackage(name, members, wanted.get(name)));
    refuse(plans.flatMap(({ problems }) => problems));
    const documents = plans.flatMap(packageDocuments);
    return new Catalog(packages.flatMap(({ bundles: members }) => members), documents, options);
  }

  /** The names of the packages, sorted. */
  public readonly packages: string[];

  /** The names of the bundles, sorted by package, then from the oldest to the newest. */
  public readonly bundleNames: string[];

  /** The bundles, in the order of their names. */
  public readonly bundles: Bundle[];

  readonly #documents: readonly CatalogDocument[];
  readonly #options: CatalogOptions;
  #jsonLines: string | undefined;
  #contentHash: string | undefined;

  private constructor(bundles: Bundle[], documents: readonly CatalogDocument[], options: CatalogOptions) {
    this.#documents = documents;
    this.#options = options;
    this.bundles = bundles;
    this.bundleNames = bundles.map(({ name }) => name);
    this.packages = [...new Set(bundles.map((bundle) => bundle.package))];
  }

  /**
   * The channels of a package, sorted by name.
   *
   * @param packageName the package
   * @throws Error when the catalog does not have the package
   */
  public channels(packageName: string): CatalogChannel[] {
    const members = this.bundles.filter((bundle) => bundle.package === packageName);
    if (members.length === 0) {
      throw new Error(`the catalog has no package "${packageName}"; it has ${this.packages.map((name) => `"${name}"`).join(', ')}`);
    }
    return this.#documents
      .filter((document) => document.schema === 'olm.channel')
      .filter((channel) => channel.package === packageName)
      .map((channel) => catalogChannel(channel, members));
  }

  /**
   * The channel of a package that a user gets who names none.
   *
   * @param packageName the package
   * @throws Error when the catalog does not have the package
   */
  public defaultChannel(packageName: string): CatalogChannel {
    const channels = this.channels(packageName);
    const chosen = this.#documents.find((document) => document.schema === 'olm.package' && document.name === packageName);
    return channels.find(({ name }) => chosen?.schema === 'olm.package' && name === chosen.defaultChannel)!;
  }

  /**
   * The catalog with other bundles, and the same settings.
   *
   * @internal
   */
  public _withBundles(bundles: Bundle[]): Catalog {
    return Catalog.fromBundles(bundles, this.#options);
  }

  /** The catalog as YAML documents, for people and for version control; opm reads it as it reads `toJsonLines()`. */
  public toYaml(): string {
    return documentsToYaml(this.#documents);
  }

  /** The catalog as compact JSON, one document a line, in the order in which opm writes them. */
  public toJsonLines(): string {
    return this.#jsonLines ??= jsonLines(this.#documents);
  }

  /** SHA-256 of `toJsonLines()` in hexadecimal. It changes when anything in the catalog does, and only then. */
  public get contentHash(): string {
    return this.#contentHash ??= createHash('sha256').update(this.toJsonLines()).digest('hex');
  }

  /**
   * `toJsonLines()` as opm can serve it. opm refuses to serve a whole catalog for one related image that it cannot read, which
   * `opm render` itself puts there; only tools that mirror images look at these, so such entries are left out.
   *
   * @internal
   */
  public _toServableJsonLines(): string {
    const unreadable = this.#documents.some((document) => servable(document) !== document);
    return unreadable ? jsonLines(this.#documents.map(servable)) : this.toJsonLines();
  }
}

/** A package before its documents are made. */
interface PackagePlan {
  readonly name: string;
  /** Oldest first. */
  readonly bundles: readonly Bundle[];
  readonly channels: readonly ChannelDocument[];
  readonly defaultChannel: string;
  readonly problems: readonly CatalogProblem[];
}

function planPackage(name: string, bundles: readonly Bundle[], wanted: string | undefined): PackagePlan {
  const channels = channelsOf(name, bundles);
  const chosen = defaultChannel(name, bundles, channels.map((channel) => channel.name), wanted);
  const problems = channels.map(channelProblem).filter((problem) => problem !== undefined);
  return typeof chosen === 'string'
    ? { name, bundles, channels, defaultChannel: chosen, problems }
    : { name, bundles, channels, defaultChannel: '', problems: [...problems, chosen] };
}

/** The documents of one package in opm's order. */
function packageDocuments({ name, bundles, channels, defaultChannel: chosen }: PackagePlan): CatalogDocument[] {
  const byName = [...bundles].sort((left, right) => compareUtf8(left.name, right.name));
  return [packageDocument(name, bundles, chosen), ...channels, ...byName.map(bundleDocument)];
}

function refuse(problems: CatalogProblem[]): void {
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}

function jsonLines(documents: readonly CatalogDocument[]): string {
  return documents.map((document) => `${documentToJson(document)}\n`).join('');
}

function servable(document: CatalogDocument): CatalogDocument {
  if (document.schema !== 'olm.bundle') {
    return document;
  }
  const readable = document.relatedImages.filter(({ image }) => image === '' || isImageReference(image));
  return readable.length === document.relatedImages.length ? document : { ...document, relatedImages: readable };
}

function bundleDocument(bundle: Bundle): BundleDocument {
  return {
    schema: 'olm.bundle',
    name: bundle.name,
    package: bundle.package,
    image: '',
    properties: bundleProperties(bundle),
    relatedImages: relatedImages(bundle),
  };
}

function setProblems(bundles: readonly Bundle[], packages: readonly string[], wanted: ReadonlyMap<string, string>): CatalogProblem[] {
  if (bundles.length === 0) {
    return [{ code: CatalogErrorCode.NO_BUNDLES, message: 'a catalog needs at least one bundle, got none' }];
  }
  const known = packages.map((name) => `"${name}"`).join(', ');
  return [
    ...packages.filter((name) => !PACKAGE_NAME.test(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `package name "${name}" must be at most 63 lower-case letters, digits and dashes, and neither start nor end with a dash; `
        + 'change operators.operatorframework.io.bundle.package.v1 in metadata/annotations.yaml',
    })),
    ...[...wanted.keys()].filter((name) => !packages.includes(name)).map((name) => ({
      code: CatalogErrorCode.PACKAGE_NAME,
      message: `'defaultChannels' names the package "${name}", but the bundles are of ${known}; correct the name, or remove it`,
    })),
  ];
}

/** Bundles of one package that opm could not tell apart. */
function twinProblems(packageName: string, bundles: readonly Bundle[]): CatalogProblem[] {
  const sameName = twins(bundles, ({ name }) => name).map(([name, group]) => ({
    code: CatalogErrorCode.DUPLICATE_BUNDLE,
    message: `package "${packageName}" has ${group.length} bundles named "${name}", from ${group.map(({ source }) => source).join(' and ')}; `
      + 'remove one, or give its CSV another metadata.name',
  }));
  const sameVersion = twins(bundles, ({ version, csv: { release } }) => ((release ?? '') === '' ? version : `${version}-${release}`));
  return sameName.length > 0 ? sameName : sameVersion.map(([version, group]) => ({
    code: CatalogErrorCode.DUPLICATE_VERSION,
    message: `package "${packageName}" has ${group.length} bundles of version ${version}: ${group.map(({ name }) => `"${name}"`).join(', ')}; `
      + 'remove one, or give its CSV another spec.version',
  }));
}

function twins(bundles: readonly Bundle[], keyOf: (bundle: Bundle) => string): [string, Bundle[]][] {
  const groups = new Map<string, Bundle[]>();
  for (const bundle of bundles) {
    groups.set(keyOf(bundle), [...groups.get(keyOf(bundle)) ?? [], bundle]);
  }
  return [...groups].filter(([, group]) => group.length > 1);
}
