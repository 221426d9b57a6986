import { Construct } from 'constructs';
import type { Bundle } from '../../bundle/bundle';
import type { CatalogPackage } from '../../catalog/catalog-package';
import { type FittingChannel, fittingChannels } from '../../catalog/render/channel-choice';
import { defined } from '../../formats/json/defined';
import { namesInQuotes } from '../../text/phrases';
import { OperatorRegistry, OperatorRegistryOptions, OperatorRegistryProps } from '../catalogs/operator-registry';
import { isOlmV0Engine, markOlmV0Engine } from '../catalogs/package-engine';
import { ConstructError } from '../model/construct-error';
import { OperatorConfig } from '../model/operator-config';
import { checkOptionsIn, operatorNamespace } from '../model/prop-checks';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { OperatorGroupRef } from '../model/operator-group-ref';
import { OperatorSubscription } from '../subscription/operator-subscription';
import { InstallPlanApproval, OperatorSubscriptionProps, OperatorUpgradeStrategy } from '../subscription/operator-subscription-props';
import { BundleEngine, BundleEngineRequest, BundleEngineResult } from './bundle-engine';

/** Settings of the engine for OLM v0. */
export interface OlmV0EngineOptions {
  /**
   * Settings of the registry that serves the bundle.
   *
   * @default - those of `OperatorRegistry`
   */
  readonly registry?: OperatorRegistryOptions;

  /**
   * Approval strategy for InstallPlans.
   *
   * @default InstallPlanApproval.AUTOMATIC
   */
  readonly approval?: InstallPlanApproval;

  /**
   * Whether the Subscription is pinned to the version of the bundle: OLM then requires approval of each InstallPlan, and the Pulumi component and
   * `olm-constructs wait --approve` approve those that install exactly this version. Another value of `approval` is an error.
   *
   * @default false
   */
  readonly pinned?: boolean;

  /**
   * OperatorGroup of the namespace, if it has one already.
   *
   * @default - a new one, for the install mode
   */
  readonly operatorGroup?: OperatorGroupRef;

  /**
   * Name of the OperatorGroup that is created. With `operatorGroup` it is an error.
   *
   * @default - the name of the package
   */
  readonly operatorGroupName?: string;

  /**
   * Changes that OLM makes to the Deployments of the operator.
   *
   * @default - none
   */
  readonly config?: OperatorConfig;

  /**
   * ServiceAccount with which OLM installs the operator: see `OperatorSubscriptionProps`.
   *
   * @default - OLM installs the operator with its own rights
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * What OLM does when the installation of a version fails: see `OperatorSubscriptionProps`.
   *
   * @default OperatorUpgradeStrategy.DEFAULT
   */
  readonly upgradeStrategy?: OperatorUpgradeStrategy;

  /**
   * Whether OLM ignores the global catalogs, also for dependencies of the bundle: see `OperatorSubscriptionProps`.
   *
   * @default false
   */
  readonly excludeGlobalCatalogs?: boolean;
}

/**
 * Installs bundles with OLM v0: with an `OperatorRegistry` that serves the bundle and the earlier ones, and an `OperatorSubscription` to it,
 * both in the namespace of the operator.
 */
export class OlmV0Engine extends BundleEngine {
  /**
   * Whether a value is an `OlmV0Engine`, from any copy of this library.
   *
   * @param x the value
   */
  public static isOlmV0Engine(x: unknown): x is OlmV0Engine {
    return isOlmV0Engine(x);
  }

  readonly #options: OlmV0EngineOptions;

