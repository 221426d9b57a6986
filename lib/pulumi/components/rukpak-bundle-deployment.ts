import * as pulumi from '@pulumi/pulumi';
import { ConstructComponent } from './construct-component';
import type { InputProps } from './input-props';
import { planRukpak } from './rukpak-waiters';
import type { OwnedApi } from '../operator-ready/operator-ready';
import { RukpakReady } from '../rukpak-ready/rukpak-ready';
import { checkWaitArgs, RUKPAK_WAIT_ARGS } from '../waiter-resource/known-args';
import type { RukpakWaitArgs } from '../waiter-resource/rukpak-wait-args';
import { RukpakBundleDeployment as Deployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import type { RukpakBundleDeploymentProps } from '../../constructs/rukpak/rukpak-bundle-deployment-props';

/** Props that decide which objects are created, or are checked against the release. */
type PlainProps = 'provisionerClass' | 'source' | 'installerClass' | 'watchNamespaces' | 'crdUpgradeSafety' | 'version';

/** Arguments of a bundle that RukPak installs: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleDeploymentArgs extends InputProps<RukpakBundleDeploymentProps, PlainProps> {
  /**
   * How to wait until the bundle is installed and runs, and what `pulumi destroy` removes. False means no waiter, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: RukpakWaitArgs | false;
}

/** A bundle that RukPak installs and keeps installed. RukPak is archived, and OLM v1 replaces it. */
export class RukpakBundleDeployment extends ConstructComponent<Deployment> {
  /** Name of the BundleDeployment. */
  public readonly deploymentName: pulumi.Output<string>;

  /** Resource that waits for the BundleDeployment, and removes it in order, or undefined without a waiter. */
  public readonly ready: RukpakReady | undefined;

  /** Image with its digest, commit or URL that was unpacked, or undefined for ConfigMaps and without a waiter. */
  public readonly resolvedSource: pulumi.Output<string | undefined>;

  /** APIs of the bundle, available once they are served, or undefined without a waiter. */
  public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Deployments of the bundle, as `namespace/name`, available once they run, or undefined without a waiter. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the bundle, and where it is installed
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is invalid, or the release does not support it; Error if a key is unknown
   */
  public constructor(name: string, args: RukpakBundleDeploymentArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkWaitArgs(`RukpakBundleDeployment '${name}'`, args.wait, RUKPAK_WAIT_ARGS, 'rukpak');
    super({
      kind: 'RukpakBundleDeployment', props: Deployment._props, others: { wait: true }, isSubclass: new.target !== RukpakBundleDeployment,
      create: (scope, id, props) => new Deployment(scope, id, props as RukpakBundleDeploymentProps),
    }, name, args, options);
    const waiters = this._createResources(planRukpak(this._construct, this._waitSettings(args.wait), (value) => this._output(value)));
    this.ready = waiters.find((waiter) => waiter instanceof RukpakReady);
    this.deploymentName = this._output(this._construct.name);
    this.resolvedSource = pulumi.output(this.ready?.resolvedSource);
    this.ownedApis = pulumi.output(this.ready?.ownedApis);
    this.deployments = pulumi.output(this.ready?.deployments);
    this.registerOutputs({ deploymentName: this.deploymentName, resolvedSource: this.resolvedSource, deployments: this.deployments });
  }
}
