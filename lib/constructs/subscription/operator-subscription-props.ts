import { Duration } from 'cdk8s';
import { InstallMode } from '../../bundle/model/install-mode';
import type { OperatorLockFile } from '../../resolve/operator-lock-file';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { IPackageEngine } from '../catalogs/package-engine';
import { ICatalog } from '../model/catalog-ref';
import { OperatorConfig } from '../model/operator-config';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import type { OperatorGroupRef } from '../model/operator-group-ref';

/**
 * Approval strategy for InstallPlans.
 *
 * A Subscription with manual approval makes every InstallPlan of its namespace wait, those of other Subscriptions included: use a separate
 * namespace for each operator, or the same approval for all of them.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/subscription/
 */
export enum InstallPlanApproval {
  /** OLM installs, and upgrades to the head of the channel as soon as there is a new one. */
  AUTOMATIC = 'Automatic',
  /** An InstallPlan waits until its `spec.approved` is set. */
  MANUAL = 'Manual',
}

/**
 * What OLM does when the installation of a version fails.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/unsafe-fail-forward-upgrades/
 */
export enum OperatorUpgradeStrategy {
  /** A failed version stays until it is repaired or removed. */
  DEFAULT = 'Default',
  /** OLM upgrades a failed version to the next one in the catalog. A technology preview, and unsafe: a failed version may have changed data. */
  TECH_PREVIEW_UNSAFE_FAIL_FORWARD = 'TechPreviewUnsafeFailForward',
}

/** Properties of an `OperatorSubscription`. */
export interface OperatorSubscriptionProps {
  /**
   * Catalog that has the package: an `OperatorRegistry`, an `ImageCatalog`, a `CatalogRef`, or a custom construct. Package, channel, version
   * and install mode are checked against the content of an `OperatorRegistry`, and of any other catalog whose content is supplied.
   */
  readonly catalog: ICatalog;

  /**
   * Package to install.
   *
   * @default - the only package of the catalog, if its content is known
   */
  readonly packageName?: string;

  /**
   * Channel to follow.
   *
   * @default - the default channel of the package, if the app knows the exact content of the catalog: that of an `OperatorRegistry`, or of an
   * `ImageCatalog` with a digest and `content`; otherwise OLM follows all channels of the package, and installs from the default one first
   */
  readonly channel?: string;

  /**
   * Exact version to install and keep, such as `1.2.3`. It sets the Subscription's `startingCSV` to the CSV of the version, and the
   * approval to manual, since OLM would otherwise upgrade to the head of the channel: the first InstallPlan has to be approved.
   *
   * @default - the head of the channel
   */
  readonly version?: string;

  /**
   * Versions of the channel to choose from: the highest one is installed and kept, as if it were `version`. It is chosen at synthesis, so the
   * content of the catalog must be known.
   *
   * The syntax is that of OLM (github.com/blang/semver): comparisons with complete versions, such as `>=1.2.0 <2.0.0`, where a space means "and"
   * and `||` means "or". In addition, `~1.2.3`, `~1.2`, `~1`, `^1.2.3`, `^1.2`, `^1`, `1.x` and `1.2.x` have the same meaning as in npm, so
   * they end before the pre-releases of the next version. Otherwise, pre-releases are ordinary versions: `^1.2` contains `1.3.0-rc.1`.
   *
   * @default - `version`, or the head of the channel
   */
  readonly versionRange?: string;

  /**
   * Name of the CSV to start from. Unlike `version`, it does not change the approval: with automatic approval OLM installs this CSV first,
   * and then upgrades to the head of the channel. Together with `version`, it has to be the CSV of that version.
   *
   * @default - the CSV of `version` or `versionRange`; for an unknown package, `<package>.v<version>`
   */
  readonly startingCsv?: string;

  /**
   * Approval strategy for InstallPlans.
   *
   * @default - `InstallPlanApproval.MANUAL` with a `version` or `versionRange`, otherwise `InstallPlanApproval.AUTOMATIC`
   */
  readonly approval?: InstallPlanApproval;

  /**
   * Namespaces that the operator watches. Checked against the bundle in an `OperatorRegistry`, and against an `operatorGroup` that is an
   * object.
   *
   * @default - that of `operatorGroup`, if it is an object; else the operator's own namespace, or all namespaces if the bundle supports
   * nothing narrower
   */
  readonly installMode?: InstallMode;

  /**
   * Namespace of the operator. Use a separate one for each operator: OLM resolves, approves and upgrades everything in a namespace together.
   *
   * @default - the namespace of the chart, or the name of the package
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace. Set it to `false` if the namespace exists, or if something else creates it.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * OperatorGroup of the namespace, if it has one already.
   *
   * @default - a new one, for the install mode
   */
  readonly operatorGroup?: OperatorGroupRef;