  /**
   * @param options settings of the registry and of the Subscription
   */
  public constructor(options: OlmV0EngineOptions = {}) {
    super('OlmV0');
    markOlmV0Engine(this);
    this.#options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, or the channel leads to another bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    checkOptionsIn(scope, 'options of OlmV0Engine', 'OlmV0EngineOptions', this.#options, this.constructor !== OlmV0Engine);
    const {
      registry: registryOptions = {}, approval, pinned = false, operatorGroup, operatorGroupName, config, serviceAccount, upgradeStrategy,
      excludeGlobalCatalogs,
    } = this.#options;
    const { createNamespace, previousName, installMode } = request;
    const labels = { ...request.labels };
    const annotations = { ...request.annotations };
    const registry = this.createRegistry(scope, 'Registry', {
      ...registryOptions,
      labels: { ...labels, ...registryOptions.labels },
      annotations: { ...annotations, ...registryOptions.annotations },
      bundles: [...request.previous, request.bundle],
      namespace: operatorNamespace(scope, request.namespace, request.bundle.packageName),
    });
    const channel = followedChannel(scope, registry, request);
    const subscription = this.createSubscription(scope, 'Subscription', {
      labels,
      annotations,
      catalog: registry,
      packageName: request.bundle.packageName,
      namespace: registry.catalogNamespace,
      ...defined({ createNamespace, channel, previousName, installMode, approval }),
      ...(pinned ? { version: request.bundle.version } : {}),
      ...defined({ operatorGroup, operatorGroupName, config, serviceAccount, upgradeStrategy, excludeGlobalCatalogs }),
    });
    if (subscription.namespaceObject !== undefined) {
      registry.node.addDependency(subscription.namespaceObject);
    }
    return { namespace: registry.catalogNamespace, ...defined({ bundle: registry._mirroredOf(request.bundle) }), olmV0: { registry, subscription } };
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
 * Returns the channel to follow: that of the request, or the one that has the bundle as its head and upgrades from the earlier ones. The default
 * channel of the package may have another head, or lack the earlier bundles.
 *
 * @throws ConstructError when the channel leads to a bundle other than the one to install, or no channel upgrades from all earlier bundles
 */
function followedChannel(
  scope: Construct, registry: OperatorRegistry, { bundle, channel, previous }: BundleEngineRequest,
): string | undefined {
  if (previous.length === 0) {
    return channel;
  }
  const available = registry.catalog.findPackage(bundle.packageName);
  const preferred = [...(bundle.defaultChannel === undefined ? [] : [bundle.defaultChannel]), available.defaultChannel.name];
  const fitting = fittingChannels(bundle.name, previous, available.channels.map(({ _blob }) => _blob), preferred);
  if (channel !== undefined) {
    const isKnown = available.tryFindChannel(channel) !== undefined;
    if (isKnown && !fitting.some(({ name }) => name === channel)) {
      throw new ConstructError(scope, otherHeads(available, [channel], bundle, fitting));
    }
    return channel;
  }
  const [best] = fitting;
  if (best === undefined) {
    throw new ConstructError(scope, otherHeads(available, available.bundles.find(({ name }) => name === bundle.name)!.channels, bundle, fitting));
  }
  if (best.stranded.length > 0) {
    throw new ConstructError(scope, `OLM would not upgrade from each of 'previous' in a channel with the bundle '${bundle.name}' as its head: `
      + `${fitting.map(({ name, stranded }) => `'${name}' not from ${namesInQuotes(stranded)}`).join(', ')}; let the bundles follow each other, for example with `
      + 'ChannelPlan.inOrder(), remove what is installed nowhere from \'previous\', or set \'channel\' to one of these');
  }
  return best.name;
}

/** Returns the error for channels that have other heads than a bundle. */
function otherHeads({ channels }: CatalogPackage, names: readonly string[], bundle: Bundle, fitting: readonly FittingChannel[]): string {
  const heads = channels.filter(({ name }) => names.includes(name)).map(({ name, head }, index) => (
    index === 0 ? `the head of channel '${name}' is '${head.name}'` : `of channel '${name}' '${head.name}'`
  ));
  return `${heads.join(', ')}, not the bundle '${bundle.name}'; ${fitting.length === 0 ? 'set \'previous\' to earlier versions only'
    : `set 'channel' to one that has the bundle as its head: ${namesInQuotes(fitting.map(({ name }) => name))}`}`;
}
