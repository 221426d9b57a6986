/**
 * How an operator or a catalog in a cluster differs from its lock:
 *
 * - `missing`: a locked operator is not installed, or a locked catalog does not exist
 * - `version`: another version is installed
 * - `unsubscribed`: the operator is installed, but has no Subscription
 * - `channel`, `catalog`: the Subscription follows another one
 * - `approval`: the Subscription approves InstallPlans automatically
 * - `pin`: the `startingCSV` of the Subscription is not the locked CSV
 * - `unknown`: an operator that is not locked
 * - `unneeded`: OLM installed it as a dependency, and nothing in the lock requires it
 * - `image`: the catalog has another image
 */
export type DriftKind = 'missing' | 'version' | 'unsubscribed' | 'channel' | 'catalog' | 'approval' | 'pin' | 'unknown' | 'unneeded' | 'image';

/** A difference between a lock and a cluster. */
export interface DriftDifference {
  readonly kind: DriftKind;

  /** Locked value, or an empty string if nothing is locked. */
  readonly locked: string;

  /** Value in the cluster, or an empty string. */
  readonly found: string;

  /** The difference and its remedy, in a sentence. */
  readonly message: string;
}

/** An operator that differs from its lock. */
export interface DriftedOperator {
  readonly namespace: string;

  /** Package, or an empty string if unknown. */
  readonly packageName: string;

  /** Name of its Subscription in the cluster, or an empty string if it has none. */
  readonly subscription: string;

  /** Locked version, or an empty string if it is not locked. */
  readonly lockedVersion: string;

  /** Locked CSV, or an empty string if it is not locked. */
  readonly lockedCsv: string;

  /** Installed version, or an empty string if none is installed. */
  readonly installedVersion: string;

  /** Installed CSV, or an empty string if none is installed. */
  readonly installedCsv: string;

  /** CSVs of the namespace that require it or, if none does, CSVs that it was installed with as a dependency. */
  readonly requiredBy: readonly string[];

  /** The differences; at least one. */
  readonly differences: readonly DriftDifference[];
}

/** A catalog that differs from its lock. */
export interface DriftedCatalog {
  readonly namespace: string;
  readonly name: string;
  readonly differences: readonly DriftDifference[];
}
