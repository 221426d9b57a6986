import * as pulumi from '@pulumi/pulumi';
import type { Construct } from 'constructs';
import { ConstructComponent } from './construct-component';
import { CatalogReady } from './dynamic/catalog-ready';
import { OperatorAdoption } from './dynamic/operator-adoption';
import { OperatorPlace } from './dynamic/operator-place';
import { OperatorReady } from './dynamic/operator-ready';
import type { ReadyApi } from './dynamic/operator-ready';
import type { OperatorWaitArgs } from './dynamic/wait-args';
import { isOwnGroup, operatorCustody, removesAnything } from './operator-custody';
import type { OperatorCustody, PlaceArgs } from './operator-custody';
import { catalogInputs } from './operator-registry';
import { ofCluster, operatorInputs, placeInputs } from './operator-waiting';
import { readyWith } from './readiness';
import type { OperatorRegistry as Registry } from '../constructs/operator-registry';
import type { OperatorSubscription as Subscription } from '../constructs/operator-subscription';

/** What every component of an operator is told beside what it installs. */
export interface OperatorComponentArgs extends PlaceArgs {
  /**
   * How to wait until the operator runs, and what becomes of it on `pulumi destroy`; false for neither.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: OperatorWaitArgs | false;
}

/** The constructs of an operator, as far as something waits for them. */
export interface OperatorParts {
  /** The Subscription; undefined where the operator is installed without one. */
  readonly subscription: Subscription | undefined;

  /** The registry of the program that has the package; undefined where the catalog is elsewhere. */
  readonly registry: Registry | undefined;
}

/** A component that installs an operator, waits until it runs, and tells what is installed. */
export abstract class OperatorComponent<Made extends Construct & { readonly namespace: string }> extends ConstructComponent<Made> {
  /** The namespace that the operator is installed in. What takes it from here is made after the Namespace, and deleted before it. */
  public readonly namespace: pulumi.Output<string>;

  /** Removes the Namespace and the OperatorGroup once nobody uses them; undefined when nothing is waited for, or both are others'. */
  public readonly place: OperatorPlace | undefined;

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
    const { wait, adopt, existingNamespace: _, existingOperatorGroup: __, ...rest } = args;
    super(kind, name, rest, options, make);
    const { subscription, registry } = partsOf(this._construct);
    const text = (value: string): pulumi.Output<string> => this.text(value);
    const custody = subscription === undefined ? undefined : operatorCustody(subscription, args, this.waits(wait));
    if (adopt === true) {
      this.comesFirst(this.makeAdoption(name, subscription, wait));
    }
    this.place = subscription === undefined ? undefined : this.makePlace(name, subscription, wait, custody!);
    const ownRegistry = registry?.node.scopes.includes(this._construct) === true ? registry : undefined;
    if (ownRegistry !== undefined) {
      this.register(ownRegistry);
    }
    const served = ownRegistry === undefined ? undefined
      : this.waiter(wait, [this._app.olmReady], (settings: OperatorWaitArgs, waiterOptions) => new CatalogReady(`${name}/CatalogReady`, {
        ...ofCluster(settings), ...catalogInputs(ownRegistry, text),
      }, waiterOptions));
    // A Subscription that is made before its catalog answers makes OLM wait for up to a minute until it looks again.
    readyWith(served, ownRegistry, ownRegistry?.catalogSource);
    this.register(this._construct, subscription === undefined ? undefined : new Map([[subscription.subscription, custody!.subscription]]));
    this.ready = subscription === undefined ? undefined
      : this.waiter(wait, [this._app.olmReady, served], (settings: OperatorWaitArgs, waiterOptions) => (
        new OperatorReady(`${name}/OperatorReady`, {
          ...operatorInputs(subscription, registry, settings, text), ...(adopt === true ? { adopt } : {}),
        }, waiterOptions)
      ));
    this.namespace = this.place?.namespace ?? text(this._construct.namespace);
    this.csvName = pulumi.output(this.ready?.csvName);
    this.version = pulumi.output(this.ready?.version);
    this.phase = pulumi.output(this.ready?.phase);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
  }

  /**
   * Makes what looks, before anything is written, at what there is to be taken over.
   *
   * @throws Error where nothing would take it over
   */
  private makeAdoption(
    name: string, subscription: Subscription | undefined, wait: OperatorWaitArgs | false | undefined,
  ): OperatorAdoption | undefined {
    if (subscription === undefined || wait === false) {
      const why = wait === false ? 'with `wait: false` nobody takes over what is installed, and nobody removes it' : 'nothing subscribes to it with this engine';
      throw new Error(`[${this._construct.node.path}] adopt is for operators that OLM installed by a Subscription, and ${why}; leave out one of the two`);
    }
    return this.waiter(wait, [this._app.olmReady], (settings: OperatorWaitArgs, waiterOptions) => {
      const { timeouts: _, ...where } = ofCluster(settings);
      return new OperatorAdoption(`${name}/OperatorAdoption`, {
        ...where,
        namespace: this.text(subscription.namespace),
        subscription: this.text(subscription.name),
        package: subscription.package,
        ...(isOwnGroup(subscription) ? { operatorGroup: this.text(subscription.operatorGroupName) } : {}),
      }, waiterOptions);
    });
  }

  /** Makes the Namespace and the OperatorGroup, and what removes them when nobody uses them any longer. */
  private makePlace(
    name: string, subscription: Subscription, wait: OperatorWaitArgs | false | undefined, custody: OperatorCustody,
  ): OperatorPlace | undefined {
    const other = this._app.places.get(subscription.namespace);
    if (other !== undefined) {
      this._construct.node.addDependency(other);
    }
    [...custody.objects.keys()].forEach((object) => this.register(object, custody.objects));
    // OLM goes last: it is what keeps the OperatorGroups' kind.
    const after = [this._app.olmReady];
    const place = !removesAnything(custody) ? undefined : this.waiter(wait, after, (settings: OperatorWaitArgs, waiterOptions) => (
      new OperatorPlace(`${name}/OperatorPlace`, placeInputs(subscription, custody, settings, (value) => this.text(value)), waiterOptions)
    ));
    readyWith(place, ...custody.objects.keys());
    const [first] = custody.objects.keys();
    if (place !== undefined && first !== undefined) {
      this._app.places.set(subscription.namespace, first);
    }
    return place;
  }
}
