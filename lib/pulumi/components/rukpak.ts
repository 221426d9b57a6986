import * as pulumi from '@pulumi/pulumi';
import { RukpakBundle as Bundle, type RukpakBundleProps } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakBundleDeployment as Deployment, type RukpakBundleDeploymentProps } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { RukpakBundleInstance as Instance, type RukpakBundleInstanceProps } from '../../constructs/rukpak/rukpak-bundle-instance';
import type { OwnedApi } from '../resources/operator-ready';
import { RukpakReady } from '../resources/rukpak-ready';
import type { KnownWait, RukpakBundleWaitArgs, RukpakWaitArgs } from '../resources/wait-args';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps, isComponent } from './construct-component';
import { planRukpak } from './rukpak-waiters';

/** Arguments of content that RukPak unpacks: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleArgs extends InputProps<RukpakBundleProps, 'provisionerClass' | 'source' | 'version'> {
  /**
   * How to wait until the content is unpacked, and what `pulumi destroy` may force. False means no waiter.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<RukpakBundleWaitArgs> | false;
}

/** Content that RukPak 0.1.0 to 0.16.0 unpacks and keeps, but does not install. RukPak is archived, and OLM v1 replaces it. */
export class RukpakBundle extends ConstructComponent<Bundle> {
  /** Whether a value is a `RukpakBundle`, of any copy of this library. */
  public static isRukpakBundle(x: unknown): x is RukpakBundle {
    return isComponent(x, 'RukpakBundle');
  }

  /** Name of the Bundle. Resources that depend on this output are created after the Bundle is unpacked. */
  public readonly bundleName: pulumi.Output<string>;

  /** Resource that waits until the Bundle is unpacked, and deletes it, or undefined without a waiter. */
  public readonly ready: RukpakReady | undefined;

  /** Image with its digest, commit or URL that was unpacked, or undefined for ConfigMaps and without a waiter. */
  public readonly resolvedSource: pulumi.Output<string | undefined>;

  /** URL in the cluster at which the unpacked content can be read, or undefined before RukPak 0.4.0 and without a waiter. */
  public readonly contentUrl: pulumi.Output<string | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args where the content is
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is invalid, or the release does not support it; Error if a key is unknown
   */
  public constructor(name: string, args: RukpakBundleArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of RukpakBundle '${name}'`, 'RukpakBundleArgs', args, new.target !== RukpakBundle);
    super({
      kind: 'RukpakBundle', props: 'RukpakBundleProps', args: 'RukpakBundleArgs',
      create: (scope, id, props) => new Bundle(scope, id, props as RukpakBundleProps),
    }, name, args, options);
    const wait = this._waitSettings(args.wait);
    const plan = planRukpak(this._construct, wait === undefined ? undefined : bundleWait(wait), (value) => this._output(value));
    this.ready = this._createResources(plan).find((waiter) => waiter instanceof RukpakReady);
    this.bundleName = pulumi.all([this._output(this._construct.name), this.ready?.ready]).apply(([bundleName]) => bundleName);
    this.resolvedSource = pulumi.output(this.ready?.resolvedSource);
    this.contentUrl = pulumi.output(this.ready?.contentUrl);
    this.registerOutputs({ bundleName: this.bundleName, resolvedSource: this.resolvedSource });
  }
}

function bundleWait({ force, ...wait }: RukpakBundleWaitArgs): RukpakWaitArgs {
  return { ...wait, ...(force === undefined ? {} : { onDestroy: { force } }) };
}

/** Props that decide which objects are created, or are checked against the release. */
type PlainDeploymentProps = 'provisionerClass' | 'source' | 'installerClass' | 'watchNamespaces' | 'crdUpgradeSafety' | 'version';

/** Arguments of a bundle that RukPak installs: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleDeploymentArgs extends InputProps<RukpakBundleDeploymentProps, PlainDeploymentProps> {
  /**
   * How to wait until the bundle is installed and runs, and what `pulumi destroy` removes. False means no waiter, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<RukpakWaitArgs> | false;
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
    checkArgs(`args of RukpakBundleDeployment '${name}'`, 'RukpakBundleDeploymentArgs', args, new.target !== RukpakBundleDeployment);
    super({
      kind: 'RukpakBundleDeployment', props: 'RukpakBundleDeploymentProps', args: 'RukpakBundleDeploymentArgs',
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

/** Props that decide which objects are created, or are checked against the release. */
type PlainInstanceProps = 'provisionerClass' | 'installerClass' | 'source' | 'version';

/** Arguments of a bundle that RukPak 0.1.0 to 0.5.0 installs: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleInstanceArgs extends InputProps<Omit<RukpakBundleInstanceProps, 'bundle'>, PlainInstanceProps> {
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
  readonly wait?: KnownWait<RukpakWaitArgs> | false;
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
    checkArgs(`args of RukpakBundleInstance '${name}'`, 'RukpakBundleInstanceArgs', args, new.target !== RukpakBundleInstance);
    const { bundle, ...others } = args;
    super({
      kind: 'RukpakBundleInstance', props: 'RukpakBundleInstanceProps', args: 'RukpakBundleInstanceArgs',
      create: (scope, id, props, constructOf) => new Instance(scope, id, {
        ...props as Omit<RukpakBundleInstanceProps, 'bundle'>,
        ...(bundle === undefined ? {} : { bundle: RukpakBundle.isRukpakBundle(bundle) ? constructOf(bundle._construct) : bundle }),
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
