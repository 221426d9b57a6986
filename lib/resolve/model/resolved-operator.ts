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
   * Installed ClusterServiceVersion that it takes the place of, or that its channel says it replaces.
   *
   * @default - none
   */
  readonly replaces?: string;

  /**
   * Name of the Subscription that asked for it.
   *
   * @default - none: it was chosen because `requiredBy` needs it
   */
  readonly subscription?: string;

  /** CSVs of the same resolution that need it, sorted; empty if none does. */
  readonly requiredBy: string[];
}
