import type * as pulumi from '@pulumi/pulumi';
import type { LateProps } from './component-args';
import { OperatorComponent } from './operator-component';
import type { OperatorComponentArgs } from './operator-component';
import type { Bundle } from '../bundle/bundle';
import { BundleDeployment as Deployment } from '../constructs/bundle-deployment';
import type { BundleDeploymentProps } from '../constructs/bundle-deployment';

/**
 * Which bundle a `BundleDeployment` installs: the props of the construct, with outputs of other resources where they may be. The times in `wait`
 * count for its catalog, and again for the operator.
 */
export interface BundleDeploymentArgs extends LateProps<BundleDeploymentProps, 'bundle' | 'channel' | 'engine' | 'installMode'>, OperatorComponentArgs {}

/** A bundle as an installed operator, without an image of the bundle or of a catalog: everything in one namespace. */
export class BundleDeployment extends OperatorComponent<Deployment> {
  /** The bundle that is installed. */
  public readonly bundle: Bundle;

  /**
   * @param name the name of the component, and the first part of its resources' names
   * @param args which bundle, and where
   * @param options of the component; they count for its resources too
   * @throws Error when the arguments contradict each other or the bundle
   */
  public constructor(name: string, args: BundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    super('BundleDeployment', name, args, options, (scope, id, plain) => new Deployment(scope, id, plain as BundleDeploymentProps), (made) => ({
      subscription: made.subscription, registry: made.registry,
    }));
    this.bundle = this._construct.bundle;
    this.registerOutputs({ namespace: this.namespace, csvName: this.csvName, version: this.version });
  }
}
