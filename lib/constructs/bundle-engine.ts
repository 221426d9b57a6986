import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { BundleEngineResult } from './bundle-engine-result';
import { ConstructError } from './model/construct-error';
import { deployPlain } from './load';
import { OLM_V0_OPTIONS, OlmV0EngineOptions } from './olm-v0-engine-options';
import { OperatorRegistry } from './operator-registry';
import { OperatorRegistryProps } from './operator-registry-props';
import { OperatorSubscription } from './operator-subscription';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { PLAIN_ENGINE_OPTIONS, PlainEngineOptions } from './plain-engine-options';
import { checkKeys } from './model/prop-checks';

/**
 * Installs the bundle of a `BundleDeployment`: the deployment defines what to install and where, the engine defines how, with its own settings.
 *
 * Extend this class to install bundles in another way, or `OlmV0Engine` to change what that one creates.
 */
export abstract class BundleEngine {
  /**
   * Returns the engine for OLM v0: a registry that serves the bundle from ConfigMaps, and a Subscription to it.
   *
   * @param options settings of the registry and of the Subscription
   */
  public static olmV0(options: OlmV0EngineOptions = {}): OlmV0Engine {
    return new OlmV0Engine(options);
  }

  /**
   * Returns the engine without OLM: the objects of the operator, as `PlainManifests` renders them.
   *
   * @param options certificates of webhooks, changes to the Deployments, and bundles that the operator requires
   */
  public static plain(options: PlainEngineOptions = {}): PlainEngine {
    return new PlainEngine(options);
  }

  /** Name of the engine, such as `OlmV0`. */
  public readonly name: string;

  /**
   * @param name name of the engine
   */
  public constructor(name: string) {
    this.name = name;
  }

  /**
   * Creates everything that the bundle needs as children of a deployment. Called once for each deployment, while that is constructed; an
   * engine may serve several deployments.
   *
   * @param scope the deployment, without children
   * @param request what to install
   * @returns what was created
   */
  public abstract deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult;
}

/**
 * Installs bundles with OLM v0: with an `OperatorRegistry` that serves the bundle and the earlier ones, and an `OperatorSubscription` to it,
 * both in the namespace of the operator.
 */
export class OlmV0Engine extends BundleEngine {
  private readonly options: OlmV0EngineOptions;

  /**
   * @param options settings of the registry and of the Subscription
   */
  public constructor(options: OlmV0EngineOptions = {}) {
    super('OlmV0');
    this.options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, or the channel leads to another bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    const { registry: registryOptions = {}, approval, operatorGroup, config, serviceAccount, upgradeStrategy, excludeGlobalCatalogs } = this.options;
    if (this.constructor === OlmV0Engine) {
      checkKeys(scope, 'options of BundleEngine.olmV0', this.options, OLM_V0_OPTIONS);
    }
    const labels = { ...request.labels };
    const annotations = { ...request.annotations };
    const registry = this.createRegistry(scope, 'Registry', {
      ...registryOptions,
      labels: { ...labels, ...registryOptions.labels },
      annotations: { ...annotations, ...registryOptions.annotations },
      bundles: [...request.previous, request.bundle],
      namespace: request.namespace ?? request.bundle.package,
    });
    const channel = chooseChannel(scope, registry, request);
    const subscription = this.createSubscription(scope, 'Subscription', {
      labels,
      annotations,
      catalog: registry,
      package: request.bundle.package,
      namespace: registry.namespace,
      ...(request.createNamespace === undefined ? {} : { createNamespace: request.createNamespace }),
      ...(channel === undefined ? {} : { channel }),
      ...(request.installMode === undefined ? {} : { installMode: request.installMode }),
      ...(approval === undefined ? {} : { approval }),
      ...(operatorGroup === undefined ? {} : { operatorGroup }),
      ...(config === undefined ? {} : { config }),
      ...(serviceAccount === undefined ? {} : { serviceAccount }),
      ...(upgradeStrategy === undefined ? {} : { upgradeStrategy }),
      ...(excludeGlobalCatalogs === undefined ? {} : { excludeGlobalCatalogs }),
    });
    if (subscription.namespaceObject !== undefined) {
      registry.node.addDependency(subscription.namespaceObject);
    }
    return { namespace: registry.namespace, olmV0: { registry, subscription } };
  }

  /**
   * Creates the registry. Override it to use a subclass of `OperatorRegistry`, or other props.
   *
   * @param scope the deployment
   * @param id construct ID of the registry
   * @param props props that the deployment and the options lead to
   */
  protected createRegistry(scope: Construct, id: string, props: OperatorRegistryProps): OperatorRegistry {
    return new OperatorRegistry(scope, id, props);
  }

  /**
   * Creates the Subscription. Override it to use a subclass of `OperatorSubscription`, or other props.
   *
   * @param scope the deployment
   * @param id construct ID of the Subscription
   * @param props props that the deployment and the options lead to
   */
  protected createSubscription(scope: Construct, id: string, props: OperatorSubscriptionProps): OperatorSubscription {
    return new OperatorSubscription(scope, id, props);
  }
}

/**
 * Installs bundles without OLM: creates the objects that OLM v1 would create, and the Namespace. The CRDs come first, then everything that the
 * Deployments need, the Deployments, and webhooks. Nothing upgrades the operator but the next bundle in the program.
 */
export class PlainEngine extends BundleEngine {
  private readonly options: PlainEngineOptions;

  /**
   * @param options certificates of webhooks, changes to the Deployments, and bundles that the operator requires
   */
  public constructor(options: PlainEngineOptions = {}) {
    super('Plain');
    this.options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, a required bundle is missing, or a bundle cannot be rendered
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    if (this.constructor === PlainEngine) {
      checkKeys(scope, 'options of BundleEngine.plain', this.options, PLAIN_ENGINE_OPTIONS);
    }
    return deployPlain(scope, request, this.options);
  }
}

/**
 * Returns the channel to follow: the one of the request, else the bundle's own default. That of the package may be one that only an earlier
 * bundle is in.
 *
 * @throws ConstructError when the channel leads to another bundle than the one to install
 */
function chooseChannel(
  scope: Construct, registry: OperatorRegistry, { bundle, channel, previous }: BundleEngineRequest,
): string | undefined {
  if (previous.length === 0) {
    return channel;
  }
  const available = registry.catalog.findPackage(bundle.package);
  const followed = channel === undefined ? available.defaultChannel : available.tryFindChannel(channel);
  if (followed !== undefined && followed.head.name !== bundle.name) {
    throw new ConstructError(scope, `the head of channel '${followed.name}' is '${followed.head.name}', not the bundle '${bundle.name}'; `
      + 'set \'previous\' to earlier versions only, or \'channel\' to one that has the bundle as its head');
  }
  return followed?.name ?? channel;
}
