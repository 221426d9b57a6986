/** An API that an operator owns or requires, according to its ClusterServiceVersion. */
export interface BundleApi {
  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Version, such as `v1alpha1`. */
  readonly version: string;

  /** Kind, such as `Memcached`. */
  readonly kind: string;

  /**
   * Plural name in URLs, such as `memcacheds`.
   *
   * @default - not in the ClusterServiceVersion
   */
  readonly plural?: string;

  /**
   * Name of the CustomResourceDefinition, or the `name` of the API service entry.
   *
   * @default - not in the ClusterServiceVersion
   */
  readonly name?: string;

  /** Whether it is served by an aggregated API server of the operator instead of a CustomResourceDefinition. */
  readonly fromApiService: boolean;
}
