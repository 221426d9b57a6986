import { Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { ClusterApis } from '../report/needs/cluster-apis';
import type { BundleEngine } from './engines/bundle-engine';
import { Fleet } from './fleet';
import { addMirrors } from './image-mirror';
import { ExistingOlmProps, ImportedOlm, OPENSHIFT_OLM } from './installation/existing-olm';
import { IOlmInstallation, olmOfCluster } from './installation/olm-of-cluster';
import { checkAppFiles } from './model/app-files';
import { dependenciesOf } from './model/chart-order';
import { checkKubernetesVersion, CLUSTER, clusterOf, constructsOf } from './model/cluster-scope';
import { ConstructError } from './model/construct-error';
import { ImageMirrorOptions } from './model/mirror-of-cluster';
import { checkNodeLabels } from './model/node-labels';
import { checkNamespace, checkProps, anyScopeOf } from './model/prop-checks';
import { OlmV1Props, olmV1TargetOf } from './olm-v1/olm-v1-target';
import { printableValidation } from './model/printable-validation';

/** What is known about a cluster. */
export interface ClusterProps extends ImageMirrorOptions {
  /**
   * Version of Kubernetes, such as `1.33` or `1.33.2`. A bundle that requires a later one is an error at synthesis.
   *
   * @default - unknown: not checked
   */
  readonly kubernetesVersion?: string;

  /**
   * Namespaces of the OLM that is in the cluster already.
   *
   * @default - the app installs OLM, or its namespaces are those of upstream's releases
   */
  readonly existingOlm?: ExistingOlmProps;

  /**
   * Whether the cluster is OpenShift, with its own OLM.
   *
   * @default false
   */
  readonly openShift?: boolean;

  /**
   * APIs of the cluster besides those of Kubernetes, of OLM and of what the app installs, such as `ClusterApis.fromFile('apis.txt')`: the checks of
   * an app fail if a bundle needs an API that nothing provides.
   *
   * @default - none besides those of OpenShift, with `openShift`
   */
  readonly apis?: ClusterApis;

  /**
   * Namespaces that are in the cluster already, or that something outside the app creates: the checks of an app fail if an object is in a namespace
   * that is neither in the list nor created by the app. Those of Kubernetes, and of controllers whose kinds the app has, are known.
   *
   * @default - unknown: the checks warn of namespaces that nothing in the app creates
   */
  readonly existingNamespaces?: string[];

  /**
   * Labels of the nodes that the pods of operators may require, as `key` or `key=value`: an entry for each value that some node has, and one for each
   * architecture, such as `kubernetes.io/arch=arm64`.
   *
   * @default - unknown; `kubernetes.io/os=linux` and `kubernetes.io/arch=amd64` are assumed
   */
  readonly nodeLabels?: string[];

  /**
   * Engine of the cluster's `BundleDeployment`s that do not specify one.
   *
   * @default new OlmV0Engine()
   */
  readonly engine?: BundleEngine;

  /**
   * OLM v1 of the cluster: the release that its ClusterCatalogs and ClusterExtensions are written for.
   *
   * @default - the newest release, with its standard CRDs
   */
  readonly olmV1?: OlmV1Props;
}

/** The IDs of clusters and of the constructs above them become folder names. */
const FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * One of several clusters of an app: it contains the charts to apply there.
 *
 * It is a boundary: a cluster has its own OLM, and its constructs are checked against each other and ordered among each other, not
 * against those of other clusters. An app without a `Cluster` is one cluster. In a `Fleet`, each cluster is written to its own folder.
 */
export class Cluster extends Construct {
  /**
   * Whether a value is a `Cluster`, from any copy of this library.
   *
   * @param x the value
   */
  public static isCluster(x: unknown): x is Cluster {
    return typeof x === 'object' && x !== null && CLUSTER in x;
  }

  /**
   * Returns the cluster that contains a construct, or undefined if the app is one cluster.
   *
   * @param construct the construct
   */
  public static of(construct: IConstruct): Cluster | undefined {
    checkArguments('Cluster.of', { construct });
    const cluster = clusterOf(construct);
    return Cluster.isCluster(cluster) ? cluster : undefined;
  }

  /** Version of Kubernetes, if it is known. */
  public readonly kubernetesVersion?: string;

  /** APIs of the cluster besides those of Kubernetes, of OLM and of the app, if specified. */
  public readonly apis?: ClusterApis;

  /** Namespaces that are in the cluster already, if specified. */
  public readonly existingNamespaces?: string[];

  /** Labels of the nodes, if specified. */
  public readonly nodeLabels?: string[];

  /** Whether the cluster is OpenShift. */
  public readonly openShift: boolean;

  /** Engine of the `BundleDeployment`s that do not set one, if specified. */
  public readonly engine?: BundleEngine;

  /** OLM v1 of the cluster, if specified. */
  public readonly olmV1?: OlmV1Props;

  /**
   * @param scope scope that owns this construct: the app, or a construct outside of charts and of other clusters
   * @param id construct ID. The construct path, such as `eu/dev`, is the path of the cluster's folder
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or the cluster is in a chart or in another cluster
   */
  public constructor(scope: Construct, id: string, props: ClusterProps = {}) {
    super(anyScopeOf('new Cluster', scope, id), id);
    checkProps(this, 'ClusterProps', props, new.target !== Cluster);
    const outer = this.node.scopes.slice(0, -1).find(construct => Chart.isChart(construct) || Cluster.isCluster(construct));
    if (outer !== undefined) {
      throw new ConstructError(this, `a cluster contains charts, and this one is in the ${Chart.isChart(outer) ? 'chart' : 'cluster'} '${outer.node.path}'; `
        + 'pass the app as its scope, and create the charts in it');
    }
    const badId = this.node.path.split('/').find(name => !FOLDER_NAME.test(name));
    if (badId !== undefined) {
      throw new ConstructError(this, "the path of a cluster is the path of its folder: in construct IDs, use letters, digits, '-', '_' and '.', starting "
        + `with a letter or a digit; got '${badId}'`);
    }
    Object.defineProperty(this, CLUSTER, { value: true });
    checkAppFiles(this);
    const {
      kubernetesVersion, existingOlm, openShift = false, apis, existingNamespaces, nodeLabels, engine, olmV1, registryMirror, mirrorsByPrefix,
      airGapped,
    } = props;
    if (registryMirror !== undefined || mirrorsByPrefix !== undefined || airGapped !== undefined) {
      addMirrors(this, defined({ registryMirror, mirrorsByPrefix, airGapped }));
    }
    checkKubernetesVersion(this, kubernetesVersion);
    if (kubernetesVersion !== undefined) {
      this.kubernetesVersion = kubernetesVersion;
    }
    this.openShift = openShift;
    if (apis !== undefined) {
      this.apis = apis;
    }
    if (existingNamespaces !== undefined) {
      existingNamespaces.forEach((namespace, index) => checkNamespace(this, `existingNamespaces[${index}]`, namespace));
      this.existingNamespaces = [...existingNamespaces];
    }
    if (nodeLabels !== undefined) {
      checkNodeLabels(this, 'nodeLabels', nodeLabels);
      this.nodeLabels = [...nodeLabels];
    }
    if (engine !== undefined) {
      this.engine = engine;
    }
    if (olmV1 !== undefined) {
      this.olmV1 = { ...olmV1 };
      olmV1TargetOf(this, undefined, undefined);
    }
    if (openShift && existingOlm !== undefined) {
      throw new ConstructError(this, 'openShift and existingOlm are both set; set existingOlm only if the namespaces differ from those of OpenShift');
    }
    if (openShift || existingOlm !== undefined) {
      new ImportedOlm(this, 'olm', existingOlm ?? OPENSHIFT_OLM);
    }
    this.node.addValidation(printableValidation(() => [...this.#sharedFolder(), ...this.#foreignDependencies()]));
  }

  /** The OLM of the cluster, installed by the app or in the cluster already, or undefined if none is known. */
  public get olm(): IOlmInstallation | undefined {
    return olmOfCluster(this);
  }

  /** A plain App writes all charts to one folder, from which they would be applied together. */
  #sharedFolder(): string[] {
    const { root } = this.node;
    // An App of any copy of cdk8s.
    if (!('outdir' in root) || Fleet.isFleet(root)) {
      return [];
    }
    const first = root.node.findAll().find(construct => Cluster.isCluster(construct));
    return first === this ? [] : [
      `an App writes this cluster and '${first?.node.path}' to the same folder; create the app with \`new Fleet()\` instead of \`new App()\``,
    ];
  }

  #foreignDependencies(): string[] {
    return constructsOf(this).flatMap(construct => dependenciesOf(construct).filter(target => clusterOf(target) !== this).map(target => (
      `'${construct.node.path}' depends on '${target.node.path}', which is in another cluster; also create it in this cluster, or `
      + 'refer to it by name'
    )));
  }
}
