import { Construct } from 'constructs';
import { OperatorJobProps } from './operator-job-props';

/** What the removal of an operator does with the objects of its APIs. */
export enum OperandRemoval {
  /** The removal fails while such objects exist: nothing is deleted. */
  ABORT = 'abort',

  /** They are kept, as are the CRDs. */
  IGNORE = 'ignore',

  /** They are deleted first, while the operator still runs. */
  DELETE = 'delete',
}

/** Properties of `OperatorRemovalJob`. */
export interface OperatorRemovalJobProps extends OperatorJobProps {
  /**
   * What to remove: constructs that contain Subscriptions, such as an `OperatorSubscription`, a `BundleDeployment` or a chart. At least one. An
   * `OlmInstallation` among them is removed after the operators; the Job fails while OLM manages other operators, and must be in a namespace that is
   * not one of OLM's.
   */
  readonly remove: Construct[];

  /**
   * What happens to the objects of the operators' APIs.
   *
   * @default OperandRemoval.ABORT
   */
  readonly operands?: OperandRemoval;

  /**
   * Whether to delete the CRDs of the operators that no other operator owns and that have no objects.
   *
   * @default false
   */
  readonly deleteCrds?: boolean;

  /**
   * Names of the CRDs of the operators, such as `databases.example.com`: the account of the Job may look for objects of these APIs.
   *
   * @default - those of the bundles; required if the content of the catalog is unknown
   */
  readonly crds?: string[];
}
