import { ApiObject, App, Chart, Helm, Names } from 'cdk8s';
import { Construct } from 'constructs';
import { PlainBundle } from '../../bundle/plain-bundle';
import { defined } from '../../formats/json/defined';
import { exactJson } from '../../formats/json/exact-json';
import { fieldAt } from '../../formats/json/json-value';
import { isClusterScoped, KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkNamespace, checkProps, scopeOf } from '../model/prop-checks';
import { PlainResult } from './bundle-engine';
import { PlainObjects } from './plain-objects';

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
   * Labels for every object, which replace those that the bundle has with the same keys.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object, which replace those that the bundle has with the same keys.
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
    super(scopeOf('new PlainBundleDeployment', scope, id), id);
    Object.defineProperty(this, PLAIN_BUNDLE_DEPLOYMENT, { value: true });
    checkProps(this, 'PlainBundleDeploymentProps', props, new.target !== PlainBundleDeployment);
    const { bundle, namespace = Chart.of(this).namespace } = props;
    this.bundle = bundle;
    const { namespace: chosen, objects, crds } = deployPlainBundle(this, { ...props, ...defined({ namespace }) });
    this.namespace = chosen;
    this.objects = objects;
    this.crds = crds;
  }
}

/** Props that apply to charts only. */
const CHART_PROPS = ['values', 'releaseName', 'helmExecutable'] as const;

/**
 * Creates the objects of a bundle without a ClusterServiceVersion.
 *
 * @throws ConstructError when a prop is invalid, or the chart cannot be rendered
 */
function deployPlainBundle(scope: Construct, props: PlainBundleDeploymentProps): PlainResult & { readonly namespace: string } {
  const { bundle, namespace, crdScope = scope, createNamespace, labels, annotations } = props;
  if (namespace === undefined) {
    throw new ConstructError(scope, "namespace is required: set 'namespace', or that of the chart");
  }
  checkNamespace(scope, 'namespace', namespace);
  const unused = bundle.chart === undefined ? CHART_PROPS.find(prop => props[prop] !== undefined) : undefined;
  if (unused !== undefined) {
    throw new ConstructError(scope, `'${unused}' is for Helm charts, and the bundle '${bundle.source}' has media type ${bundle.mediaType}; omit it`);
  }
  const manifests = bundle.chart === undefined ? bundle.objects.map(({ content }) => content as unknown as KubernetesManifest)
    : chartObjects(scope, bundle.chart, { ...props, namespace });
  const mirrors = ClusterMirrors.of(scope);
  // Several constructs of one ID may be in a namespace, and a bundle has no name.
  const name = props.releaseName ?? Names.toDnsLabel(scope);
  const objects = inNamespace(manifests, namespace).map(object => mirrors.objectOf(object));
  const created = new PlainObjects(scope, { labels, annotations, createNamespace }, name, namespace).create([objects], crdScope);
  checkSoleOwner(scope, 'install the bundle once in a cluster');
  return { namespace, ...created };
}

/**
 * Sets the namespace of objects that have none, unless their kind is cluster-scoped: a well-known kind, or one of a CRD in the bundle. Kinds defined
 * elsewhere are treated as namespaced; the API server drops the namespace of a cluster-scoped object.
 */
function inNamespace(manifests: readonly KubernetesManifest[], namespace: string): KubernetesManifest[] {
  const crds = manifests.filter(({ kind }) => kind === 'CustomResourceDefinition');
  const clusterKinds = new Set(crds.filter(crd => fieldAt(crd, 'spec', 'scope') === 'Cluster').map(crd => (
    exactJson([fieldAt(crd, 'spec', 'group'), fieldAt(crd, 'spec', 'names', 'kind')]))));
  return manifests.map(manifest => {
    const { apiVersion, kind, metadata } = manifest;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const isCluster = isClusterScoped(group, kind) || clusterKinds.has(JSON.stringify([group, kind]));
    const { namespace: own, ...others } = metadata;
    return { ...manifest, metadata: isCluster ? others : { ...others, namespace: own ?? namespace } };
  });
}

/** How a chart is rendered. */
export interface HelmChartOptions {
  readonly namespace: string;
  readonly values?: { [key: string]: unknown };
  readonly releaseName?: string;
  readonly helmExecutable?: string;
}

/** Names that Helm accepts for releases. */
const RELEASE_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const MAX_RELEASE_NAME = 53;

/**
 * Renders a Helm chart with `helm template`, with its CRDs and without its tests.
 *
 * @throws ConstructError when the release name is invalid, helm is missing, or the chart cannot be rendered
 */
function chartObjects(scope: Construct, chart: string, options: HelmChartOptions): KubernetesManifest[] {
  const { namespace, values, releaseName = scope.node.id, helmExecutable = 'helm' } = options;
  if (!RELEASE_NAME.test(releaseName) || releaseName.length > MAX_RELEASE_NAME) {
    throw new ConstructError(scope, `'${releaseName}' is not the name of a Helm release; set 'releaseName' to at most ${MAX_RELEASE_NAME} lowercase letters, digits and dashes`);
  }
  // cdk8s renders into the scope of its construct; a separate scope leaves the order of the objects to us.
  const rendered = new Chart(new App(), 'chart');
  try {
    new Helm(rendered, 'helm', {
      chart, namespace, releaseName, helmExecutable, helmFlags: ['--include-crds', '--skip-tests'], ...defined({ values }),
    });
  } catch (error) {
    throw new ConstructError(scope, reasonOf(error as Error, helmExecutable, chart));
  }
  return rendered.toJson() as KubernetesManifest[];
}

function reasonOf({ message }: Error, helmExecutable: string, chart: string): string {
  return message.startsWith('unable to execute')
    ? `'${helmExecutable}' was not found, which renders the chart '${chart}'; install Helm (https://helm.sh/docs/intro/install/), or set 'helmExecutable' to its path`
    : `Helm cannot render the chart '${chart}': ${message.trim().replace(/^Error: /, '')}; fix the chart, or set other 'values'`;
}
