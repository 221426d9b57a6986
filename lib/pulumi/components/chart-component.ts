import * as pulumi from '@pulumi/pulumi';
import type { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { ComponentResources } from './component-resources';
import { checkWaitArgs, checkArgs, OLM_WAIT_ARGS, OPERATOR_WAIT_ARGS } from '../waiter-resource/known-args';
import type { OlmWaitArgs, OperatorWaitArgs } from '../waiter-resource/wait-args';
import { ClusterApp } from '../program/cluster-app';
import { checkConstruct } from '../program/construct-checks';
import { reportWarnings } from '../program/construct-warnings';
import { ownProvider } from '../program/default-provider';
import { OutputPlaceholders } from '../program/output-placeholders';
import type { OwnershipPolicy } from '../program/ownership-policy';
import { olmOwnership, operatorOwnership } from './ownership';
import { extensionWait, planOlmV1 } from './olm-v1-waiters';
import { deploymentOf, planWaiters } from './waiter-plan';
import type { PlannedWaiter } from './waiter-plan';
import { ImageCatalog } from '../../constructs/image-catalog';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OlmInstallation } from '../../constructs/olm-installation';
import { OperatorRegistry } from '../../constructs/operator-registry';
import { OperatorSubscription } from '../../constructs/operator-subscription';

/** How to wait for what is in a chart. */
export interface ChartComponentArgs {
  /**
   * How to wait for each catalog and operator of the chart, and what `pulumi destroy` removes; false for no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: OperatorWaitArgs | false;

  /**
   * How to wait for the OLM of the chart, and what `pulumi destroy` removes; false for no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of `wait`, or not at all with `wait: false`
   */
  readonly waitForOlm?: OlmWaitArgs | false;
}

/**
 * A chart of constructs as a component: a resource for each of its objects, in the order of the constructs' dependencies, and waiters for its OLM,
 * catalogs and operators. What depends on one of these constructs is created after it is ready, and deleted before it is removed.
 */
export class ChartComponent extends pulumi.ComponentResource {
  /**
   * Creates the resources of a chart, so that the constructs of a platform can be used for both `cdk8s synth` and `pulumi up`.
   *
   * @param name name of the component, the first part of the names of its resources
   * @param chart the chart; what is added to it later is ignored
   * @param args how to wait
   * @param options options of the component, which apply to its resources too
   * @throws Error if a validation of the chart's constructs fails, an object depends on one of another chart without a resource, or a key is unknown
   */
  public static fromChart(name: string, chart: Chart, args: ChartComponentArgs = {}, options: pulumi.ComponentResourceOptions = {}): ChartComponent {
    return new ChartComponent(name, chart, args, options);
  }

  /** Resources of the chart's objects, each after those that it depends on. */
  public readonly resources: pulumi.CustomResource[];

  /** Waiters for OLM, the catalogs and the operators of the chart. */
  public readonly waiters: pulumi.CustomResource[];

  private constructor(name: string, chart: Chart, args: ChartComponentArgs, options: pulumi.ComponentResourceOptions) {
    const title = `ChartComponent '${name}'`;
    checkArgs<ChartComponentArgs>(`args of ${title}`, args, { wait: true, waitForOlm: true });
    checkWaitArgs(title, args.wait, OPERATOR_WAIT_ARGS, 'operator');
    checkWaitArgs(title, args.waitForOlm, OLM_WAIT_ARGS, 'olm', 'waitForOlm');
    super('olm-constructs:index:OlmConstructs', name, {}, options);
    // A chart contains no outputs of other resources.
    const placeholders = new OutputPlaceholders();
    reportWarnings(chart, this);
    checkConstruct(chart, placeholders);
    const app = ClusterApp.of(ownProvider(this));
    const resources = new ComponentResources({ component: this, name, construct: chart, options, app, placeholders, namesByPath: true });
    const { plan, ownership, namespaces } = planChart(chart, args, resources);
    const { objects, waiters } = resources.create(plan, ownership, namespaces);
    this.resources = objects;
    this.waiters = waiters;
    this.registerOutputs({});
  }
}

/** Waiters of a chart, and what else its resources are created from. */
interface ChartPlan {
  readonly plan: PlannedWaiter[];
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;
  readonly namespaces: ReadonlyMap<IConstruct, string>;
}

function planChart(chart: Chart, args: ChartComponentArgs, resources: ComponentResources): ChartPlan {
  const { wait, waitForOlm = wait === false ? false : olmWaitArgs(wait) } = args;
  const constructs = chart.node.findAll();
  const olms = constructs.filter((construct) => OlmInstallation.isOlmInstallation(construct));
  const catalogs = constructs.filter((construct) => OperatorRegistry.isOperatorRegistry(construct) || ImageCatalog.isImageCatalog(construct))
    .filter((catalog) => !ImageCatalog.isImageCatalog(catalog) || catalog._clusterCatalog === undefined);
  const hasOlmV1 = constructs.some((construct) => ClusterCatalog.isClusterCatalog(construct) || ClusterExtension.isClusterExtension(construct));
  const subscriptions = constructs.filter((construct) => OperatorSubscription.isOperatorSubscription(construct))
    .filter(({ _result }) => _result === undefined);
  // A chart without any of them needs no cluster to wait in.
  const olmSettings = olms.length === 0 ? undefined : resources.waitSettings(waitForOlm);
  const settings = catalogs.length + subscriptions.length === 0 && !hasOlmV1 ? undefined : resources.waitSettings(wait);
  const ownedOlms = olms.map((olm) => ({ olm, ownership: olmOwnership(olm, 'fail', olmSettings !== undefined) }));
  const operators = subscriptions.map((subscription) => ({ subscription, ownership: operatorOwnership(subscription, {}, settings !== undefined) }));
  const olmV1 = planOlmV1(chart, settings === undefined ? undefined : extensionWait(settings), (value) => pulumi.output(value));
  return {
    plan: [...planWaiters({
      olms: olmSettings === undefined ? [] : ownedOlms.map((owned) => ({ ...owned, wait: olmSettings })),
      catalogs: settings === undefined ? [] : catalogs.map((catalog) => ({ catalog, wait: settings })),
      operators: settings === undefined ? [] : operators.map((operator) => (
        { ...operator, wait: settings, adopt: false, registry: registryOf(operator.subscription) }
      )),
    }, (value) => pulumi.output(value)), ...olmV1.plan],
    ownership: new Map([
      ...olmV1.ownership, ...ownedOlms.flatMap(({ ownership }) => [...ownership]), ...operators.flatMap(({ ownership }) => [...ownership.objects]),
    ]),
    namespaces: new Map(subscriptions.map((subscription) => [deploymentOf(subscription), subscription.namespace])),
  };
}

/** Returns the settings for operators that apply to OLM. */
function olmWaitArgs(wait: OperatorWaitArgs = {}): OlmWaitArgs {
  const { kubeconfig, context, deleteUnreachable, skip } = wait;
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable, skip }).filter(([, value]) => value !== undefined));
}

/** Returns the registry of the app that serves the catalog of a Subscription. */
function registryOf({ catalog, node }: OperatorSubscription): OperatorRegistry | undefined {
  return node.root.node.findAll().filter((construct) => OperatorRegistry.isOperatorRegistry(construct))
    .find(({ name, namespace }) => name === catalog.catalogName && namespace === catalog.catalogNamespace);
}
