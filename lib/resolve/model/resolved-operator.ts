/** An operator that a resolution chose. */
export interface ResolvedOperator {
  /** Package of the operator. */
  readonly packageName: string;

  /** Version of the operator. */
  readonly version: string;

  /** Name of its ClusterServiceVersion. */
  readonly csv: string;

  /** Channel from which it was chosen. */
  readonly channel: string;

  /** Name of the CatalogSource from which it was chosen. */
  readonly catalog: string;

  /** Namespace of that CatalogSource. */
  readonly catalogNamespace: string;

  /**
   * Installed ClusterServiceVersion that it replaces, or that it replaces according to its channel.
   *
   * @default - none
   */
  readonly replaces?: string;

  /**
   * Name of the Subscription that requested it.
   *
   * @default - none: it was chosen because the CSVs in `requiredBy` require it
   */
  readonly subscription?: string;

  /** CSVs of the same resolution that require it, sorted, or an empty list if none does. */
  readonly requiredBy: string[];
}

/** One resolution of OLM: what it installs and upgrades at the same time, in one InstallPlan. */
export interface ResolutionHop {
  /** The operators that are installed or upgraded to, sorted by the names of their ClusterServiceVersions; never empty. */
  readonly operators: ResolvedOperator[];
}
