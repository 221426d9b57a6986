import * as pulumi from '@pulumi/pulumi';
import { RukpakBundle as Bundle, type RukpakBundleProps } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakReady } from '../rukpak-ready/rukpak-ready';
import { checkWaitArgs, RUKPAK_BUNDLE_WAIT_ARGS } from '../waiter-resource/known-args';
import type { RukpakBundleWaitArgs, RukpakWaitArgs } from '../waiter-resource/rukpak-wait-args';
import { ConstructComponent } from './construct-component';
import type { InputProps } from './input-props';
import { planRukpak } from './rukpak-waiters';

/** Arguments of content that RukPak unpacks: the props of the construct, which may be outputs of other resources. */
export interface RukpakBundleArgs extends InputProps<RukpakBundleProps, 'provisionerClass' | 'source' | 'version'> {
  /**
   * How to wait until the content is unpacked, and what `pulumi destroy` may force. False means no waiter.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: RukpakBundleWaitArgs | false;
}

/** Content that RukPak 0.1.0 to 0.16.0 unpacks and keeps, but does not install. RukPak is archived, and OLM v1 replaces it. */
export class RukpakBundle extends ConstructComponent<Bundle> {
  /** Whether a value is a `RukpakBundle`, of any copy of this library. */
  public static isRukpakBundle(x: unknown): x is RukpakBundle {
    return pulumi.Resource.isInstance(x) && (x as { readonly __pulumiType?: unknown }).__pulumiType === 'olm-constructs:index:RukpakBundle';
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
    checkWaitArgs(`RukpakBundle '${name}'`, args.wait, RUKPAK_BUNDLE_WAIT_ARGS, 'other');
    super({
      kind: 'RukpakBundle', props: Bundle._props, others: { wait: true }, isSubclass: new.target !== RukpakBundle,
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
