/** Subscription of an operator, as far as a lock decides about it. */
export interface InstalledSubscription {
  readonly name: string;

  /** Channel; empty if it follows the default channel of the package. */
  readonly channel: string;

  /** Name of the CatalogSource. */
  readonly catalog: string;

  /** Namespace of the CatalogSource. */
  readonly catalogNamespace: string;

  /** Approval of InstallPlans. OLM's default is `Automatic`. */
  readonly approval: 'Automatic' | 'Manual';

  /** CSV to start from; empty if there is none. */
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

  /** What failed; empty if nothing did. */
  readonly message: string;
}

/** An operator in a cluster: a Subscription, what it installed, or a CSV without a Subscription. */
export interface OperatorInCluster {
  readonly namespace: string;

  /** Package; of a CSV without a Subscription, what OLM recorded, or empty. */
  readonly packageName: string;

  /** Undefined for a CSV without a Subscription. */
  readonly subscription?: InstalledSubscription;

  /** Name of the installed CSV; empty if nothing is installed. */
  readonly csv: string;

  /** Version of the installed CSV; empty if nothing is installed. */
  readonly version: string;

  /** Whether the CSV does not exist, although the Subscription lists it as installed. */
  readonly isDeleted: boolean;

  /** Phase of the installed CSV; empty if it has none. */
  readonly phase: string;

  /** What is wrong with the installed CSV, as OLM says it; empty if nothing is. */
  readonly message: string;

  /** Whether it watches one namespace only, as OLM recorded in the installed CSV. */
  readonly isInSingleNamespace: boolean;

  /** The InstallPlan of the Subscription, unless it is complete. */
  readonly installPlan?: PendingInstallPlan;

  /** Names of the installed CSVs of the namespace that require it, sorted. */
  readonly requiredBy: readonly string[];

  /** Names of the CSVs that it was installed with as a dependency, sorted; empty if it is none, or the InstallPlan is gone. */
  readonly installedWith: readonly string[];
}

/** A CatalogSource in a cluster. */
export interface CatalogInCluster {
  readonly namespace: string;
  readonly name: string;

  /** Image; empty if it has none. */
  readonly image: string;
}

/** Operators and catalogs in a cluster, or in one of its namespaces. */
export interface InstalledState {
  readonly operators: readonly OperatorInCluster[];

  /** Undefined if CatalogSources could not be read. */
  readonly catalogs?: readonly CatalogInCluster[];
}
