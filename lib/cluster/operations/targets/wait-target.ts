import type { PlanContent } from '../../../resolve/plan/plan-content';
import type { Waiter } from '../../waiting/machine/waiter';

/** Object of a cluster, for reports. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
}

/** Something to wait for, from manifests. */
export interface WaitTarget {
  /** Title for messages, such as `operator demo/plain`. */
  readonly subject: string;
  readonly object: ObjectReference;

  /** Targets that have to be ready first. */
  readonly after: readonly WaitTarget[];

  /**
   * Returns the wait.
   *
   * @param timeout total timeout in milliseconds, or undefined for the default of the kind
   */
  readonly waiter: (timeout: number | undefined) => Waiter<unknown, unknown>;

  /** Describes in a few words what is ready. */
  readonly readyText: (outcome: unknown) => string;
}

/** Options of waits for operators. */
export interface OperatorWaitOptions {
  /** Whether to approve InstallPlans that lead to a pinned version: to the `startingCSV` of a Subscription with manual approval. */
  readonly approve: boolean;

  /** Whether older versions in the channel are approved on the upgrade path to a pinned one. */
  readonly stepwise: boolean;

  /** Names of the ClusterServiceVersions that may be installed in addition, on the upgrade path or as dependencies. */
  readonly allowedCsvs: readonly string[];

  /** Upgrade plan: only its CSVs are approved, in its order, and `stepwise` and `allowedCsvs` have no effect. @default - the pins apply */
  readonly upgradePlan?: PlanContent;

  /** Whether a Subscription adopts an installed ClusterServiceVersion of its package that no Subscription refers to. */
  readonly adopt: boolean;

  /** How many times a failed installation is deleted, so that OLM retries. */
  readonly recover: number;
}
