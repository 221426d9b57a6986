import * as olm from '../../../imports/operators.coreos.com';
import { KnownKeys } from '../../formats/json/known-keys';
import { OperatorRegistryOptions } from '../catalogs/operator-registry';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { OperatorGroupRef } from '../subscription/operator-group';
import { InstallPlanApproval, OperatorUpgradeStrategy } from '../subscription/operator-subscription-props';

/** Settings of the engine for OLM v0. */
export interface OlmV0EngineOptions {
  /**
   * Settings of the registry that serves the bundle.
   *
   * @default - those of `OperatorRegistry`
   */
  readonly registry?: OperatorRegistryOptions;

  /**
   * Approval strategy for InstallPlans.
   *
   * @default InstallPlanApproval.AUTOMATIC
   */
  readonly approval?: InstallPlanApproval;

  /**
   * Whether the Subscription is pinned to the version of the bundle: OLM then requires approval of each InstallPlan, and the Pulumi component and
   * `olm-constructs wait --approve` approve those that install exactly this version. Another value of `approval` is an error.
   *
   * @default false
   */
  readonly pinned?: boolean;

  /**
   * OperatorGroup of the namespace, if it has one already.
   *
   * @default - a new one, for the install mode
   */
  readonly operatorGroup?: OperatorGroupRef;

  /**
   * Changes that OLM makes to the Deployments of the operator.
   *
   * @default - none
   */
  readonly config?: olm.SubscriptionSpecConfig;

  /**
   * ServiceAccount with which OLM installs the operator: see `OperatorSubscriptionProps`.
   *
   * @default - OLM installs the operator with its own rights
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * What OLM does when the installation of a version fails: see `OperatorSubscriptionProps`.
   *
   * @default OperatorUpgradeStrategy.DEFAULT
   */
  readonly upgradeStrategy?: OperatorUpgradeStrategy;

  /**
   * Whether OLM ignores the global catalogs, also for dependencies of the bundle: see `OperatorSubscriptionProps`.
   *
   * @default false
   */
  readonly excludeGlobalCatalogs?: boolean;
}

/** Keys of the settings of the engine. */
export const OLM_V0_OPTIONS: KnownKeys<OlmV0EngineOptions> = {
  registry: true, approval: true, pinned: true, operatorGroup: true, config: true, serviceAccount: true, upgradeStrategy: true,
  excludeGlobalCatalogs: true,
};
