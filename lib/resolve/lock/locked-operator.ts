import type { LockWaiver } from './lock-waiver';

/** A catalog that operators of a lock file come from. */
export interface LockedCatalog {
  /** Name of its CatalogSource. */
  readonly name: string;

  /** Namespace of its CatalogSource. */
  readonly namespace: string;

  /**
   * Image of the catalog.
   *
   * @default - none or unknown
   */
  readonly image?: string;

  /**
   * Digest of its content, such as `sha256:…`: the `contentHash` of the `Catalog`.
   *
   * @default - the content was unknown when the lock was created
   */
  readonly digest?: string;
}

/** An operator of a lock file, at exactly one version. */
export interface LockedOperator {
  /** Namespace of the operator. */
  readonly namespace: string;

  /** Package of the operator. A package occurs only once in a namespace. */
  readonly packageName: string;

  /** Version of the operator. */
  readonly version: string;

  /** Name of its ClusterServiceVersion. */
  readonly csv: string;

  /** Channel that it is taken from. */
  readonly channel: string;

  /** Name of the CatalogSource that it is taken from. */
  readonly catalog: string;

  /** Namespace of that CatalogSource. */
  readonly catalogNamespace: string;

  /**
   * Digest of the bundle: of its image if the catalog refers to it by digest, otherwise of its content in the catalog, which for an inline bundle is
   * the whole bundle.
   *
   * @default - the content of the catalog was unknown when the lock was created
   */
  readonly bundle?: string;

  /**
   * Name of the Subscription of the app that requests it.
   *
   * @default - none: it is a dependency
   */
  readonly subscription?: string;

  /** CSVs of the namespace that require it, sorted, or an empty list if none does. */
  readonly requiredBy: string[];

  /** Changes that are accepted when it is upgraded to this version, sorted. */
  readonly waivers: LockWaiver[];
}
