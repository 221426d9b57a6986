import type { PackageDeprecations } from './deprecations';

/** Where a bundle that is added to a channel comes in its upgrades. */
export enum AppendMode {
  /** It becomes the head of the channel, and replaces the earlier head. */
  HEAD = 'Head',

  /** It comes after the next older version of the channel, and the next newer version, if there is one, replaces it instead. */
  SEMVER = 'Semver',
}

/** Options for adding bundles to a catalog. */
export interface CatalogAppendOptions {
  /**
   * Channels to add the bundles to. One that does not exist is created.
   *
   * @default - the channels in the annotations of each bundle
   */
  readonly channels?: string[];

  /**
   * Where the bundles come in the upgrades of the channels.
   *
   * @default AppendMode.HEAD
   */
  readonly mode?: AppendMode;

  /**
   * Name of the bundle that a single bundle replaces.
   *
   * @default - with AppendMode.HEAD, `spec.replaces` of its CSV if the channel then has one head, otherwise the head of the channel; with
   * AppendMode.SEMVER, the next older version
   */
  readonly replaces?: string;

  /**
   * Names of the bundles that a single bundle skips.
   *
   * @default - `spec.skips` of its CSV
   */
  readonly skips?: string[];

  /**
   * Range of versions from which each of the bundles is an upgrade, such as `>=1.0.0 <1.2.0`.
   *
   * @default - the annotation `olm.skipRange` of its CSV
   */
  readonly skipRange?: string;

  /**
   * Default channel of the package.
   *
   * @default - that of the catalog; for a new package, that of the bundle, or the first channel
   */
  readonly defaultChannel?: string;

  /**
   * Bundle images, by bundle name, such as `quay.io/example/memcached-bundle@sha256:…`.
   *
   * @default - the catalog contains the manifests of the bundles inline
   */
  readonly images?: { [key: string]: string };

  /**
   * Deprecations of the package, its channels and its bundles, in addition to those that the catalog has. A message replaces an earlier one.
   *
   * @default - nothing more is deprecated
   */
  readonly deprecations?: PackageDeprecations;
}
