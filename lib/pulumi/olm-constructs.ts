import * as pulumi from '@pulumi/pulumi';
import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { ClusterApp } from './cluster-app';
import { ComponentWaiters } from './component-waiters';
import { checkConstruct } from './construct-checks';
import { ownProvider } from './default-provider';
import { CatalogReady } from './dynamic/catalog-ready';
import { OlmReady } from './dynamic/olm-ready';
import { OperatorPlace } from './dynamic/operator-place';
import { OperatorReady } from './dynamic/operator-ready';
import type { OlmWaitArgs, OperatorWaitArgs } from './dynamic/wait-args';
import { LateValues } from './late-values';
import { registerObjects, resourceOfObject } from './object-resources';
import { clusterObjects } from './olm-installation';
import { olmCustody, olmPlaceInputs, placeId } from './olm-places';
import { operatorCustody, removesAnything } from './operator-custody';
import type { OperatorCustody } from './operator-custody';
import { catalogInputs } from './operator-registry';
import { ofCluster, operatorInputs, placeInputs } from './operator-waiting';
import { readyWith, waiterOf } from './readiness';
import { olmOfApp } from '../constructs/olm-order';
import { BundleDeployment } from '../constructs/bundle-deployment';
import { OlmInstallation } from '../constructs/olm-installation';
import { OperatorRegistry } from '../constructs/operator-registry';
import { OperatorSubscription } from '../constructs/operator-subscription';

/** How to wait for what is in a chart. */
export interface ChartArgs {
  /**
   * How to wait for each catalog and each operator of the chart, and what becomes of the operators on `pulumi destroy`; false for neither.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: OperatorWaitArgs | false;

  /**
   * How to wait for the OLM of the chart, and what becomes of it on `pulumi destroy`; false for neither.
   *
   * @default - waits where `wait` says, or not at all where `wait` is false
   */
  readonly waitForOlm?: OlmWaitArgs | false;
}

/**
 * A chart of constructs as a component: a resource for each of its objects, in the order that the constructs ask for, and what waits for
 * OLM, catalogs and operators. What depends on one of their constructs comes after it is ready, and goes before it is removed.
 */
export class OlmConstructs extends pulumi.ComponentResource {
  /**
   * Makes resources of a chart, whoever made it: a platform's constructs need writing once, for `cdk8s synth` and for `pulumi up`.
   *
   * @param name the name of the component, and the first part of its resources' names
   * @param chart the chart, with everything in it; what is added to it afterwards is not seen
   * @param args how to wait
   * @param options of the component; they count for its resources too
   * @throws Error when a check of the chart's constructs fails, or an object depends on one of another chart that has no resource yet
   */
  public static fromChart(name: string, chart: Chart, args: ChartArgs = {}, options: pulumi.ComponentResourceOptions = {}): OlmConstructs {
    return new OlmConstructs(name, chart, args, options);
  }

  /** The resources of the chart's objects, each after those that it depends on. */
  public readonly resources: pulumi.CustomResource[];

  /** What waits for OLM, the catalogs and the operators of the chart. */
  public readonly waiters: pulumi.CustomResource[] = [];

  readonly #name: string;
  readonly #chart: Chart;
  readonly #waiters: ComponentWaiters;
  /** The places of the cluster, those of other components too. */
  readonly #places: ClusterApp['places'];
  /** Of an operator that comes into the place of another one, an object of that place. */
  readonly #placeOf = new Map<IConstruct, ApiObject>();

