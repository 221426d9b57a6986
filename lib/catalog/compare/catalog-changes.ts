/** What happened to a part of a catalog. */
export enum CatalogChange {
  /** It is only in the newer catalog. */
  ADDED = 'Added',

  /** It is only in the older catalog. */
  REMOVED = 'Removed',

  /** It is in both, and differs. */
  CHANGED = 'Changed',
}

/** How a channel says that one bundle can follow another. */
export enum UpgradeEdgeKind {
  /** `replaces` */
  REPLACES = 'Replaces',

  /** `skips` */
  SKIPS = 'Skips',

  /** `skipRange` */
  SKIP_RANGE = 'SkipRange',
}

/** An upgrade that a channel offers. */
export interface UpgradeEdge {
  /** The bundle that is followed; for `SKIP_RANGE`, the range of versions. */
  readonly from: string;

  /** The bundle that follows. */
  readonly to: string;

  /** How the channel says so. */
  readonly kind: UpgradeEdgeKind;
}

/** What is different in a package. */
export interface PackageChange {
  /** The name of the package. */
  readonly name: string;

  /** What happened to it. Where it was added or removed, so were its channels, bundles and deprecations, which are listed. */
  readonly change: CatalogChange;

  /**
   * The default channel in the older catalog.
   *
   * @default - the package is not there
   */
  readonly defaultChannelBefore?: string;

  /**
   * The default channel in the newer catalog.
   *
   * @default - the package is not there
   */
  readonly defaultChannelAfter?: string;

  /** The other fields of the package that differ: `icon`, `description`, `properties`. */
  readonly fields: string[];

  /** The channels that differ, sorted by name. */
  readonly channels: ChannelChange[];

  /** The bundles that differ, sorted by name. */
  readonly bundles: BundleChange[];

  /** The deprecations that differ: that of the package, then of channels, then of bundles. */
  readonly deprecations: DeprecationChange[];
}

/** What is different in a channel. */
export interface ChannelChange {
  /** The name of the channel. */
  readonly name: string;

  /** What happened to it. */
  readonly change: CatalogChange;

  /**
   * The bundle that upgrades led to before.
   *
   * @default - the channel was not there
   */
  readonly headBefore?: string;

  /**
   * The bundle that upgrades lead to now.
   *
   * @default - the channel is gone
   */
  readonly headAfter?: string;

  /** The bundles that the channel got, sorted by name. */
  readonly entriesAdded: string[];

  /** The bundles that the channel lost, sorted by name. */
  readonly entriesRemoved: string[];

  /** The upgrades that are new. */
  readonly edgesAdded: UpgradeEdge[];

  /** The upgrades that are gone. */
  readonly edgesRemoved: UpgradeEdge[];
}

/** What is different in a bundle. */
export interface BundleChange {
  /** The name of the bundle. */
  readonly name: string;

  /** What happened to it. A bundle that changed under one name is a reason to look twice. */
  readonly change: CatalogChange;

  /**
   * Its version in the older catalog.
   *
   * @default - the bundle is not there
   */
  readonly versionBefore?: string;

  /**
   * Its version in the newer catalog.
   *
   * @default - the bundle is not there
   */
  readonly versionAfter?: string;

  /**
   * Its image in the older catalog; empty where the catalog carries its manifests.
   *
   * @default - the bundle is not there
   */
  readonly imageBefore?: string;

  /**
   * Its image in the newer catalog; empty where the catalog carries its manifests.
   *
   * @default - the bundle is not there
   */
  readonly imageAfter?: string;

  /** The types of the properties that differ, sorted. */
  readonly properties: string[];

  /** The related images that are new, sorted. */
  readonly relatedImagesAdded: string[];

  /** The related images that are gone, sorted. */
  readonly relatedImagesRemoved: string[];
}

/** What is different in a deprecation. */
export interface DeprecationChange {
  /** What is deprecated: `olm.package`, `olm.channel` or `olm.bundle`. */
  readonly schema: string;

  /**
   * The channel or bundle.
   *
   * @default - it is about the package
   */
  readonly name?: string;

  /** What happened to it. */
  readonly change: CatalogChange;

  /**
   * What users were told before.
   *
   * @default - it was not deprecated
   */
  readonly messageBefore?: string;

  /**
   * What users are told now.
   *
   * @default - it is not deprecated any more
   */
  readonly messageAfter?: string;
}
