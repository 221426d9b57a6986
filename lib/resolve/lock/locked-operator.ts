import { LockWaiver } from './lock-waiver';

/** An operator of a lock file, at exactly one version. */
export interface LockedOperator {
  /** Namespace of the operator. */
  readonly namespace: string;

  /** Package of the operator. A namespace has a package once. */
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
   * Digest of the bundle: of its image if the catalog refers to it by digest, else of what the catalog says of the bundle, which for inline bundles
   * is all of it.
   *
   * @default - the content of the catalog was not known when the lock was made
   */
  readonly bundle?: string;

  /**
   * Name of the Subscription of the app that asks for it.
   *
   * @default - none: it is a dependency
   */
  readonly subscription?: string;

  /** CSVs of the namespace that need it, sorted; empty if none does. */
  readonly requiredBy: string[];

  /** Changes that are accepted when it is upgraded to this version, sorted. */
  readonly waivers: LockWaiver[];
}
