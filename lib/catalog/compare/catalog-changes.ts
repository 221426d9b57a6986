/** Kind of change of a part of a catalog. */
export enum CatalogChange {
  /** It is only in the newer catalog. */
  ADDED = 'Added',

  /** It is only in the older catalog. */
  REMOVED = 'Removed',

  /** It is in both, and differs. */
  CHANGED = 'Changed',
}

/** Field of a channel entry that allows an upgrade. */
export enum UpgradeEdgeKind {
  /** `replaces`. */
  REPLACES = 'Replaces',

  /** `skips`. */
  SKIPS = 'Skips',

  /** `skipRange`. */
  SKIP_RANGE = 'SkipRange',
}

/** An upgrade that a channel offers. */
export interface UpgradeEdge {
  /** Name of the bundle to upgrade from; in a `CatalogDiff`, `SKIP_RANGE` edges have the range of versions. */
  readonly fromBundle: string;

  /** Name of the bundle to upgrade to. */
  readonly toBundle: string;

  /** Field that allows the upgrade. */
  readonly kind: UpgradeEdgeKind;
}

/** Differences in a package. */
export interface PackageChange {
  /** Name of the package. */
  readonly name: string;

  /** Kind of change. If the package was added or removed, so were its channels, bundles and deprecations, which are listed. */
  readonly change: CatalogChange;

  /**
   * Default channel in the older catalog.
   *
   * @default - the older catalog does not have the package
   */
  readonly defaultChannelBefore?: string;

  /**
   * Default channel in the newer catalog.
   *
   * @default - the newer catalog does not have the package
   */
  readonly defaultChannelAfter?: string;

  /** Other fields of the package that differ: `icon`, `description`, `properties`. */
  readonly fields: string[];

  /** The channels that differ, sorted by name. */
  readonly channels: ChannelChange[];

  /** The bundles that differ, sorted by name. */
  readonly bundles: BundleChange[];

  /** The deprecations that differ: of the package, then of channels, then of bundles. */
  readonly deprecations: DeprecationChange[];
}

/** Differences in a channel. */
export interface ChannelChange {
  /** Name of the channel. */
  readonly name: string;

  /** Kind of change. */
  readonly change: CatalogChange;

  /**
   * Head in the older catalog.
   *
   * @default - the older catalog does not have the channel
   */
  readonly headBefore?: string;

  /**
   * Head in the newer catalog.
   *
   * @default - the newer catalog does not have the channel
   */
  readonly headAfter?: string;

  /** Names of the bundles that were added to the channel, sorted. */
  readonly entriesAdded: string[];

  /** Names of the bundles that were removed from the channel, sorted. */
  readonly entriesRemoved: string[];

  /** The upgrades that were added. */
  readonly edgesAdded: UpgradeEdge[];

  /** The upgrades that were removed. */
  readonly edgesRemoved: UpgradeEdge[];
}

/** Differences in a bundle. */
export interface BundleChange {
  /** Name of the bundle. */
  readonly name: string;

  /** Kind of change. A bundle that changed but kept its name deserves attention. */
  readonly change: CatalogChange;

  /**
   * Version in the older catalog.
   *
   * @default - the older catalog does not have the bundle
   */
  readonly versionBefore?: string;

  /**
   * Version in the newer catalog.
   *
   * @default - the newer catalog does not have the bundle
   */
  readonly versionAfter?: string;

  /**
   * Image in the older catalog, or an empty string if the manifests are inline.
   *
   * @default - the older catalog does not have the bundle
   */
  readonly imageBefore?: string;

  /**
   * Image in the newer catalog, or an empty string if the manifests are inline.
   *
   * @default - the newer catalog does not have the bundle
   */
  readonly imageAfter?: string;

  /** Types of the properties that differ, sorted. */
  readonly properties: string[];

  /** Related images that were added, sorted. */
  readonly relatedImagesAdded: string[];

  /** Related images that were removed, sorted. */
  readonly relatedImagesRemoved: string[];
}

/** Differences in a deprecation. */
export interface DeprecationChange {
  /** Schema of the deprecated blob: `olm.package`, `olm.channel` or `olm.bundle`. */
  readonly schema: string;

  /**
   * Name of the channel or bundle.
   *
   * @default - the package is deprecated
   */
  readonly name?: string;

  /** Kind of change. */
  readonly change: CatalogChange;

  /**
   * Message in the older catalog.
   *
   * @default - not deprecated in the older catalog
   */
  readonly messageBefore?: string;

  /**
   * Message in the newer catalog.
   *
   * @default - not deprecated in the newer catalog
   */
  readonly messageAfter?: string;
}
