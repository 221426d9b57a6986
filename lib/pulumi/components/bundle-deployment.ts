import type * as pulumi from '@pulumi/pulumi';
import type { Bundle } from '../../bundle/bundle';
import { type BundleDeploymentProps, BundleDeployment as Deployment } from '../../constructs/bundle-deployment';
import type { InputProps } from './construct-component';
import { OperatorComponent, type OperatorComponentArgs } from './operator-component';
import { checkArgs } from '../resources/check-args';

/**
 * Arguments of a `BundleDeployment`: the props of the construct, which may be outputs of other resources. The timeouts in `wait` apply separately to
 * the waiter of the catalog and to that of the operator.
 */
export interface BundleDeploymentArgs
  extends InputProps<Omit<BundleDeploymentProps, 'previousName'>, 'bundle' | 'channel' | 'engine' | 'installMode' | 'omit' | 'previous'>, OperatorComponentArgs {}

/** Installs a bundle as an operator, without an image of the bundle or of a catalog. Everything is in one namespace. */
export class BundleDeployment extends OperatorComponent<Deployment> {
  /** Installed bundle. */
  public readonly bundle: Bundle;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the bundle, and where it is installed
   * @param options options of the component, which also apply to its resources
   * @throws Error if arguments contradict each other or the bundle, or a key is unknown
   */
  public constructor(name: string, args: BundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of BundleDeployment '${name}'`, 'BundleDeploymentArgs', args, new.target !== BundleDeployment);
    super({
      kind: 'BundleDeployment', props: 'BundleDeploymentProps', args: 'BundleDeploymentArgs',
      // The waiter hands over, so the objects do not state it.
      create: (scope, id, plain) => {
        const { previousName: _, ...props } = plain as BundleDeploymentProps;
        return new Deployment(scope, id, props);
      },
    }, name, args, options, ({ _result: { olmV0 } }) => ({ subscription: olmV0?.subscription, registry: olmV0?.registry }));
    this.bundle = this._construct.bundle;
    this.registerOutputs({ namespace: this.namespace, csvName: this.csvName, version: this.version });
  }
}
