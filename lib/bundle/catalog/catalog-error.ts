/**
 * What can be wrong with a set of bundles so that they make no catalog. The set is closed: a program may switch over it.
 */
export enum CatalogErrorCode {
  /** There is no bundle to make a catalog of. */
  NO_BUNDLES = 'no-bundles',

  /** A package's name is no DNS label of at most 63 letters, or a default channel is given for a package that is not there. */
  PACKAGE_NAME = 'package-name',

  /** A bundle is in no channel. */
  NO_CHANNEL = 'no-channel',

  /** A channel has no name. */
  CHANNEL_NAME = 'channel-name',

  /** The default channel asked for is none of the package's channels. */
  DEFAULT_CHANNEL = 'default-channel',

  /** Two bundles of a package have one name. */
  DUPLICATE_BUNDLE = 'duplicate-bundle',

  /** Two bundles of a package have one version. */
  DUPLICATE_VERSION = 'duplicate-version',

  /** A bundle with a release is not named after package, version and release. */
  BUNDLE_NAME = 'bundle-name',

  /** A version is no semantic version, a release is none, or both have build metadata. */
  VERSION = 'version',

  /** A skipRange is no range of versions. */
  SKIP_RANGE = 'skip-range',

  /** An entry of spec.skips is empty. */
  SKIPS = 'skips',

  /** A CRD that the CSV owns, or requires, is not in the bundle, or its name has no group. */
  CRD = 'crd',

  /** The bundles of a channel replace each other in a circle. */
  REPLACES_CYCLE = 'replaces-cycle',

  /** Every bundle of a channel is replaced or skipped by another one. */
  NO_HEAD = 'no-head',

  /** A channel has more than one bundle that no other one replaces or skips. */
  SEVERAL_HEADS = 'several-heads',

  /** No upgrade path reaches a bundle of a channel. */
  STRANDED_BUNDLE = 'stranded-bundle',

  /** A selection asks for what the catalog does not have, or contradicts itself. */
  SELECTION = 'selection',

  /** Catalogs that are to become one say different things of the same package. */
  MERGE = 'merge',

  /** A template is none that opm accepts, or a bundle that it names is not given. */
  TEMPLATE = 'template',
}

/** One thing that is wrong with a catalog. */
export interface CatalogProblem {
  /** The kind of problem. */
  readonly code: CatalogErrorCode;

  /** The bundles concerned, what is wrong, and the remedy. */
  readonly message: string;
}

/** Thrown when opm or OLM would refuse the catalog of some bundles. It lists everything that was found wrong. */
export class CatalogError extends Error {
  /** The kind of the first problem. */
  public readonly code: CatalogErrorCode;

  /** Everything that is wrong; never empty. */
  public readonly problems: CatalogProblem[];

  /**
   * @param problems what is wrong; at least one
   */
  public constructor(problems: CatalogProblem[]) {
    super(problems.length === 1
      ? problems[0]!.message
      : `${problems.length} problems in the catalog\n${problems.map(({ message }) => `  ${message}`).join('\n')}`);
    this.name = 'CatalogError';
    this.code = problems[0]!.code;
    this.problems = problems;
  }
}