  private constructor(name: string, chart: Chart, args: ChartArgs, options: pulumi.ComponentResourceOptions) {
    super('olm-constructs:index:OlmConstructs', name, {}, options);
    const late = new LateValues();
    checkConstruct(chart, late);
    this.#name = name;
    this.#chart = chart;
    this.#waiters = new ComponentWaiters(this, chart.node.path, options);
    this.#places = ClusterApp.of(ownProvider(this)).places;
    const { wait, waitForOlm = wait === false ? false : forOlm(wait) } = args;
    const ofOlm = this.#all(OlmInstallation).flatMap((olm) => [...olmCustody(olm, 'fail', this.#waiters.areWanted(waitForOlm))]);
    const ofOperators = this.#all(OperatorSubscription).flatMap((subscription) => {
      const { subscription: ofSubscription, objects } = this.#custodyOf(subscription, wait);
      return [...objects, [subscription.subscription, ofSubscription] as const];
    });
    const custody = new Map([...ofOlm, ...ofOperators]);
    const register: Register = (part) => registerObjects(part, {
      name, whole: chart, parent: this, dependsOn: options.dependsOn, retainOnDelete: options.retainOnDelete, custody, late,
      after: (object) => this.#placesOf(object),
    }).all;
    this.#waitForOlm(waitForOlm, register);
    this.#takeCareOfPlaces(args, register);
    this.#waitForCatalogs(args, register);
    this.#waitForOperators(args, register);
    this.resources = register(chart);
    this.registerOutputs({});
  }

  #waitForOlm(wait: OlmWaitArgs | false, register: Register): void {
    for (const olm of this.#all(OlmInstallation)) {
      const namespaces = olm.namespaces.flatMap(register);
      for (const namespace of olm.namespaces) {
        const place = this.#waiters.make(wait, namespaces, (settings: OlmWaitArgs, options) => (
          new OperatorPlace(this.#nameOf(olm, placeId(namespace)), olmPlaceInputs(namespace.name, settings), options)
        ));
        this.#note(place, namespace);
        if (place !== undefined) {
          this.#places.set(namespace.name, namespace);
        }
      }
      const ready = this.#waiters.make(wait, register(olm), (settings: OlmWaitArgs, options) => (
        new OlmReady(this.#nameOf(olm, 'OlmReady'), { ...settings, objects: clusterObjects(olm) }, options)
      ));
      this.#note(ready, olm);
    }
  }

  #takeCareOfPlaces({ wait }: ChartArgs, register: Register): void {
    // Whoever makes the Namespace comes first, wherever he stands in the chart.
    const [hosts, guests] = [true, false].map((isHost) => (
      this.#all(OperatorSubscription).filter(({ namespaceObject }) => (namespaceObject !== undefined) === isHost)
    )) as [OperatorSubscription[], OperatorSubscription[]];
    for (const subscription of [...hosts, ...guests]) {
      const custody = this.#custodyOf(subscription, wait);
      const other = this.#places.get(subscription.namespace);
      if (other !== undefined) {
        this.#placeOf.set(deploymentOf(subscription), other);
      }
      const objects = [...custody.objects.keys()].flatMap(register);
      const after = [...objects, waiterOf(olmOfApp(subscription))];
      const place = !removesAnything(custody) ? undefined : this.#waiters.make(wait, after, (settings: OperatorWaitArgs, options) => (
        new OperatorPlace(this.#nameOf(subscription, 'OperatorPlace'), placeInputs(subscription, custody, settings, text), options)
      ));
      this.#note(place, ...custody.objects.keys());
      const [first] = custody.objects.keys();
      if (place !== undefined && first !== undefined) {
        this.#places.set(subscription.namespace, first);
      }
    }
  }

  /** The place of others that an object goes to, and what removes it. The chart may be written to files, too, and learns nothing of it. */
  #placesOf(object: ApiObject): (pulumi.Resource | undefined)[] {
    const places = object.node.scopes.map((scope) => this.#placeOf.get(scope)).filter((place) => place !== undefined);
    return places.flatMap((place) => [resourceOfObject(place), waiterOf(place)]);
  }

  #waitForCatalogs({ wait }: ChartArgs, register: Register): void {
    for (const registry of this.#all(OperatorRegistry)) {
      const ready = this.#waiters.make(wait, [...register(registry), waiterOf(olmOfApp(registry))], (settings: OperatorWaitArgs, options) => (
        new CatalogReady(this.#nameOf(registry, 'CatalogReady'), { ...ofCluster(settings), ...catalogInputs(registry, text) }, options)
      ));
      this.#note(ready, registry, registry.catalogSource);
    }
  }

  #waitForOperators({ wait }: ChartArgs, register: Register): void {
    for (const subscription of this.#all(OperatorSubscription)) {
      const registry = registryOf(subscription);
      const after = [...register(subscription), waiterOf(olmOfApp(subscription)), waiterOf(registry)];
      const ready = this.#waiters.make(wait, after, (settings: OperatorWaitArgs, options) => (
        new OperatorReady(this.#nameOf(subscription, 'OperatorReady'), operatorInputs(subscription, registry, settings, text), options)
      ));
      this.#note(ready, subscription, subscription.subscription);
    }
  }

  #custodyOf(subscription: OperatorSubscription, wait: ChartArgs['wait']): OperatorCustody {
    return operatorCustody(subscription, {}, this.#waiters.areWanted(wait));
  }

  #all<Kind extends IConstruct>(kind: abstract new (...args: never[]) => Kind): Kind[] {
    return this.#chart.node.findAll().filter((construct): construct is Kind => construct instanceof kind);
  }

  #note(waiter: pulumi.CustomResource | undefined, ...constructs: readonly IConstruct[]): void {
    readyWith(waiter, ...constructs);
    if (waiter !== undefined) {
      this.waiters.push(waiter);
    }
  }

  #nameOf(construct: IConstruct, waiter: string): string {
    const ids = construct.node.scopes.slice(this.#chart.node.scopes.length).map(({ node }) => node.id);
    return [this.#name, ...ids, waiter].join('/');
  }
}

/** A chart holds no outputs of other resources. */
const text = (value: string): pulumi.Output<string> => pulumi.output(value);

/** Makes the resources of a part of the chart. */
type Register = (part: IConstruct) => pulumi.CustomResource[];

/** An operator with all that was made for it alone. */
function deploymentOf(subscription: OperatorSubscription): IConstruct {
  const { scope } = subscription.node;
  return scope instanceof BundleDeployment ? scope : subscription;
}

/** Of the settings for operators, those that count for OLM. */
function forOlm(wait: OperatorWaitArgs = {}): OlmWaitArgs {
  const { kubeconfig, context, deleteUnreachable, skip } = wait;
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable, skip }).filter(([, value]) => value !== undefined));
}

/** The registry of the app that a Subscription's catalog is. */
function registryOf({ catalog, node }: OperatorSubscription): OperatorRegistry | undefined {
  return node.root.node.findAll().filter((construct) => construct instanceof OperatorRegistry)
    .find(({ name, namespace }) => name === catalog.name && namespace === catalog.namespace);
}
