import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { deployPlainBundle } from './plain-bundle-objects';
import { checkKeys } from './model/prop-checks';
import { PlainBundle } from '../bundle/plain-bundle';
import { KnownKeys } from '../formats/json/known-keys';

/** Properties of a `PlainBundleDeployment`. */
export interface PlainBundleDeploymentProps {
  /** Bundle to install. */
  readonly bundle: PlainBundle;

  /**
   * Namespace of the objects that specify none.
   *
   * @default - the namespace of the chart; an error if it has none
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace. A Namespace of this name in the bundle is created in any case.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Scope that owns the CRDs, such as a separate chart, so that removing the deployment keeps them.
   *
   * @default - the deployment itself
   */
  readonly crdScope?: Construct;

  /**
   * Values of the Helm chart.
   *
   * @default - those of the chart
   */
  readonly values?: { [key: string]: unknown };

  /**
   * Name of the Helm release, which charts use in names and labels; at most 53 characters.
   *
   * @default - the ID of this construct
   */
  readonly releaseName?: string;

  /**
   * Program that renders the Helm chart: Helm 3 or newer.
   *
   * @default 'helm'
   */
  readonly helmExecutable?: string;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

const PLAIN_BUNDLE_DEPLOYMENT = Symbol.for('olm-constructs.PlainBundleDeployment');

/**
 * The objects of a plain+v0 or helm+v3 bundle, in an order in which they can be applied: CRDs, namespaces, what Deployments need, Deployments,
 * webhooks. It needs neither RukPak nor OLM in the cluster. A chart is rendered with `helm template` when the construct is created; its hooks become
 * ordinary objects, except for tests, which are omitted.
 */
export class PlainBundleDeployment extends Construct {
  /** @internal */
  public static readonly _props: KnownKeys<PlainBundleDeploymentProps> = {
    bundle: true, namespace: true, createNamespace: true, crdScope: true, values: true, releaseName: true, helmExecutable: true, labels: true,
    annotations: true,
  };

  /**
   * Whether a value is a `PlainBundleDeployment`, from any copy of this library.
   *
   * @param x the value
   */
  public static isPlainBundleDeployment(x: unknown): x is PlainBundleDeployment {
    return typeof x === 'object' && x !== null && PLAIN_BUNDLE_DEPLOYMENT in x;
  }

  /** Installed bundle. */
  public readonly bundle: PlainBundle;

  /** Namespace of the objects that specify none. */
  public readonly namespace: string;

  /** The objects except for the CRDs, in the order in which they are applied. */
  public readonly objects: ApiObject[];

  /** The CustomResourceDefinitions. */
  public readonly crds: ApiObject[];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or invalid, or the chart cannot be rendered
   */
  public constructor(scope: Construct, id: string, props: PlainBundleDeploymentProps) {
    super(scope, id);
    Object.defineProperty(this, PLAIN_BUNDLE_DEPLOYMENT, { value: true });
    if (new.target === PlainBundleDeployment) {
      checkKeys(this, 'props of PlainBundleDeployment', props, PlainBundleDeployment._props);
    }
    const { bundle, namespace = Chart.of(this).namespace } = props;
    this.bundle = bundle;
    const { namespace: chosen, objects, crds } = deployPlainBundle(this, { ...props, ...(namespace === undefined ? {} : { namespace }) });
    this.namespace = chosen;
    this.objects = objects;
    this.crds = crds;
  }
}
