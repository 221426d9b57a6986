import * as pulumi from '@pulumi/pulumi';
import type { LateProps } from './component-args';
import { ConstructComponent } from './construct-component';
import { CatalogReady } from './dynamic/catalog-ready';
import { OperatorReady } from './dynamic/operator-ready';
import type { ReadyApi } from './dynamic/operator-ready';
import type { OperatorWaitArgs } from './dynamic/wait-args';
import { catalogInputs } from './operator-registry';
import { operatorInputs } from './operator-waiting';
import type { Bundle } from '../bundle/bundle';
import { BundleDeployment as Deployment } from '../constructs/bundle-deployment';
import type { BundleDeploymentProps } from '../constructs/bundle-deployment';

/** Which bundle a `BundleDeployment` installs: the props of the construct, with outputs of other resources where they may be. */
export interface BundleDeploymentArgs extends LateProps<BundleDeploymentProps, 'bundle' | 'channel' | 'engine' | 'installMode'> {
  /**
   * How to wait until the operator runs, and what becomes of it on `pulumi destroy`; false for neither.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: OperatorWaitArgs | false;
}

/** A bundle as an installed operator, without an image of the bundle or of a catalog: everything in one namespace. */
export class BundleDeployment extends ConstructComponent<Deployment> {
  /** The bundle that is installed. */
  public readonly bundle: Bundle;

  /** The namespace that the operator is installed in. */
  public readonly namespace: pulumi.Output<string>;

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
   * @param name the name of the component, and the first part of its resources' names
   * @param args which bundle, and where
   * @param options of the component; they count for its resources too
   * @throws Error when the arguments contradict each other or the bundle
   */
  public constructor(name: string, args: BundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    const { wait, ...rest } = args;
    super('BundleDeployment', name, rest, options, (scope, id, plain) => new Deployment(scope, id, plain as BundleDeploymentProps));
    this.bundle = this._construct.bundle;
    this.namespace = this.text(this._construct.namespace);
    const { registry, subscription } = this._construct;
    const text = (value: string): pulumi.Output<string> => this.text(value);
    const served = registry === undefined ? undefined : this.waiter(wait, [this._app.olmReady], (settings: OperatorWaitArgs, waiterOptions) => {
      const { kubeconfig, context, deleteUnreachable } = settings;
      const where = Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable }).filter(([, value]) => value !== undefined));
      return new CatalogReady(`${name}/CatalogReady`, { ...where, ...catalogInputs(registry, text) }, waiterOptions);
    });
    const after = [this._app.olmReady, served];
    this.ready = subscription === undefined ? undefined : this.waiter(wait, after, (settings: OperatorWaitArgs, waiterOptions) => (
      new OperatorReady(`${name}/OperatorReady`, operatorInputs({ subscription, registry, isPinned: false }, settings, text), waiterOptions)
    ));
    this.csvName = pulumi.output(this.ready?.csvName);
    this.version = pulumi.output(this.ready?.version);
    this.phase = pulumi.output(this.ready?.phase);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
    this.registerOutputs({ namespace: this.namespace, csvName: this.csvName, version: this.version });
  }
}
