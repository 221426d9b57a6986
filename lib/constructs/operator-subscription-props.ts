import { Approval } from './approval';
import { CatalogRef } from './catalog-ref';
import { OperatorGroupRef } from './operator-group-ref';
import { OperatorRegistry } from './operator-registry';
import * as olm from '../../imports/operators.coreos.com';
import { InstallMode } from '../bundle/install-mode';

/** Which operator an `OperatorSubscription` installs, from where, and for which namespaces. */
export interface OperatorSubscriptionProps {
  /**
   * The registry of this app that has the package. Give either this or `catalog`.
   *
   * @default - the catalog is said by `catalog`
   */
  readonly registry?: OperatorRegistry;

  /**
   * The catalog that has the package, by name.
   *
   * @default - the CatalogSource of `registry`
   */
  readonly catalog?: CatalogRef;

  /**
   * The package to install.
   *
   * @default - the package of `registry`, when it has a single one
   */
  readonly package?: string;

  /**
   * The channel to follow.
   *
   * @default - the package's default channel
   */
  readonly channel?: string;

  /**
   * An exact version to install and to stay on. It makes the version's CSV the Subscription's `startingCSV` and the
   * approval manual, since OLM would go on to the head of the channel by itself: the first InstallPlan has to be
   * approved.
   *
   * @default - the head of the channel
   */
  readonly version?: string;

  /**
   * The CSV to start from, by name. Unlike `version` it leaves the approval as it is: with automatic approval OLM
   * installs this CSV first and then goes on to the head of the channel.
   *
   * @default - the CSV of `version`; for a package that the app does not know, `<package>.v<version>`
   */
  readonly startingCsv?: string;

  /**
   * Who lets InstallPlans run.
   *
   * @default - `Approval.MANUAL` with a `version`, else `Approval.AUTOMATIC`
   */
  readonly approval?: Approval;

  /**
   * Which namespaces the operator watches. It is checked against the bundle when the registry is part of the app.
   *
   * @default - the operator's own namespace, or all namespaces when the bundle supports nothing narrower
   */
  readonly installMode?: InstallMode;

  /**
   * The namespace that the operator is installed in. Give each operator one of its own: OLM resolves, approves and
   * upgrades everything in a namespace together.
   *
   * @default - the namespace of the chart, or the name of the package
   */
  readonly namespace?: string;

  /**
   * Whether to make the namespace. Say `false` when it exists, or when something else makes it.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * The OperatorGroup to use, when there is one in the namespace already.
   *
   * @default - one is made for the install mode
   */
  readonly operatorGroup?: OperatorGroupRef;

  /**
   * What OLM changes in the operator's Deployments: environment, volumes, resources, node selector, tolerations,
   * affinity, annotations.
   *
   * @default - the Deployments as the bundle has them
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
   */
  readonly config?: olm.SubscriptionSpecConfig;

  /**
   * The name of the Subscription, and of the OperatorGroup when one is made.
   *
   * @default - the name of the package
   */
  readonly name?: string;

  /**
   * Labels for every object made.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object made.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
