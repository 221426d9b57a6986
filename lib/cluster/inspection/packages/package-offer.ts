/** Version in a channel. */
export interface OfferedVersion {
  /** Name of the ClusterServiceVersion, or of the bundle. */
  readonly name: string;
  readonly version: string;

  /** Deprecation message, if the version is deprecated. */
  readonly deprecation?: string;

  /** Names of the versions that it replaces or skips, or undefined if the source does not specify them. */
  readonly upgradesFrom?: readonly string[];
}

/** Channel of a package. */
export interface OfferedChannel {
  readonly name: string;

  /** Version that OLM installs from the channel, and upgrades to. */
  readonly head: string;
  readonly headVersion: string;
  readonly deprecation?: string;

  /** Versions, the newest first. */
  readonly versions: readonly OfferedVersion[];
}

/** A package in a catalog. */
export interface PackageOffer {
  readonly name: string;

  /** CatalogSource as `namespace/name`, or the path of the catalog. */
  readonly catalog: string;

  readonly displayName?: string;
  readonly provider?: string;
  readonly defaultChannel: string;
  readonly deprecation?: string;
  readonly channels: readonly OfferedChannel[];

  /** Install modes that the head of the default channel supports, or undefined if the source does not specify them. */
  readonly installModes?: readonly string[];

  /** APIs that the head of the default channel owns, such as `example.com/v1 Database`. */
  readonly ownedApis: readonly string[];
}
