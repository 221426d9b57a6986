import * as pulumi from '@pulumi/pulumi';
import type { PlainBundle } from '../../bundle/plain-bundle';
import { PlainBundleDeployment as Deployment, type PlainBundleDeploymentProps } from '../../constructs/engines/plain-bundle-deployment';
import { OperatorNamespace } from '../resources/operator-namespace';
import type { OwnedApi } from '../resources/operator-ready';
import { PlainReady } from '../resources/plain-ready';
import type { KnownWait, NoOutput, PlainWaitArgs } from '../resources/wait-args';
import { checkArgs, checkWithoutOutputs } from '../resources/check-args';
import { ConstructComponent, type InputProps } from './construct-component';
import type { OwnershipArgs } from './ownership';
import { PLAIN_WAITERS } from './plain-waiters';

/** Props that decide which objects are created. */
type PlainProps = 'bundle' | 'helmExecutable' | 'namespace' | 'releaseName' | 'values';

/** Arguments of a `PlainBundleDeployment`: the props of the construct, which may be outputs of other resources. */
export interface PlainBundleDeploymentArgs
  extends InputProps<Omit<PlainBundleDeploymentProps, 'crdScope'>, PlainProps>, Pick<OwnershipArgs, 'existingNamespace' | 'existingCrds'> {
  /**
   * Values for a Helm chart, without outputs: they decide which objects are created, and the chart may encode them.
   *
   * @default - those of the chart
   */
  readonly values?: PlainBundleDeploymentProps['values'] & NoOutput;

  /**
   * How to wait until the contents of the bundle are ready, and what `pulumi destroy` removes. False means no waiter, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<PlainWaitArgs> | false;
}

/** The objects of a plain+v0 or helm+v3 bundle, and a waiter until they are ready. */
export class PlainBundleDeployment extends ConstructComponent<Deployment> {
  /** Installed bundle. */
  public readonly bundle: PlainBundle;

  /** Namespace of the objects that specify none. Resources that depend on this output are created after the Namespace, and deleted before it. */
  public readonly namespace: pulumi.Output<string>;

  /** Resource that removes the Namespace once nothing else uses it, or undefined without a waiter or if the component does not own it. */
  public readonly ownedNamespace: OperatorNamespace | undefined;

  /** Resource that waits for the objects, and removes them in order, or undefined without a waiter or if there is nothing to wait for. */
  public readonly ready: PlainReady | undefined;

  /** APIs of the CRDs, available once they are served, or undefined if `ready` is. */
  public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Names of the Deployments, available once they run, or undefined if `ready` is. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the bundle, and where it is installed
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is missing or invalid, or the chart cannot be rendered; Error if a key is unknown
   */
  public constructor(name: string, args: PlainBundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of PlainBundleDeployment '${name}'`, 'PlainBundleDeploymentArgs', args, new.target !== PlainBundleDeployment);
    checkWithoutOutputs(`PlainBundleDeployment '${name}'`, 'args.values', args.values);
    super({
      kind: 'PlainBundleDeployment', props: 'PlainBundleDeploymentProps', args: 'PlainBundleDeploymentArgs',
      create: (scope, id, known) => new Deployment(scope, id, known as PlainBundleDeploymentProps),
    }, name, args, options);
    const plan = PLAIN_WAITERS.plan(this._construct, this._waitSettings(args.wait), (value) => this._output(value), args);
    const waiters = this._createResources(plan);
    this.bundle = this._construct.bundle;
    // The bundle may contain other Namespaces, each with a waiter.
    this.ownedNamespace = waiters.filter((_, index) => plan.plan[index]?.owns?.namespace === this._construct.namespace)
      .find((waiter) => waiter instanceof OperatorNamespace);
    this.ready = waiters.find((waiter) => waiter instanceof PlainReady);
    this.namespace = this.ownedNamespace?.namespace ?? this._output(this._construct.namespace);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
    this.registerOutputs({ namespace: this.namespace });
  }
}
