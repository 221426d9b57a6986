/**
 * A Subscription, as far as OLM's resolver considers it.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/subscription_types.go
 */
export interface ResolutionSubscription {
  /** Name of the Subscription. */
  readonly name: string;

  /** Package to install. */
  readonly packageName: string;

  /**
   * Channel to follow.
   *
   * @default - all channels of the package, the default channel first
   */
  readonly channel?: string;

  /** Name of the CatalogSource that has the package. */
  readonly catalog: string;

  /** Namespace of that CatalogSource. */
  readonly catalogNamespace: string;

  /**
   * CSV to start from, while nothing is installed.
   *
   * @default - the entry nearest to the head of the channel that can be installed
   */
  readonly startingCsv?: string;

  /**
   * CSV that the Subscription installed, which is its `status.installedCSV`.
   *
   * @default - nothing is installed
   */
  readonly installedCsv?: string;
}
