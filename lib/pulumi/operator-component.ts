import * as pulumi from '@pulumi/pulumi';
import type { Construct } from 'constructs';
import { ConstructComponent } from './construct-component';
import { CatalogReady } from './dynamic/catalog-ready';
import { OperatorReady } from './dynamic/operator-ready';
import type { ReadyApi } from './dynamic/operator-ready';
import type { OperatorWaitArgs } from './dynamic/wait-args';
import { catalogInputs } from './operator-registry';
import { operatorInputs } from './operator-waiting';
import type { OperatorRegistry as Registry } from '../constructs/operator-registry';
import type { OperatorSubscription as Subscription } from '../constructs/operator-subscription';

/** What every component of an operator is told beside what it installs. */
export interface OperatorComponentArgs {
  /**
   * How to wait until the operator runs, and what becomes of it on `pulumi destroy`; false for neither.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: OperatorWaitArgs | false;

  /**
   * Whether an operator that somebody installed by other means is taken over as it runs: a Subscription of the same name and package gets what the
   * arguments say, and an operator whose Subscription is gone goes on below the new one. From then on it belongs to this component, and
   * `pulumi destroy` removes it. It needs `wait`, which does a part of it.
   *
   * @default false - what is there already is an error, and stays as it is
   */
  readonly adopt?: boolean;
}

/** The constructs of an operator, as far as something waits for them. */
export interface OperatorParts {
  /** The Subscription; undefined where the operator is installed without one. */
  readonly subscription: Subscription | undefined;

  /** The registry of the program that has the package; undefined where the catalog is elsewhere. */
  readonly registry: Registry | undefined;

  /** What waits for the registry, where it is another component's. */
  readonly catalogReady: pulumi.Resource | undefined;

  /** Whether an exact version is pinned. */
  readonly isPinned: boolean;
}

/** A component that installs an operator, waits until it runs, and tells what is installed. */
export abstract class OperatorComponent<Made extends Construct> extends ConstructComponent<Made> {
  /** Waits for the operator, and removes it in order; undefined when nothing is waited for. */
  public readonly ready: OperatorReady | undefined;

  /** The name of the installed CSV, once the operator runs and its APIs are served; undefined when nothing is waited for. */
  public readonly csvName: pulumi.Output<string | undefined>;

  /** The installed version, once the operator runs; undefined when nothing is waited for. */
  public readonly version: pulumi.Output<string | undefined>;

  /** The phase of the CSV, once the operator runs; undefined when nothing is waited for. */
  public readonly phase: pulumi.Output<string | undefined>;

  /** The APIs that the operator brings, once they are served; undefined when nothing is waited for. */
  public readonly ownedApis: pulumi.Output<ReadyApi[] | undefined>;

  /** The names of the operator's Deployments, once they run; undefined when nothing is waited for. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * @param kind what the construct is, such as `BundleDeployment`
   * @param name the name of the component, and the first part of its resources' names
   * @param args what it installs, and how to wait for it
   * @param options of the component; they count for its resources too
   * @param make makes the construct of arguments without outputs
   * @param partsOf finds in the construct what is waited for
   */
  protected constructor(
    kind: string, name: string, args: OperatorComponentArgs, options: pulumi.ComponentResourceOptions,
    make: (scope: Construct, id: string, args: object) => Made, partsOf: (made: Made) => OperatorParts,
  ) {
    const { wait, ...rest } = args;
    super(kind, name, rest, options, make);
    const { subscription, registry, catalogReady, isPinned } = partsOf(this._construct);
    const text = (value: string): pulumi.Output<string> => this.text(value);
    const ownRegistry = registry?.node.scopes.includes(this._construct) === true ? registry : undefined;
    if (ownRegistry !== undefined) {
      this.register(ownRegistry);
    }
    const served = ownRegistry === undefined ? catalogReady
      : this.waiter(wait, [this._app.olmReady], (settings: OperatorWaitArgs, waiterOptions) => new CatalogReady(`${name}/CatalogReady`, {
        ...forCatalogs(settings), ...catalogInputs(ownRegistry, text),
      }, waiterOptions));
    if (subscription !== undefined) {
      // One that is made before its catalog answers makes OLM wait for up to a minute until it looks again.
      this.register(subscription.subscription, [served]);
    }
    this.register();
    this.ready = subscription === undefined ? undefined
      : this.waiter(wait, [this._app.olmReady, served], (settings: OperatorWaitArgs, waiterOptions) => (
        new OperatorReady(`${name}/OperatorReady`, operatorInputs({ subscription, registry, isPinned }, settings, text), waiterOptions)
      ));
    this.csvName = pulumi.output(this.ready?.csvName);
    this.version = pulumi.output(this.ready?.version);
    this.phase = pulumi.output(this.ready?.phase);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
  }
}

/** Of the settings for an operator, those that count for the catalog that it comes from. */
function forCatalogs({ kubeconfig, context, deleteUnreachable, timeouts }: OperatorWaitArgs): Partial<OperatorWaitArgs> {
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable, timeouts }).filter(([, value]) => value !== undefined));
}
