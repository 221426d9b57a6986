import { Construct } from 'constructs';
import { OperatorRegistry, OperatorRegistryProps } from '../catalogs/operator-registry';
import { PackageEngineRequest, PackageEngineResult } from '../catalogs/package-engine';
import { ConstructError } from '../model/construct-error';
import { checkKeys } from '../model/prop-checks';
import { OperatorSubscription } from '../subscription/operator-subscription';
import { OperatorSubscriptionProps } from '../subscription/operator-subscription-props';
import { BundleEngine, BundleEngineRequest, BundleEngineResult } from './bundle-engine';
import { OLM_V0_OPTIONS, OlmV0EngineOptions } from './olm-v0-engine';
import { deployWithOlmV1, installWithOlmV1, OLM_V1_OPTIONS, OlmV1EngineOptions } from './olm-v1-engine';
import { deployPlain, PLAIN_ENGINE_OPTIONS, PlainEngineOptions } from './plain-engine';
import { deployWithRukpak, RUKPAK_ENGINE_OPTIONS, RukpakEngineOptions } from './rukpak-engine';

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
    const {
      registry: registryOptions = {}, approval, pinned = false, operatorGroup, config, serviceAccount, upgradeStrategy, excludeGlobalCatalogs,
    } = this.options;
    if (this.constructor === OlmV0Engine) {
      checkKeys(scope, 'options of OlmV0Engine', this.options, OLM_V0_OPTIONS);
    }
    const labels = { ...request.labels };
    const annotations = { ...request.annotations };
    const registry = this.createRegistry(scope, 'Registry', {
      ...registryOptions,
      labels: { ...labels, ...registryOptions.labels },
      annotations: { ...annotations, ...registryOptions.annotations },
      bundles: [...request.previous, request.bundle],
      namespace: request.namespace ?? request.bundle.packageName,
    });
    const channel = followedChannel(scope, registry, request);
    const subscription = this.createSubscription(scope, 'Subscription', {
      labels,
      annotations,
      catalog: registry,
      packageName: request.bundle.packageName,
      namespace: registry.namespace,
      ...(request.createNamespace === undefined ? {} : { createNamespace: request.createNamespace }),
      ...(channel === undefined ? {} : { channel }),
      ...(request.installMode === undefined ? {} : { installMode: request.installMode }),
      ...(approval === undefined ? {} : { approval }),
      ...(pinned ? { version: request.bundle.version } : {}),
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
   * @param props props that result from the deployment and the options
   */
  protected createRegistry(scope: Construct, id: string, props: OperatorRegistryProps): OperatorRegistry {
    return new OperatorRegistry(scope, id, props);
  }

  /**
   * Creates the Subscription. Override it to use a subclass of `OperatorSubscription`, or other props.
   *
   * @param scope the deployment
   * @param id construct ID of the Subscription
   * @param props props that result from the deployment and the options
   */
  protected createSubscription(scope: Construct, id: string, props: OperatorSubscriptionProps): OperatorSubscription {
    return new OperatorSubscription(scope, id, props);
  }
}

/**
 * Installs bundles, and packages from catalogs, with OLM v1: with a `ClusterExtension` that stays on the version of the bundle.
 */
export class OlmV1Engine extends BundleEngine {
  private readonly options: OlmV1EngineOptions;

  /**
   * @param options the catalog, and settings of the ClusterExtension
   */
  public constructor(options: OlmV1EngineOptions = {}) {
    super('OlmV1');
    this.options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, no catalog has the bundle, or OLM v1 would refuse the bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    this.checkOptions(scope);
    const olmV1 = deployWithOlmV1(scope, request, this.options);
    return { namespace: olmV1.extension.namespace, olmV1 };
  }

  /**
   * @param scope the subscription
   * @param request what to install
   * @throws ConstructError when an option is unknown, or no ClusterCatalog is known to have the package
   */
  public override installPackage(scope: Construct, request: PackageEngineRequest): PackageEngineResult {
    this.checkOptions(scope);
    return { olmV1: installWithOlmV1(scope, request, this.options) };
  }

  private checkOptions(scope: Construct): void {
    if (this.constructor === OlmV1Engine) {
      checkKeys(scope, 'options of OlmV1Engine', this.options, OLM_V1_OPTIONS);
    }
  }
}

/**
 * Installs bundles with RukPak: with a BundleDeployment of RukPak, and with ConfigMaps that contain the bundle.
 */
export class RukpakEngine extends BundleEngine {
  private readonly options: RukpakEngineOptions;

  /**
   * @param options release and source of the bundle
   */
  public constructor(options: RukpakEngineOptions = {}) {
    super('RukPak');
    this.options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, or RukPak cannot install the bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    if (this.constructor === RukpakEngine) {
      checkKeys(scope, 'options of RukpakEngine', this.options, RUKPAK_ENGINE_OPTIONS);
    }
    return deployWithRukpak(scope, request, this.options);
  }
}

/**
 * Installs bundles without OLM: creates the objects that OLM v1 would create, and the Namespace. The CRDs come first, then everything that the
 * Deployments need, the Deployments, and webhooks. Only a change of the bundle in the program upgrades the operator.
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
      checkKeys(scope, 'options of PlainEngine', this.options, PLAIN_ENGINE_OPTIONS);
    }
    return deployPlain(scope, request, this.options);
  }
}

/**
 * Returns the channel to follow: that of the request, or the bundle's own default. The default of the package may be a channel of an earlier
 * bundle only.
 *
 * @throws ConstructError when the channel leads to a bundle other than the one to install
 */
function followedChannel(
  scope: Construct, registry: OperatorRegistry, { bundle, channel, previous }: BundleEngineRequest,
): string | undefined {
  if (previous.length === 0) {
    return channel;
  }
  const available = registry.catalog.findPackage(bundle.packageName);
  const followed = channel === undefined ? available.defaultChannel : available.tryFindChannel(channel);
  if (followed !== undefined && followed.head.name !== bundle.name) {
    throw new ConstructError(scope, `the head of channel '${followed.name}' is '${followed.head.name}', not the bundle '${bundle.name}'; `
      + 'set \'previous\' to earlier versions only, or \'channel\' to one that has the bundle as its head');
  }
  return followed?.name ?? channel;
}
