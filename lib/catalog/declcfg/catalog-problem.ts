/** Kinds of problems with catalogs, and with bundles that cannot form one. The set is closed, so a program may switch over it. */
export enum CatalogErrorCode {
  /** The path does not exist, or cannot be opened. */
  NOT_FOUND = 'not-found',

  /** The path is a file instead of a folder, or a folder instead of a file. */
  WRONG_KIND = 'wrong-kind',

  /** The folder contains a link, or something that is neither a file nor a folder. */
  UNSAFE_ENTRY = 'unsafe-entry',

  /** A limit of CatalogReadOptions is exceeded. */
  LIMIT = 'limit',

  /** The content is not YAML or JSON that Go's parsers accept. */
  SYNTAX = 'syntax',

  /** A blob is not a map, or has no schema. */
  SCHEMA = 'schema',

  /** Two keys of a blob differ only in case. */
  DUPLICATE_KEY = 'duplicate-key',

  /** A field has another type than opm expects, such as a number instead of a string. */
  FIELD_TYPE = 'field-type',

  /** No bundles to render a catalog from. */
  NO_BUNDLES = 'no-bundles',

  /** A package has no name or one that is not a DNS label of at most 63 characters, or an option names an unknown package. */
  PACKAGE_NAME = 'package-name',

  /** Two blobs describe the same package. */
  DUPLICATE_PACKAGE = 'duplicate-package',

  /** A channel, bundle or deprecation belongs to a package that the catalog does not have. */
  UNKNOWN_PACKAGE = 'unknown-package',

  /** A package has no channel. */
  NO_CHANNELS = 'no-channels',

  /** A bundle is in no channel. */
  NO_CHANNEL = 'no-channel',

  /** A channel has no name. */
  CHANNEL_NAME = 'channel-name',

  /** Two channels of a package have the same name. */
  DUPLICATE_CHANNEL = 'duplicate-channel',

  /** A channel has no entries. */
  EMPTY_CHANNEL = 'empty-channel',

  /** A channel has two entries for a bundle. */
  DUPLICATE_ENTRY = 'duplicate-entry',

  /** A channel entry names an unknown bundle, or none. */
  ENTRY_WITHOUT_BUNDLE = 'entry-without-bundle',

  /** A package has no default channel, or one that is not among its channels. */
  DEFAULT_CHANNEL = 'default-channel',

  /** Two bundles of a package have the same name. */
  DUPLICATE_BUNDLE = 'duplicate-bundle',

  /** Two bundles of a package have the same version. */
  DUPLICATE_VERSION = 'duplicate-version',

  /** A bundle with a release is not named after its package, version and release, or an option names an unknown bundle. */
  BUNDLE_NAME = 'bundle-name',

  /** A version is not a semantic version, a release is invalid, or a bundle has a release and build metadata. */
  VERSION = 'version',

  /** A property has no value, or one that opm cannot parse. */
  PROPERTY = 'property',

  /** A bundle has no `olm.package` property, several, or that of another package. */
  PACKAGE_PROPERTY = 'package-property',

  /** An image reference is invalid. */
  IMAGE = 'image',

  /** A bundle has neither an image nor manifests. */
  NO_IMAGE = 'no-image',

  /** The `skipRange` of a channel entry is not a version range. */
  SKIP_RANGE = 'skip-range',

  /** An entry of skips is empty. */
  SKIPS = 'skips',

  /** A bundle does not contain a CRD that its CSV owns, or the name of a required CRD has no group. */
  CRD = 'crd',

  /** The bundles of a channel replace each other in a cycle. */
  REPLACES_CYCLE = 'replaces-cycle',

  /** Every bundle of a channel is replaced or skipped by another. */
  NO_HEAD = 'no-head',

  /** A channel has several bundles that no other one replaces or skips. */
  SEVERAL_HEADS = 'several-heads',

  /** No upgrade path reaches a bundle of a channel. */
  STRANDED_BUNDLE = 'stranded-bundle',

  /** A deprecation has no message, an unknown reference, or the same reference as another one. */
  DEPRECATION = 'deprecation',

  /** A filter names something that the catalog does not have, or contradicts itself. */
  FILTER = 'filter',

  /** Catalogs to merge have the same package, or contradict each other. */
  MERGE = 'merge',

  /** The folder of an operator in a community repository does not determine its upgrade edges. */
  UPDATE_GRAPH = 'update-graph',

  /** opm would refuse a template, or a bundle that it names is missing. */
  TEMPLATE = 'template',

  /** An options object has an unknown key. */
  OPTIONS = 'options',
}

/** A problem with a catalog. */
export interface CatalogProblem {
  /** Kind of the problem. */
  readonly code: CatalogErrorCode;

  /** Problem, with the names concerned, and remedy; without file and line. */
  readonly message: string;

  /**
   * Package concerned.
   *
   * @default - the problem does not concern a package
   */
  readonly packageName?: string;

  /**
   * Channel concerned.
   *
   * @default - the problem does not concern a channel
   */
  readonly channel?: string;

  /**
   * Bundle concerned.
   *
   * @default - the problem does not concern a bundle, or concerns several
   */
  readonly bundle?: string;

  /**
   * File: its path as passed, or relative to the folder that was read, with `/` between folders.
   *
   * @default - the catalog was not read from files, or the problem does not concern one file
   */
  readonly file?: string;

  /**
   * Line, from 1.
   *
   * @default - the catalog was not parsed, or the problem has no single position
   */
  readonly line?: number;

  /**
   * Column, from 1.
   *
   * @default - only the line of the blob is known
   */
  readonly column?: number;
}
