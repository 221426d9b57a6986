import type * as pulumi from '@pulumi/pulumi';
import { checkArgs, checkNestedArgs, WAITER_ARGS } from '../waiter-resource/known-args';
import { WaiterResource } from '../waiter-resource/waiter-resource';
import type { WaitArgs, OperatorOnDestroy } from '../waiter-resource/wait-args';
import { reducedPlan } from '../../resolve/load';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';

/** Pinned version of an operator, and what may be approved to install it. */
export interface PinArgs {
  /** Name of the CSV. */
  readonly csv: pulumi.Input<string>;

  /**
   * Version of the CSV, to recognize older and newer versions.
   *
   * @default - what follows the first `.v` of the name
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
   * Name of the Subscription that asks for it.
   *
   * @default - none: it is a dependency
   */
  readonly subscription?: pulumi.Input<string>;
}

/** Operator that an `OperatorReady` waits for. */
export interface OperatorReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** Namespace of the Subscription. A change replaces the resource. */
  readonly namespace: pulumi.Input<string>;

  /** Name of the Subscription. A change replaces the resource, unless `previousSubscription` is the name before. */
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
   * @default - waits for what the Subscription leads to, and approves nothing
   */
  readonly pin?: PinArgs;

  /**
   * Operators that the lock file has in the namespace. With them, a refresh reports how the operator differs from its lock and, at one of the
   * operators, what the lock does not have.
   *
   * @default - there is no lock
   */
  readonly locked?: pulumi.Input<pulumi.Input<LockedOperatorArgs>[]>;

  /**
   * Upgrade plan: exactly its versions are approved, in its order, and nothing else that the pin allows. The state has what it contains for its
   * namespaces. A change alone starts no new wait.
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
   * How many times a failed InstallPlan and its CSV are deleted so that OLM tries again.
   *
   * @default 0
   */
  readonly recover?: pulumi.Input<number>;

  /**
   * Whether the Subscription adopts an installed CSV of its package that belongs to no Subscription.
   *
   * @default false
   */
  readonly adopt?: pulumi.Input<boolean>;

  /**
   * Name of the Subscription before it was renamed. With it, a change of `subscription` in the same namespace updates the resource: the previous
   * Subscription is deleted without its operator, and the new one adopts that. It has no effect otherwise.
   *
   * @default - a change of `subscription` replaces the resource
   */
  readonly previousSubscription?: pulumi.Input<string>;

  /**
   * What the deletion does with what the operator leaves behind.
   *
   * @default - objects of the operator's APIs stop the removal; CRDs stay
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
  /** When it was made, in UTC, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;

  /** `approve`, `delete`, `adopt`, `clear-plan`, `remove-finalizers` or `reset-conversion`. */
  readonly action: string;
  readonly apiVersion: string;
  readonly kind: string;

  /** @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;

  /** What for, in a sentence. */
  readonly reason: string;

  /** `done`, `rejected` by the API server, or `interrupted`: it may be done, because the wait ended before the API server answered. */
  readonly result: string;

  /** Why the API server rejected it. @default - it did not */
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

  /** APIs that the operator owns. They are served. */
  declare public readonly ownedApis: pulumi.Output<OwnedApi[]>;

  /** Names of the operator's Deployments. */
  declare public readonly deployments: pulumi.Output<string[]>;

  /**
   * Operators that OLM installed because this one, or an earlier version, requires them, and those that they require; not those that a Subscription
   * of yours installs.
   * Undefined in the state of an older release of this library, until the next wait or refresh.
   */
  declare public readonly dependencies: pulumi.Output<OperatorDependency[] | undefined>;

  /** Name of the InstallPlan that installed it; undefined if the Subscription no longer refers to it. */
  declare public readonly installPlan: pulumi.Output<string | undefined>;

  /** Name of an InstallPlan to a later version that waits for approval; undefined if there is none. */
  declare public readonly pendingInstallPlan: pulumi.Output<string | undefined>;

  /**
   * How the operator differs from the lock file, and what its namespace has that is not in the lock, as the last wait or refresh found it, in
   * sentences with their remedies; undefined without a lock.
   */
  declare public readonly lockDrift: pulumi.Output<string[] | undefined>;

  /** Seconds that the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * What the waits of this resource changed in the cluster, the latest last: approvals, recoveries and deletions; the last 100. Undefined if they
   * changed nothing.
   */
  declare public readonly actions: pulumi.Output<WaiterAction[] | undefined>;

  /**
   * @param name name of the resource
   * @param args the operator
   * @param options options of the resource; it must depend on what it waits for
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: OperatorReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    if (new.target === OperatorReady) {
      checkArgs<OperatorReadyArgs>(`args of OperatorReady '${name}'`, args, {
        ...WAITER_ARGS, namespace: true, subscription: true, package: true, channel: true, pin: true, upgradePlan: true,
        locked: true, revision: true, recover: true, adopt: true, previousSubscription: true, onDestroy: true,
      });
      checkArgs<PinArgs>(`pin in args of OperatorReady '${name}'`, args.pin, { csv: true, version: true, intermediateCsvs: true, dependencyCsvs: true });
      checkNestedArgs(`args of OperatorReady '${name}'`, args, 'operator');
    }
    const { upgradePlan, ...inputs } = args;
    const plan = upgradePlan === undefined ? {} : { upgradePlan: reducedPlan(upgradePlan, namespacesOf(upgradePlan, args.namespace)) };
    super('OperatorReady', 'operatorReady', name, { ...inputs, ...plan }, [
      'csvName', 'version', 'phase', 'ownedApis', 'deployments', 'dependencies', 'installPlan', 'pendingInstallPlan', 'lockDrift', 'phaseSeconds', 'actions', 'operatorGroups', 'left',
    ], options);
  }
}

/** Returns the namespaces of a plan that a waiter needs: its own one, if that is known already. */
function namespacesOf({ operators }: OperatorUpgradePlan, namespace: pulumi.Input<string>): string[] {
  return typeof namespace === 'string' ? [namespace] : [...new Set(operators.map((operator) => operator.namespace))];
}
