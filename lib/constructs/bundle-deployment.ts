import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { BundleEngine } from './bundle-engine';
import { OperatorRegistry } from './operator-registry';
import { OperatorRegistryProps } from './operator-registry-props';
import { OperatorSubscription } from './operator-subscription';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { checkPackages, upgradeProblems } from './upgrade-checks';
import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/install-mode';

/** Which bundle a `BundleDeployment` installs, where, and by which engine. */
export interface BundleDeploymentProps {
  /** The bundle to install. */
  readonly bundle: Bundle;

  /**
   * Earlier versions of the bundle, which may be installed: they stay in the catalog, and OLM upgrades from them to `bundle`. What is known
   * to stop such an upgrade is an error when the app is synthesized.
   *
   * @default - none: OLM can still upgrade from a version that `bundle` itself says it replaces or skips
   */
  readonly previous?: Bundle[];

  /**
   * By which machinery the bundle becomes a running operator.
   *
   * @default BundleEngine.olmV0()
   */
  readonly engine?: BundleEngine;

  /**
   * The namespace that the operator is installed in.
   *
   * @default - the namespace of the chart, or the name of the bundle's package
   */
  readonly namespace?: string;

  /**
   * Whether to make the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * The channel to follow, of those that the bundle names.
   *
   * @default - the bundle's default channel
   */
  readonly channel?: string;

  /**
   * Which namespaces the operator watches.
   *
   * @default - the operator's own namespace, or all namespaces when the bundle supports nothing narrower
   */
  readonly installMode?: InstallMode;

  /**
   * Labels for every object made.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object made.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * A bundle as an installed operator, without an image of the bundle or of a catalog: everything in one namespace.
 *
 * With the OLM v0 engine it is an `OperatorRegistry` that serves this bundle and the earlier ones, and an `OperatorSubscription` to it.
 */
export class BundleDeployment extends Construct {
  /** The bundle that is installed. */
  public readonly bundle: Bundle;

  /** By which machinery. */
  public readonly engine: BundleEngine;

  /** The namespace that the operator is installed in. */
  public readonly namespace: string;

  /** The registry that serves the bundle, with the OLM v0 engine. */
  public readonly registry?: OperatorRegistry;

  /** The subscription to the registry, with the OLM v0 engine. */
  public readonly subscription?: OperatorSubscription;

  /**
   * @param scope where it stands
   * @param id its name in the scope
   * @param props which bundle, and where
   * @throws ConstructError when the props contradict each other or the bundle
   */
  public constructor(scope: Construct, id: string, props: BundleDeploymentProps) {
    super(scope, id);
    this.bundle = props.bundle;
    this.engine = props.engine ?? BundleEngine.olmV0();
    const previous = props.previous ?? [];
    checkPackages(this, previous, props.bundle);
    const made = this.engine._deploy({
      bundle: props.bundle,
      previous,
      namespace: props.namespace ?? Chart.of(this).namespace,
      createNamespace: props.createNamespace,
      channel: props.channel,
      installMode: props.installMode,
      makeRegistry: (name, registryProps) => this.makeRegistry(name, registryProps),
      makeSubscription: (name, subscriptionProps) => this.makeSubscription(name, subscriptionProps),
      marks: {
        ...(props.labels === undefined ? {} : { labels: props.labels }),
        ...(props.annotations === undefined ? {} : { annotations: props.annotations }),
      },
    });
    this.namespace = made.namespace;
    this.node.addValidation({ validate: () => upgradeProblems(previous, props.bundle) });
    if (made.registry !== undefined) {
      this.registry = made.registry;
    }
    if (made.subscription !== undefined) {
      this.subscription = made.subscription;
      this.node.defaultChild = made.subscription;
    }
  }

  /**
   * A hook for subclasses: makes the registry. Override it to use a subclass of `OperatorRegistry`, or other props. It is
   * called from the constructor of the base class.
   *
   * @param id the id of the registry in this construct
   * @param props what the engine asks for
   */
  protected makeRegistry(id: string, props: OperatorRegistryProps): OperatorRegistry {
    return new OperatorRegistry(this, id, props);
  }

  /**
   * A hook for subclasses: makes the subscription. Override it to use a subclass of `OperatorSubscription`, or other
   * props. It is called from the constructor of the base class.
   *
   * @param id the id of the subscription in this construct
   * @param props what the engine asks for
   */
  protected makeSubscription(id: string, props: OperatorSubscriptionProps): OperatorSubscription {
    return new OperatorSubscription(this, id, props);
  }
}
