import { Approval } from './approval';
import { ConstructError } from './construct-error';
import { EngineRequest, EngineResult } from './engine-request';
import { OperatorGroupRef } from './operator-group-ref';
import { OperatorRegistry } from './operator-registry';
import { ContainerResources, Toleration } from '../olm/pod-settings';
import * as olm from '../../imports/operators.coreos.com';
import { ChannelPlan } from '../bundle/catalog/from-bundles/channel-plan';
import { SlimLevel } from '../bundle/slim';

/** What only the OLM v0 engine knows: how the catalog is served, and how the Subscription follows it. */
export interface OlmV0EngineOptions {
  /**
   * How much may be taken out of a bundle that is too large to be installed from an inline catalog.
   *
   * @default SlimLevel.NONE
   */
  readonly slim?: SlimLevel;

  /**
   * How the channels come from the bundle and the earlier ones, and who follows whom in them. `ChannelPlan.inOrder()` lets each follow the
   * version before it, whatever it states.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * The image that serves the catalog, with `/bin/opm` and `/busybox/sh`.
   *
   * @default - the default of `OperatorRegistry`
   */
  readonly registryImage?: string;

  /**
   * Names of the secrets that pull `registryImage`, in the operator's namespace.
   *
   * @default - none
   */
  readonly registryPullSecrets?: string[];

  /**
   * How many pods serve the catalog.
   *
   * @default 1
   */
  readonly registryReplicas?: number;

  /**
   * What each container of the registry's pods asks for and may use.
   *
   * @default - the default of `OperatorRegistry`
   */
  readonly registryResources?: ContainerResources;

  /**
   * Labels of the nodes that the registry's pods may run on.
   *
   * @default - none
   */
  readonly registryNodeSelector?: { [key: string]: string };

  /**
   * Taints that the registry's pods accept.
   *
   * @default - none
   */
  readonly registryTolerations?: Toleration[];

  /**
   * Who lets InstallPlans run.
   *
   * @default Approval.AUTOMATIC
   */
  readonly approval?: Approval;

  /**
   * The OperatorGroup to use, when there is one in the namespace already.
   *
   * @default - one is made for the install mode
   */
  readonly operatorGroup?: OperatorGroupRef;

  /**
   * What OLM changes in the operator's Deployments.
   *
   * @default - the Deployments as the bundle has them
   */
  readonly config?: olm.SubscriptionSpecConfig;
}

/**
 * Who turns a bundle into a running operator.
 *
 * A `BundleDeployment` says what is installed and for whom; the engine says by which machinery, with the settings that
 * only this machinery has.
 */
export class BundleEngine {
  /**
   * OLM v0: a registry that serves the bundle from ConfigMaps, and a Subscription to it.
   *
   * @param options how the registry runs and how the Subscription follows it
   */
  public static olmV0(options: OlmV0EngineOptions = {}): BundleEngine {
    return new BundleEngine('OlmV0', request => deployOnOlmV0(request, options));
  }

  /** The engine by name. */
  public readonly name: string;

  /** @internal */
  public readonly _deploy: (request: EngineRequest) => EngineResult;

  private constructor(name: string, deploy: (request: EngineRequest) => EngineResult) {
    this.name = name;
    this._deploy = deploy;
  }
}

function deployOnOlmV0(request: EngineRequest, options: OlmV0EngineOptions): EngineResult {
  const registry = request.makeRegistry('Registry', {
    ...request.marks,
    bundles: [...request.previous, request.bundle],
    namespace: request.namespace ?? request.bundle.package,
    ...defined({
      slim: options.slim,
      channels: options.channels,
      image: options.registryImage,
      pullSecrets: options.registryPullSecrets,
      replicas: options.registryReplicas,
      resources: options.registryResources,
      nodeSelector: options.registryNodeSelector,
      tolerations: options.registryTolerations,
    }),
  });
  const channel = chosenChannel(registry, request);
  const subscription = request.makeSubscription('Subscription', {
    ...request.marks,
    registry,
    namespace: registry.namespace,
    ...defined({
      createNamespace: request.createNamespace,
      channel,
      installMode: request.installMode,
      approval: options.approval,
      operatorGroup: options.operatorGroup,
      config: options.config,
    }),
  });
  if (subscription.namespaceObject !== undefined) {
    registry.node.addDependency(subscription.namespaceObject);
  }
  return { namespace: registry.namespace, registry, subscription };
}

/**
 * The channel to follow: the one asked for, else the bundle's own default. That of the package may be one that only an earlier bundle is in.
 *
 * @throws ConstructError when the channel leads to another bundle than the one to install
 */
function chosenChannel(registry: OperatorRegistry, { bundle, channel, previous }: EngineRequest): string | undefined {
  if (previous.length === 0) {
    return channel;
  }
  const offered = registry.catalog.findPackage(bundle.package);
  const followed = channel === undefined ? offered.defaultChannel : offered.tryFindChannel(channel);
  if (followed !== undefined && followed.head.name !== bundle.name) {
    throw new ConstructError(registry, `channel '${followed.name}' leads to '${followed.head.name}', and not to '${bundle.name}', which is to be installed; `
      + 'give as \'previous\' only versions that it follows, or a \'channel\' that it is the head of');
  }
  return followed?.name ?? channel;
}

/** The properties that are set: what is left out must stay out, for the defaults of the next construct to count. */
function defined<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  };
}
