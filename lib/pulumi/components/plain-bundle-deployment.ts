import * as pulumi from '@pulumi/pulumi';
import type { InputProps } from './input-props';
import { ConstructComponent } from './construct-component';
import type { PlainBundle } from '../../bundle/plain-bundle';
import { PlainBundleDeployment as Deployment } from '../../constructs/plain-bundle-deployment';
import type { PlainBundleDeploymentProps } from '../../constructs/plain-bundle-deployment';

/** Bundle without a ClusterServiceVersion that a `PlainBundleDeployment` installs: the props of the construct, with outputs of other resources. */
export type PlainBundleDeploymentArgs = InputProps<Omit<PlainBundleDeploymentProps, 'crdScope'>, 'bundle' | 'helmExecutable' | 'namespace' | 'releaseName' | 'values'>;

/** The objects of a plain+v0 or helm+v3 bundle. Pulumi waits for each of them as for resources of your own. */
export class PlainBundleDeployment extends ConstructComponent<Deployment> {
  /** Installed bundle. */
  public readonly bundle: PlainBundle;

  /** Namespace of the objects that specify none. */
  public readonly namespace: pulumi.Output<string>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the bundle, and where it is installed
   * @param options options of the component, which apply to its resources too
   * @throws ConstructError if an argument is missing or invalid, or the chart cannot be rendered; Error if a key is unknown
   */
  public constructor(name: string, args: PlainBundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    const { crdScope: _crdScope, ...props } = Deployment._props;
    super({
      kind: 'PlainBundleDeployment', props, others: {}, isSubclass: new.target !== PlainBundleDeployment,
      create: (scope, id, known) => new Deployment(scope, id, known as PlainBundleDeploymentProps),
    }, name, args, options);
    this._createResources([]);
    this.bundle = this._construct.bundle;
    this.namespace = this._output(this._construct.namespace);
    this.registerOutputs({ namespace: this.namespace });
  }
}
