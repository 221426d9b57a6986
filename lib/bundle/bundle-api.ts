/** An API that an operator owns or requires, as its ClusterServiceVersion says. */
export interface BundleApi {
  /** The API group; empty for the core group. */
  readonly group: string;

  /** The version, such as `v1alpha1`. */
  readonly version: string;

  /** The kind, such as `Memcached`. */
  readonly kind: string;

  /**
   * The plural name in URLs, such as `memcacheds`.
   *
   * @default - not said in the ClusterServiceVersion
   */
  readonly plural?: string;

  /**
   * The name of the CustomResourceDefinition, or the `name` of the API service entry.
   *
   * @default - not said in the ClusterServiceVersion
   */
  readonly name?: string;

  /** Whether an aggregated API server of the operator serves it, instead of a CustomResourceDefinition. */
  readonly fromApiService: boolean;
}
