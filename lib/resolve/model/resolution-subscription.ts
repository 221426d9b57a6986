/**
 * The part of a Subscription that OLM's resolver considers.
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

  /** Name of the CatalogSource that contains the package. */
  readonly catalog: string;

  /** Namespace of that CatalogSource. */
  readonly catalogNamespace: string;

  /**
   * CSV to start from, while nothing is installed.
   *
   * @default - the installable entry that is nearest to the head of the channel
   */
  readonly startingCsv?: string;

  /**
   * CSV that the Subscription installed, which is its `status.installedCSV`.
   *
   * @default - nothing is installed
   */
  readonly installedCsv?: string;
}
