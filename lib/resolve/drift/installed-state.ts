/** The part of an operator's Subscription that a lock determines. */
export interface InstalledSubscription {
  readonly name: string;

  /** Channel, or an empty string if it follows the default channel of the package. */
  readonly channel: string;

  /** Name of the CatalogSource. */
  readonly catalog: string;

  /** Namespace of the CatalogSource. */
  readonly catalogNamespace: string;

  /** Approval strategy for InstallPlans. OLM's default is `Automatic`. */
  readonly approval: 'Automatic' | 'Manual';

  /** CSV to start from, or an empty string. */
  readonly startingCsv: string;

  /** Whether OLM created it for a dependency. */
  readonly isGenerated: boolean;
}

/** InstallPlan that is not complete. */
export interface PendingInstallPlan {
  readonly name: string;

  /** Phase, such as `RequiresApproval`. */
  readonly phase: string;

  /** Names of the CSVs that it installs. */
  readonly csvs: readonly string[];

  /** Error message, or an empty string if nothing failed. */
  readonly message: string;
}

/** An operator in a cluster: a Subscription with what it installed, or a CSV without a Subscription. */
export interface OperatorInCluster {
  readonly namespace: string;

  /** Package. For a CSV without a Subscription, the package that OLM recorded, or an empty string. */
  readonly packageName: string;

  /** Subscription, or undefined for a CSV without one. */
  readonly subscription?: InstalledSubscription;

  /** Name of the installed CSV, or an empty string if nothing is installed. */
  readonly csv: string;

  /** Version of the installed CSV, or an empty string if nothing is installed. */
  readonly version: string;

  /** Whether the CSV was deleted, although the Subscription lists it as installed. */
  readonly isDeleted: boolean;

  /** Phase of the installed CSV, or an empty string if it has none. */
  readonly phase: string;

  /** Problem of the installed CSV in OLM's words, or an empty string. */
  readonly message: string;

  /** Whether it watches only one namespace, according to what OLM recorded in the installed CSV. */
  readonly isInSingleNamespace: boolean;

  /** The InstallPlan of the Subscription, unless it is complete. */
  readonly installPlan?: PendingInstallPlan;

  /** Names of the installed CSVs of the namespace that require it, sorted. */
  readonly requiredBy: readonly string[];

  /**
   * Names of the CSVs that it was installed with as a dependency, sorted. An empty list if it is not a dependency, or the InstallPlan no longer
   * exists.
   */
  readonly installedWith: readonly string[];

  /** Objects that it depends on and that a dump lacks, such as `InstallPlan demo/install-a`. @default - none is missing in the dump */
  readonly notDumped?: readonly string[];
}

/** A CatalogSource in a cluster. */
export interface CatalogInCluster {
  readonly namespace: string;
  readonly name: string;

  /** Image, or an empty string if it has none. */
  readonly image: string;
}

/** Operators and catalogs in a cluster, or in one of its namespaces. */
export interface InstalledState {
  readonly operators: readonly OperatorInCluster[];

  /** CatalogSources, or undefined if they could not be read. */
  readonly catalogs?: readonly CatalogInCluster[];

  /** Whether it is that of a dump: what is not in it may be in the cluster. @default false */
  readonly isSelection?: boolean;
}
