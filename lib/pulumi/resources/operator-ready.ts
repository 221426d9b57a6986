import type * as pulumi from '@pulumi/pulumi';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { reducedPlan } from '../../resolve/plan/plan-content';
import { checkWaiterArgs } from './check-args';
import type { OperatorOnDestroy, WaitArgs } from './wait-args';
import { WaiterResource } from './waiter-resource';

/** Pinned version of an operator, and what may be approved to install it. */
export interface PinArgs {
  /** Name of the CSV. */
  readonly csv: pulumi.Input<string>;

  /**
   * Version of the CSV, to distinguish older and newer versions.
   *
   * @default - the part of the name after the first `.v`
   */
  readonly version?: pulumi.Input<string>;

  /**
   * Names of CSVs that may be installed on the way.
   *
   * @default - none
   */
  readonly intermediateCsvs?: pulumi.Input<pulumi.Input<string>[]>;

  /**
   * Names of CSVs that may be installed together with it.
   *
   * @default - none
   */
  readonly dependencyCsvs?: pulumi.Input<pulumi.Input<string>[]>;
}

/** An operator of a lock file. */
export interface LockedOperatorArgs {
  /** Name of the package. */
  readonly packageName: pulumi.Input<string>;

  /** Locked version. */
  readonly version: pulumi.Input<string>;

  /** Name of the locked CSV. */
  readonly csv: pulumi.Input<string>;

  /** Locked channel. */
  readonly channel: pulumi.Input<string>;

  /** Name of the CatalogSource. */
  readonly catalog: pulumi.Input<string>;

  /** Namespace of the CatalogSource. */
  readonly catalogNamespace: pulumi.Input<string>;

  /**
   * Name of its Subscription.
   *
   * @default - none: it is a dependency
   */
  readonly subscription?: pulumi.Input<string>;
}

/** Operator that an `OperatorReady` waits for. */
export interface OperatorReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Namespace of the Subscription. A change replaces the resource. */
  readonly namespace: pulumi.Input<string>;

  /** Name of the Subscription. A change replaces the resource, unless `previousSubscription` is the previous name. */
  readonly subscription: pulumi.Input<string>;

  /**
   * Name of the package. A change replaces the resource.
   *
   * @default - that of the Subscription in the cluster
   */
  readonly package?: pulumi.Input<string>;

  /**
   * Channel of the Subscription; a change starts a new wait.
   *
   * @default - any
   */
  readonly channel?: pulumi.Input<string>;

  /**
   * Version to wait for exactly. InstallPlans that lead to it are approved.
   *
   * @default - waits for the version that the Subscription leads to, and approves nothing
   */
  readonly pin?: PinArgs;

  /**
   * Operators of the lock file in the namespace. With them, a refresh reports how the operator differs from its lock and, for one of the operators,
   * what is not in the lock.
   *
   * @default - there is no lock
   */
  readonly locked?: pulumi.Input<pulumi.Input<LockedOperatorArgs>[]>;

  /**
   * Upgrade plan. Exactly its versions are approved, in its order, and nothing else that the pin allows. The state contains the part for its
   * namespaces. Changing only the plan does not start a new wait.
   *
   * @default - the pin decides
   */
  readonly upgradePlan?: OperatorUpgradePlan;

  /**
   * Any string; a change starts a new wait.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * Maximum number of times that a failed InstallPlan and its CSV are deleted so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: pulumi.Input<number>;

  /**
   * Whether the Subscription adopts an installed CSV of its package that does not belong to any Subscription.
   *
   * @default false
   */
  readonly adopt?: pulumi.Input<boolean>;

  /**
   * Name of the Subscription before it was renamed. With it, a change of `subscription` in the same namespace updates the resource: the previous
   * Subscription is deleted without its operator, and the new one adopts the operator. It has no effect otherwise.
   *
   * @default - a change of `subscription` replaces the resource
   */
  readonly previousSubscription?: pulumi.Input<string>;

  /**
   * How deletion handles what the operator leaves behind.
   *
   * @default - the removal stops if there are objects of the operator's APIs; CRDs are kept
   */
  readonly onDestroy?: OperatorOnDestroy;
}

