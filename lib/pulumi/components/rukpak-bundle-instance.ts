import * as pulumi from '@pulumi/pulumi';
import { RukpakBundleInstance as Instance, type RukpakBundleInstanceProps } from '../../constructs/rukpak/rukpak-bundle-instance';
import type { OwnedApi } from '../operator-ready/operator-ready';
import { RukpakReady } from '../rukpak-ready/rukpak-ready';
import { checkWaitArgs, RUKPAK_WAIT_ARGS } from '../waiter-resource/known-args';
import type { RukpakWaitArgs } from '../waiter-resource/rukpak-wait-args';
import { ConstructComponent } from './construct-component';
import type { InputProps } from './input-props';
import { RukpakBundle } from './rukpak-bundle';
import { planRukpak } from './rukpak-waiters';

/** Props that decide which objects are created, or are checked against the release. */
type PlainProps = 'provisionerClass' | 'installerClass' | 'source' | 'version';

/** Arguments of a bundle that RukPak 0.1.0 to 0.5.0 installs: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleInstanceArgs extends InputProps<Omit<RukpakBundleInstanceProps, 'bundle'>, PlainProps> {
  /**
   * Bundle to install. RukPak 0.1.0 to 0.3.0 only.
   *
   * @default - none: `bundleName` or `source` is set
   */
  readonly bundle?: RukpakBundle;

  /**
   * How to wait until the bundle is installed and runs, and what `pulumi destroy` removes. False means no waiter, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: RukpakWaitArgs | false;
}

/** A bundle that RukPak 0.1.0 to 0.5.0 installs and keeps installed. RukPak is archived, and OLM v1 replaces it. */
export class RukpakBundleInstance extends ConstructComponent<Instance> {
  /** Name of the BundleInstance. */
  public readonly instanceName: pulumi.Output<string>;

  /** Resource that waits for the BundleInstance, and removes it in order, or undefined without a waiter. */
  public readonly ready: RukpakReady | undefined;

  /** APIs of the bundle, available once they are served, or undefined without a waiter. */
  public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Deployments of the bundle, as `namespace/name`, available once they run, or undefined without a waiter. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the bundle
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is invalid, or the release does not support it; Error if a key is unknown
   */
  public constructor(name: string, args: RukpakBundleInstanceArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkWaitArgs(`RukpakBundleInstance '${name}'`, args.wait, RUKPAK_WAIT_ARGS, 'rukpak');
    const { bundle, ...others } = args;
    super({
      kind: 'RukpakBundleInstance', props: Instance._props, others: { wait: true }, isSubclass: new.target !== RukpakBundleInstance,
      create: (scope, id, props) => new Instance(scope, id, {
        ...props as Omit<RukpakBundleInstanceProps, 'bundle'>,
        ...(bundle === undefined ? {} : { bundle: RukpakBundle.isRukpakBundle(bundle) ? bundle._construct : bundle }),
      }),
    }, name, others, options);
    const waiters = this._createResources(planRukpak(this._construct, this._waitSettings(args.wait), (value) => this._output(value)));
    this.ready = waiters.find((waiter) => waiter instanceof RukpakReady);
    this.instanceName = this._output(this._construct.name);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
    this.registerOutputs({ instanceName: this.instanceName, deployments: this.deployments });
  }
}