  /**
   * ServiceAccount with which OLM installs the operator, instead of its own rights. It applies to the whole namespace, since it is set on the
   * OperatorGroup: an `operatorGroup` is an error, and so is another Subscription in the namespace if the account is created. A created account
   * requires OLM 0.29.0 or later.
   *
   * @default - OLM installs the operator with its own rights
   * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * Timeout for unpacking a bundle image, in whole seconds; zero for none. It applies to the whole namespace, since it is set on the OperatorGroup,
   * so an `operatorGroup` is an error. Bundles that a catalog has inline, such as those of an `OperatorRegistry`, are not unpacked.
   *
   * @default - that of OLM: 10 minutes
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/bundle/bundle_unpacker.go
   */
  readonly unpackTimeout?: Duration;

  /**
   * Time after which OLM retries unpacking a bundle image, in whole seconds. It is set on the OperatorGroup, so an `operatorGroup` is an
   * error, as is an OLM of this cluster before 0.26.0. Since 0.43.0, OLM retries after five minutes in any case.
   *
   * @default - OLM does not retry
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/bundle/bundle_unpacker.go
   */
  readonly unpackRetryInterval?: Duration;

  /**
   * What OLM does when the installation of a version fails. It applies to the whole namespace, since it is set on the OperatorGroup, so an
   * `operatorGroup` is an error, as is an OLM of this cluster before 0.21.0.
   *
   * @default OperatorUpgradeStrategy.DEFAULT
   * @see https://olm.operatorframework.io/docs/advanced-tasks/unsafe-fail-forward-upgrades/
   */
  readonly upgradeStrategy?: OperatorUpgradeStrategy;

  /**
   * Whether OLM ignores the global catalogs when it resolves the Subscriptions of the namespace: only catalogs in the same namespace remain, also
   * for dependencies. It is set on the OperatorGroup, so an `operatorGroup` is an error, as is a `catalog` in another namespace, or an OLM of this
   * cluster before 0.22.0.
   *
   * @default false
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/step_resolver.go
   */
  readonly excludeGlobalCatalogs?: boolean;

  /**
   * Changes that OLM makes to the Deployments of the operator: environment, volumes, resources, node selector, tolerations, affinity,
   * annotations.
   *
   * @default - none
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
   */
  readonly config?: OperatorConfig;

  /**
   * Engine that installs the package: `new OlmV0Engine()`, or `new OlmV1Engine()` with its own settings. With OLM v1, `version` and
   * `versionRange` are those of the ClusterExtension, so that OLM v1 upgrades within the range. `config`, and any `installMode` except all
   * namespaces, require its experimental channel. Props for OLM v0 only are errors.
   *
   * @default - the engine of the cluster if it installs packages, or `new OlmV0Engine()`
   */
  readonly engine?: IPackageEngine;

  /**
   * Lock file with the version to install, and with the dependencies, which get their own Subscriptions. The version, the channel and manual
   * approval are those of the lock; a lock that does not fit the other props or the catalog is an error at synthesis. OLM v1 ignores it.
   *
   * @default - the file of the `OperatorLock` of the cluster, or none
   */
  readonly lock?: OperatorLockFile;

  /**
   * Plan by which the operator is upgraded: an `OperatorWaitJob` and the waiters of Pulumi approve exactly its versions, in its order, and nothing
   * else in the namespace. A plan for another version is an error at synthesis. OLM v1 ignores it.
   *
   * @default - that of the `OperatorLock` of the cluster, or none: the pinned version is approved
   */
  readonly upgradePlan?: OperatorUpgradePlan;

  /**
   * Name of the Subscription or ClusterExtension.
   *
   * @default - the name of the package
   */
  readonly name?: string;

  /**
   * Previous name of the Subscription, if it was renamed, so that the operator keeps running: an `OperatorWaitJob` with the Subscription in
   * `waitFor`, `olm-constructs wait --adopt` or the waiters of a Pulumi `ChartComponent` delete the previous Subscription without its operator, and
   * let the new one adopt the operator. It only works within one namespace and for one package. Once the operator is handed over, it has no effect
   * and can be omitted. Requires `operatorGroupName` or `operatorGroup`, because another OperatorGroup would restart the operator. OLM v0 only.
   *
   * @default - none: OLM refuses to resolve a Subscription for an operator that another one installed
   */
  readonly previousName?: string;

  /**
   * Name of the OperatorGroup that is created. With `operatorGroup` it is an error. OLM v0 only.
   *
   * @default - the name of the Subscription
   */
  readonly operatorGroupName?: string;

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
}
