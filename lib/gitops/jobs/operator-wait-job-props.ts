import { Construct } from 'constructs';
import { OperatorJobProps } from './operator-job-props';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';

/** Properties of `OperatorWaitJob`. */
export interface OperatorWaitJobProps extends OperatorJobProps {
  /**
   * What to wait for: constructs that contain Subscriptions, CatalogSources, ClusterCatalogs or ClusterExtensions, such as an
   * `OperatorSubscription`, a `BundleDeployment` or a chart. At least one.
   */
  readonly waitFor: Construct[];

  /**
   * Whether the Job is a hook of Argo CD that runs in each sync, after the objects that it waits for. Otherwise, the name of the Job changes with
   * these objects, so that it runs once for each change with any tool.
   *
   * @default false
   */
  readonly argoCdHook?: boolean;

  /**
   * Whether the Job approves InstallPlans that install only pinned versions: those of Subscriptions with manual approval and a
   * `startingCSV`.
   *
   * @default true
   */
  readonly approve?: boolean;

  /**
   * Whether older versions in the channel are approved on the upgrade path to a pinned one.
   *
   * @default false
   */
  readonly stepwise?: boolean;

  /**
   * Names of other ClusterServiceVersions that may be approved, on the upgrade path to a pinned version or as dependencies.
   *
   * @default - none
   */
  readonly allowedCsvs?: string[];

  /**
   * Upgrade plan: the Job approves exactly its versions, in its order, and not versions that are only pinned. The name of the Job changes with the
   * content of the plan for the namespaces of the operators.
   *
   * @default - that of the Subscriptions, or none
   */
  readonly upgradePlan?: OperatorUpgradePlan;

  /**
   * How many times a failed installation is deleted, so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: number;
}
