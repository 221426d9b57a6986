import { Duration } from 'cdk8s';
import { OperatorServiceAccount } from './model/operator-service-account';
import { CrdUpgradeSafety, UpgradeConstraintPolicy } from './olm-v1/cluster-extension-props';
import { IClusterCatalog } from './olm-v1/i-cluster-catalog';
import * as olm from '../../imports/operators.coreos.com';
import { KnownKeys } from '../formats/json/known-keys';
import { OlmV1Version } from '../olm/v1/model/olm-v1-version';

/** Settings of the engine for OLM v1. */
export interface OlmV1EngineOptions {
  /**
   * Image of a catalog with the bundle: a ClusterCatalog for it is created for each `BundleDeployment`. `Catalog.toImageLayout` writes the image;
   * push it before the deployment is applied.
   *
   * @default - `catalog`, or that of the subscription; one of them is required, since OLM v1 reads no ConfigMaps
   */
  readonly catalogImage?: string;

  /**
   * ClusterCatalog with the bundle or the package.
   *
   * @default - `catalogImage`, or the catalog of the subscription
   */
  readonly catalog?: IClusterCatalog;

  /**
   * Version changes that OLM makes.
   *
   * @default UpgradeConstraintPolicy.CATALOG_PROVIDED
   */
  readonly upgradeConstraintPolicy?: UpgradeConstraintPolicy;

  /**
   * What OLM does when a new version of a CRD is not safe for existing objects.
   *
   * @default CrdUpgradeSafety.STRICT
   */
  readonly crdUpgradeSafety?: CrdUpgradeSafety;

  /**
   * Time after which a rollout that does not complete has failed: see `ClusterExtensionProps`.
   *
   * @default - none
   */
  readonly progressDeadline?: Duration;

  /**
   * Changes to the Deployments of the operator: see `ClusterExtensionProps`.
   *
   * @default - none
   */
  readonly deploymentConfig?: olm.SubscriptionSpecConfig;

  /**
   * ServiceAccount with whose rights OLM installs the operator, up to OLM v1 1.10.
   *
   * @default - created with the rights that the bundle needs; none for later releases, which ignore it
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * Release of OLM v1.
   *
   * @default - that of the `Cluster`, or OlmV1Version.DEFAULT
   */
  readonly olmVersion?: OlmV1Version;

  /**
   * Whether the experimental CRDs of the release are installed.
   *
   * @default - that of the `Cluster`, or false
   */
  readonly experimental?: boolean;
}

/** Keys of the settings of the engine. */
export const OLM_V1_OPTIONS: KnownKeys<OlmV1EngineOptions> = {
  catalogImage: true, catalog: true, upgradeConstraintPolicy: true, crdUpgradeSafety: true, progressDeadline: true, deploymentConfig: true,
  serviceAccount: true, olmVersion: true, experimental: true,
};
