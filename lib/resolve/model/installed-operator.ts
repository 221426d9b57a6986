import type { BundleProperty } from '../../bundle/model/bundle-property';

/** An operator that is installed in the namespace: a ClusterServiceVersion that is no copy. */
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

  /** What it provides and requires, such as `olm.package`, `olm.gvk` and `olm.gvk.required`. */
  readonly properties: BundleProperty[];
}
