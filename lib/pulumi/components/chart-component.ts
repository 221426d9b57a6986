import * as pulumi from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';
import { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import { markHandedOver, OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { defined } from '../../formats/json/defined';
import { checkArguments } from '../../formats/options/check-arguments';
import { ClusterApp } from '../program/cluster-app';
import { checkComponent } from '../program/component-options';
import { checkConstruct, reportWarnings } from '../program/construct-checks';
import { refuseIfTooLate } from '../program/end-checks';
import { ownProvider } from '../resources/default-provider';
import { OutputPlaceholders } from '../program/output-placeholders';
import { pulumiType } from '../program/pulumi-types';
import type { KnownWait, OlmWaitArgs, OperatorWaitArgs } from '../resources/wait-args';
import { checkArgs } from '../resources/check-args';
import { ComponentResources } from './component-resources';
import { ENGINES } from './engines';
import { olmOwnership, operatorOwnership } from './ownership';
import type { ToOutput } from './waiter-args';
import { type ComponentPlan, deploymentOf, planWaiters } from './waiter-plan';

/** How to wait for the contents of a chart. */
export interface ChartComponentArgs {
  /**
   * How to wait for each catalog and operator of the chart, and what `pulumi destroy` removes. False means no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<OperatorWaitArgs> | false;

  /**
   * How to wait for the OLM of the chart, and what `pulumi destroy` removes. False means no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of `wait`, or not at all with `wait: false`. Settings without kubeconfig and context also apply to that cluster
   */
  readonly waitForOlm?: KnownWait<OlmWaitArgs> | false;
}

/**
 * A chart of constructs as a component: a resource for each of its objects, in the order of the constructs' dependencies, and waiters for its OLM,
 * catalogs and operators. Resources that depend on one of these constructs are created after it is ready, and deleted before it is removed.
 */
export class ChartComponent extends pulumi.ComponentResource {
  /**
   * Creates the resources of a chart, so that the constructs of a platform can be used for both `cdk8s synth` and `pulumi up`.
   *
   * @param name name of the component, the first part of the names of its resources
   * @param chart the chart; constructs that are added to it later are ignored
   * @param args how to wait
   * @param options options of the component, which also apply to its resources
   * @throws Error if a validation of the chart's constructs fails, an object depends on an object of another chart that has no resource, or a key is
   * unknown
   */
  public static fromChart(name: string, chart: Chart, args: ChartComponentArgs = {}, options: pulumi.ComponentResourceOptions = {}): ChartComponent {
    checkArguments('pulumi.ChartComponent.fromChart', { name, chart, options });
    return new ChartComponent(name, chart, args, options);
  }

  /** Resources of the chart's objects, each after the ones it depends on. */
  public readonly resources: pulumi.CustomResource[];

  /** Waiters for OLM, the catalogs and the operators of the chart. */
  public readonly waiters: pulumi.CustomResource[];

  private constructor(name: string, chart: Chart, args: ChartComponentArgs, options: pulumi.ComponentResourceOptions) {
    checkArgs(`args of ChartComponent '${name}'`, 'ChartComponentArgs', args);
    checkComponent('ChartComponent', name, options);
    super(pulumiType('OlmConstructs'), name, {}, options);
    // A chart contains no outputs of other resources.
    const placeholders = new OutputPlaceholders();
    if (args.wait !== false) {
      markHandedOver(chart.node.findAll());
    }
    reportWarnings(chart, this);
    checkConstruct(chart, placeholders);
    const app = ClusterApp.of(ownProvider(this));
    refuseIfTooLate(`ChartComponent '${name}'`, app);
    app.charts.push({ component: this, chart });
    const resources = new ComponentResources({ component: this, name, construct: chart, options, app, placeholders, namesByPath: true });
    const { objects, waiters } = resources.create(planChart(chart, args, resources));
    this.resources = objects;
    this.waiters = waiters;
    this.registerOutputs({});
  }
}

/** A chart contains no outputs of other resources. */
const known: ToOutput = <Value>(value: Value) => pulumi.output(value) as pulumi.Output<Value>;

function planChart(chart: Chart, args: ChartComponentArgs, resources: ComponentResources): ComponentPlan {
  const { wait } = args;
  const waitForOlm = olmWaitArgs(args);
  const constructs = chart.node.findAll();
  const olms = constructs.filter((construct) => OlmInstallation.isOlmInstallation(construct));
  const catalogs = constructs.filter((construct) => OperatorRegistry.isOperatorRegistry(construct) || ImageCatalog.isImageCatalog(construct))
    .filter((catalog) => !ImageCatalog.isImageCatalog(catalog) || catalog._clusterCatalog === undefined);
  const engines = ENGINES.filter((engine) => engine.isUsedIn(chart));
  const subscriptions = constructs.filter((construct) => OperatorSubscription.isOperatorSubscription(construct))
    .filter(({ _result }) => _result === undefined);
  // Without any of them, no cluster to wait in is needed.
  const olmSettings = olms.length === 0 ? undefined : resources.waitSettings(waitForOlm);
  const settings = catalogs.length + subscriptions.length + engines.length === 0 ? undefined : resources.waitSettings(wait);
  const ownedOlms = olms.map((olm) => ({ olm, ownership: olmOwnership(olm, 'fail', olmSettings !== undefined) }));
  const operators = subscriptions.map((subscription) => (
    { subscription, ownership: operatorOwnership(subscription, renaming(subscription), settings !== undefined) }
  ));
  const ofEngines = engines.map((engine) => engine.plan(chart, settings, known, {}));
  return {
    plan: [...planWaiters({
      olms: olmSettings === undefined ? [] : ownedOlms.map((owned) => ({ ...owned, wait: olmSettings })),
      catalogs: settings === undefined ? [] : catalogs.map((catalog) => ({ catalog, wait: settings })),
      operators: settings === undefined ? [] : operators.map((operator) => (
        { ...operator, ...renaming(operator.subscription), wait: settings, adopt: false, registry: registryOf(operator.subscription) }
      )),
    }, known), ...ofEngines.flatMap(({ plan }) => plan)],
    ownership: new Map([
      ...ofEngines.flatMap(({ ownership }) => [...ownership]),
      ...ownedOlms.flatMap(({ ownership }) => [...ownership]), ...operators.flatMap(({ ownership }) => [...ownership.objects]),
    ]),
    namespaces: new Map([
      ...ofEngines.flatMap(({ namespaces = new Map() }) => [...namespaces]),
      ...subscriptions.map((subscription) => [deploymentOf(subscription), subscription.namespace] as const),
    ]),
  };
}

/** Returns the settings for OLM: those of `waitForOlm`, in the cluster of `wait` unless they select one. */
function olmWaitArgs({ wait, waitForOlm }: ChartComponentArgs): OlmWaitArgs | false {
  if (waitForOlm === false || wait === false) {
    return waitForOlm ?? false;
  }
  const { kubeconfig, context, deleteUnreachable, skip } = wait ?? {};
  if (waitForOlm === undefined) {
    return defined({ kubeconfig, context, deleteUnreachable, skip });
  }
  return waitForOlm.kubeconfig !== undefined || waitForOlm.context !== undefined ? waitForOlm
    : { ...defined({ kubeconfig, context, deleteUnreachable }), ...defined<OlmWaitArgs>(waitForOlm) };
}

/** Returns the previous name of a Subscription, if it states one. */
function renaming({ previousName }: OperatorSubscription): { readonly previousName?: string } {
  return defined({ previousName });
}

/** Returns the registry of the app that serves the catalog of a Subscription. */
function registryOf({ catalog, node }: OperatorSubscription): OperatorRegistry | undefined {
  return node.root.node.findAll().filter((construct) => OperatorRegistry.isOperatorRegistry(construct))
    .find(({ catalogName, catalogNamespace }) => catalogName === catalog.catalogName && catalogNamespace === catalog.catalogNamespace);
}
