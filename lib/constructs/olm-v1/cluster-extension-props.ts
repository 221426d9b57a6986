import { Duration } from 'cdk8s';
import { IClusterCatalog } from './i-cluster-catalog';
import { OperatorServiceAccount } from '../model/operator-service-account';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import * as olm from '../../../imports/operators.coreos.com';
import { Bundle } from '../../bundle/bundle';
import { InstallMode } from '../../bundle/model/install-mode';
import { OlmV1Version } from '../../olm/v1/model/olm-v1-version';

/** Version changes that OLM v1 makes by itself. */
export enum UpgradeConstraintPolicy {
  /** Upgrades along the upgrade graph of the channels, and no downgrades. */
  CATALOG_PROVIDED = 'CatalogProvided',

  /** Any version change, including downgrades, regardless of what the author of the package allows. Data can be lost. */
  SELF_CERTIFIED = 'SelfCertified',
}

/**
 * What OLM v1 does when a new version of a CRD is not safe for existing objects.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export enum CrdUpgradeSafety {
  /** The upgrade is refused. */
  STRICT = 'Strict',

  /** Nothing is checked. An upgrade can lose data. */
  NONE = 'None',
}

/** Properties of a `ClusterExtension`. */
export interface ClusterExtensionProps {
  /**
   * Package to install.
   *
   * @default - the package of `bundles`; required without `bundles`
   */
  readonly packageName?: string;

  /**
   * Catalogs to take the package from. If there are several, they must be `ClusterCatalog`s, or references by name.
   *
   * @default - all ClusterCatalogs of the cluster
   */
  readonly catalogs?: IClusterCatalog[];

  /**
   * Label selector for the ClusterCatalogs, instead of `catalogs`.
   *
   * @default - that of `catalogs`
   */
  readonly catalogSelector?: olmv1.ClusterExtensionSpecSourceCatalogSelector;

  /**
   * Channels to take versions and upgrades from; at most 256.
   *
   * @default - all channels of the package
   */
  readonly channels?: string[];

  /**
   * Version to install, such as `1.2.3`, or a range of versions, such as `>=1.2.0, <2.0.0`, `1.2.x`, `~1.2.3` or `^1.2.3`; at most 64 characters. OLM
   * upgrades within the range by itself.
   *
   * @default - the newest version
   * @see https://operator-framework.github.io/operator-controller/concepts/version-ranges/
   */
  readonly version?: string;

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
   * Time after which a rollout that does not complete has failed: whole minutes, from 10 minutes to 12 hours. Requires the experimental CRDs of
   * OLM v1 1.8.0 or later.
   *
   * @default - none
   */
  readonly progressDeadline?: Duration;

  /**
   * Namespaces that the operator watches: all, its own, or a single one. Any but all requires the experimental CRDs of OLM v1 1.5.0 or later,
   * or OLM v1 1.8.0.
   *
   * @default - all namespaces; required if one of `bundles` does not support that
   */
  readonly installMode?: InstallMode;

  /**
   * Changes to the Deployments of the operator: environment, volumes, resources, node selector, tolerations, affinity, annotations. Its field
   * `selector` is an error. Requires the experimental CRDs of OLM v1 1.9.0 or later.
   *
   * @default - none
   */
  readonly deploymentConfig?: olm.SubscriptionSpecConfig;

  /**
   * Bundles of the package that may be installed. They are checked against what OLM v1 supports, and the rights of a `serviceAccount` are derived
   * from them. A bundle whose version does not match `version` is an error.
   *
   * @default - unknown: not checked
   */
  readonly bundles?: Bundle[];

  /**
   * Namespace of the operator.
   *
   * @default - the namespace of the chart, or the name of the package
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace, since OLM v1 does not. Set it to `false` if the namespace exists, or if something else creates it.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * ServiceAccount with whose rights OLM installs the operator. Up to OLM v1 1.10, every ClusterExtension has one. Later releases ignore it: it is
   * not written, and a warning is printed.
   *
   * @default - up to OLM v1 1.10, OperatorServiceAccount.create() if `bundles` is set, and required otherwise; none for later releases
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * Name of the ClusterExtension.
   *
   * @default - the name of the package
   */
  readonly name?: string;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

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
