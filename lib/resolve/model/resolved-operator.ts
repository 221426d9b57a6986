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
