import type * as pulumi from '@pulumi/pulumi';
import { WaiterResource } from './waiter-resource';
import type { WaitArgs, OperatorOnDestroy } from './wait-args';

/** The version that is wanted, and what may be approved to get there. */
export interface PinArgs {
  /** The name of the CSV. */
  readonly csv: pulumi.Input<string>;

  /**
   * Its version, to tell an older from a newer one.
   *
   * @default - what follows the first `.v` of the name
   */
  readonly version?: pulumi.Input<string>;

  /**
   * CSVs that may be installed on the way.
   *
   * @default - none
   */
  readonly through?: pulumi.Input<pulumi.Input<string>[]>;

  /**
   * CSVs that may be installed together with it.
   *
   * @default - none
   */
  readonly along?: pulumi.Input<pulumi.Input<string>[]>;
}

/** Which operator an `OperatorReady` waits for. */
export interface OperatorReadyArgs extends Omit<WaitArgs, 'skip'> {
  /** The namespace of the Subscription. Another one makes another resource. */
  readonly namespace: pulumi.Input<string>;

  /** The name of the Subscription. Another one makes another resource. */
  readonly subscription: pulumi.Input<string>;

  /**
   * The package. Another one makes another resource.
   *
   * @default - that of the Subscription, as found
   */
  readonly package?: pulumi.Input<string>;

  /**
   * The channel; a change is waited for.
   *
   * @default - not looked at
   */
  readonly channel?: pulumi.Input<string>;

  /**
   * Waits for exactly this version, and approves the InstallPlans to it where they wait for approval.
   *
   * @default - waits for what the Subscription leads to, and approves nothing
   */
  readonly pin?: PinArgs;

  /**
   * Any text; a change of it is a reason to wait again.
   *
   * @default - none
   */
  readonly revision?: pulumi.Input<string>;

  /**
   * How often a failed InstallPlan and what it made are deleted, so that OLM tries again.
   *
   * @default 0
   */
  readonly recover?: pulumi.Input<number>;

  /**
   * Whether the Subscription takes over what is installed of its package and is no Subscription's.
   *
   * @default false
   */
  readonly adopt?: pulumi.Input<boolean>;

  /**
   * What happens to what the operator leaves behind.
   *
   * @default - objects of its APIs stop the removal; CRDs stay
   */
  readonly onDestroy?: OperatorOnDestroy;
}

/** An API that an operator brings. */
export interface ReadyApi {
  /** The name of its CustomResourceDefinition. */
  readonly crd: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly version: string;
}

/** An operator that is installed, runs, and serves its APIs. Deleting it removes the operator in order. */
export class OperatorReady extends WaiterResource {
  /** The name of the installed CSV. */
  declare public readonly csvName: pulumi.Output<string>;

  /** The installed version. */
  declare public readonly version: pulumi.Output<string>;

  /** The phase of the CSV. */
  declare public readonly phase: pulumi.Output<string>;

  /** The APIs that the operator brings, which are served. */
  declare public readonly ownedApis: pulumi.Output<ReadyApi[]>;

  /** The names of the operator's Deployments. */
  declare public readonly deployments: pulumi.Output<string[]>;

  /** The name of the InstallPlan that installed it; undefined when the Subscription refers to it no longer. */
  declare public readonly installPlan: pulumi.Output<string | undefined>;

  /** The name of an InstallPlan to a further version that waits for approval; undefined when there is none. */
  declare public readonly pendingInstallPlan: pulumi.Output<string | undefined>;

  /** How many seconds the last wait spent in each phase. */
  declare public readonly phaseSeconds: pulumi.Output<{ [phase: string]: number }>;

  /**
   * @param name the name of the resource
   * @param args which operator
   * @param options of the resource; it has to depend on what it waits for
   */
  public constructor(name: string, args: OperatorReadyArgs, options: pulumi.CustomResourceOptions = {}) {
    super('OperatorReady', 'operatorReady', name, { ...args }, [
      'csvName', 'version', 'phase', 'ownedApis', 'deployments', 'installPlan', 'pendingInstallPlan', 'phaseSeconds', 'operatorGroups', 'left',
    ], options);
  }
}