/** API that an operator owns. */
export interface OwnedApi {
  /** Name of its CustomResourceDefinition. */
  readonly crd: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly version: string;
}

/** Operator that OLM installed as a dependency of another one. */
export interface OperatorDependency {
  /** Name of its package. */
  readonly package: string;

  /** Namespace of both operators. */
  readonly namespace: string;

  /** Name of the Subscription that OLM created for it. */
  readonly subscription: string;

  /** Name of its CSV. */
  readonly csv: string;
  readonly version: string;
}

/** Change that a waiter made in the cluster. */
export interface WaiterAction {
  /** Time of the change, in UTC, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;

  /** `approve`, `delete`, `adopt`, `clear-plan`, `resolve-again`, `remove-finalizers` or `reset-conversion`. */
  readonly action: string;
  readonly apiVersion: string;
  readonly kind: string;

  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;

  /** Purpose of the change, in a sentence. */
  readonly reason: string;

  /** `done`, `rejected` by the API server, or `interrupted` if the wait ended before the API server answered, so that it may have been done. */
  readonly result: string;

  /** Why the API server rejected it. @default - it was not rejected */
  readonly message?: string;
}

/** Waits until an operator is installed, runs, and its APIs are served. Deleting the resource removes the operator in order. */
export class OperatorReady extends WaiterResource {
  /** Name of the installed CSV. */
  declare public readonly csvName: pulumi.Output<string>;

  /** Installed version. */
  declare public readonly version: pulumi.Output<string>;

  /** Phase of the CSV. */
  declare public readonly phase: pulumi.Output<string>;

  /** APIs that the operator owns, all of which are served. */
  declare public readonly ownedApis: pulumi.Output<OwnedApi[]>;

  /** Names of the operator's Deployments. */
  declare public readonly deployments: pulumi.Output<string[]>;

  /**
   * Operators that OLM installed because this operator or an earlier version requires them, and their own dependencies. Operators that one of your
   * Subscriptions installs are not included. Undefined in the state of an older release of this library, until the next wait or refresh.
   */
  declare public readonly dependencies: pulumi.Output<OperatorDependency[] | undefined>;

  /** Name of the InstallPlan that installed it, or undefined if the Subscription no longer refers to it. */
  declare public readonly installPlan: pulumi.Output<string | undefined>;

  /** Name of an InstallPlan for a later version that requires approval, if any. */
  declare public readonly pendingInstallPlan: pulumi.Output<string | undefined>;

  /**
   * How the operator differs from the lock file, and what its namespace contains that is not in the lock, as of the last wait or refresh, in
   * sentences with remedies, or undefined without a lock.
   */
  declare public readonly lockDrift: pulumi.Output<string[] | undefined>;

  /** Seconds that the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * The last 100 changes that the waits of this resource made in the cluster, the latest last: approvals, recoveries and deletions. Undefined if
   * there were none.
   */
  declare public readonly actions: pulumi.Output<WaiterAction[] | undefined>;

  /**
   * @param name name of the resource
   * @param args the operator
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OperatorReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of OperatorReady '${name}'`, 'OperatorReadyArgs', args, new.target !== OperatorReady);
    const { upgradePlan, ...inputs } = args;
    const plan = upgradePlan === undefined ? {} : { upgradePlan: reducedPlan(upgradePlan, namespacesOf(upgradePlan, args.namespace)) };
    super('OperatorReady', 'operatorReady', name, { ...inputs, ...plan }, [
      'csvName', 'version', 'phase', 'ownedApis', 'deployments', 'dependencies', 'installPlan', 'pendingInstallPlan', 'lockDrift', 'phaseSeconds', 'actions', 'operatorGroups', 'left',
    ], options);
  }
}

/** Returns the namespaces of a plan that a waiter needs: only its own, if that is already known. */
function namespacesOf({ operators }: OperatorUpgradePlan, namespace: pulumi.Input<string>): string[] {
  return typeof namespace === 'string' ? [namespace] : [...new Set(operators.map((operator) => operator.namespace))];
}
