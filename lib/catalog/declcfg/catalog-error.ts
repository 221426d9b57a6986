import { problemTree } from './problem-tree';

/**
 * What can be wrong with a catalog, or with bundles so that they make none. The set is closed: a program may switch over it.
 */
export enum CatalogErrorCode {
  /** The path names nothing, or something that cannot be opened. */
  NOT_FOUND = 'not-found',

  /** The path names a file where a folder is needed, or a folder where a file is. */
  WRONG_KIND = 'wrong-kind',

  /** The folder holds something that a catalog must not have: a link, or what is neither file nor folder. */
  UNSAFE_ENTRY = 'unsafe-entry',

  /** A limit of CatalogReadOptions is exceeded. */
  LIMIT = 'limit',

  /** The text is not YAML or JSON that Go's readers accept. */
  SYNTAX = 'syntax',

  /** A document is no map, or does not say its schema. */
  SCHEMA = 'schema',

  /** Two keys of a document are one and the same but for upper and lower case. */
  DUPLICATE_KEY = 'duplicate-key',

  /** A field holds something else than opm expects there, such as a number in place of text. */
  FIELD_TYPE = 'field-type',

  /** There is no bundle to make a catalog of. */
  NO_BUNDLES = 'no-bundles',

  /** A package has no name, its name is no DNS label of at most 63 letters, or settings are given for a package that is not there. */
  PACKAGE_NAME = 'package-name',

  /** Two documents describe the same package. */
  DUPLICATE_PACKAGE = 'duplicate-package',

  /** A channel, bundle or deprecation is of a package that is not there. */
  UNKNOWN_PACKAGE = 'unknown-package',

  /** A package has no channel. */
  NO_CHANNELS = 'no-channels',

  /** A bundle is in no channel. */
  NO_CHANNEL = 'no-channel',

  /** A channel has no name. */
  CHANNEL_NAME = 'channel-name',

  /** Two channels of a package have one name. */
  DUPLICATE_CHANNEL = 'duplicate-channel',

  /** A channel has no entry. */
  EMPTY_CHANNEL = 'empty-channel',

  /** A bundle stands in a channel twice. */
  DUPLICATE_ENTRY = 'duplicate-entry',

  /** An entry of a channel names a bundle that is not there, or none. */
  ENTRY_WITHOUT_BUNDLE = 'entry-without-bundle',

  /** A package has no default channel, or one that is none of its channels. */
  DEFAULT_CHANNEL = 'default-channel',

  /** Two bundles of a package have one name. */
  DUPLICATE_BUNDLE = 'duplicate-bundle',

  /** Two bundles of a package have one version. */
  DUPLICATE_VERSION = 'duplicate-version',

  /** A bundle with a release is not named after package, version and release; or settings are given for a bundle that is not there. */
  BUNDLE_NAME = 'bundle-name',

  /** A version is no semantic version, a release is none, or both have build metadata. */
  VERSION = 'version',

  /** A property has no value, or one that opm cannot read. */
  PROPERTY = 'property',

  /** A bundle has no property `olm.package`, several of them, or that of another package. */
  PACKAGE_PROPERTY = 'package-property',

  /** A reference of an image is none. */
  IMAGE = 'image',

  /** A bundle has neither an image nor manifests. */
  NO_IMAGE = 'no-image',

  /** A skipRange is no range of versions. */
  SKIP_RANGE = 'skip-range',

  /** An entry of skips is empty. */
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

  /** A deprecation has no message, or is about nothing that the package has, or twice about the same. */
  DEPRECATION = 'deprecation',

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

  /** What is wrong, with the names of what it concerns, and the remedy; without file and line. */
  readonly message: string;

  /**
   * The package concerned.
   *
   * @default - the problem is in no package
   */
  readonly package?: string;

  /**
   * The channel concerned.
   *
   * @default - the problem is in no channel
   */
  readonly channel?: string;

  /**
   * The bundle concerned.
   *
   * @default - the problem is in no bundle, or in several
   */
  readonly bundle?: string;

  /**
   * The file, as the caller gave it, or inside the folder that was read, with `/` between folders.
   *
   * @default - the catalog was not read from files, or the problem is not in one file
   */
  readonly file?: string;

  /**
   * The line in the text, from 1.
   *
   * @default - the catalog was not read from a text, or the problem is not in one place
   */
  readonly line?: number;

  /**
   * The column in the line, from 1.
   *
   * @default - only the document is known
   */
  readonly column?: number;
}

/**
 * Thrown when opm or OLM would refuse a catalog. It lists everything that was found wrong.
 *
 * The message of one problem is one line, such as `index.yaml:12:3: package "demo" …`; several of them are printed as a tree of packages,
 * channels and bundles.
 */
export class CatalogError extends Error {
  /** The kind of the first problem. */
  public readonly code: CatalogErrorCode;

  /** Everything that is wrong; never empty. */
  public readonly problems: CatalogProblem[];

  /**
   * @param problems what is wrong; at least one
   */
  public constructor(problems: CatalogProblem[]) {
    super(problemTree(problems));
    this.name = 'CatalogError';
    this.code = problems[0]!.code;
    this.problems = problems;
  }
}
