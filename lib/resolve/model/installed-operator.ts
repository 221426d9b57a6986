import type { BundleProperty } from '../../bundle/model/bundle-property';

/** An operator that is installed in the namespace: a ClusterServiceVersion that is not a copy. */
export interface InstalledOperator {
  /** Name of the ClusterServiceVersion. */
  readonly csv: string;

  /**
   * Package of the operator.
   *
   * @default - unknown
   */
  readonly packageName?: string;

  /**
   * Version of the operator.
   *
   * @default - unknown
   */
  readonly version?: string;

  /** Properties that state what it provides and requires, such as `olm.package`, `olm.gvk` and `olm.gvk.required`. */
  readonly properties: BundleProperty[];
}
