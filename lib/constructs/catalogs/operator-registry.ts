import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { Bundle } from '../../bundle/bundle';
import { BundleObjects } from '../../bundle/model/bundle-objects';
import { SlimLevel } from '../../bundle/slim';
import { Catalog } from '../../catalog/catalog';
import { packCatalog } from '../../catalog/pack';
import { ChannelPlan } from '../../catalog/render/channel-plan';
import { PackageDeprecations } from '../../catalog/render/deprecations';
import { DEFAULT_OPM_IMAGE } from '../../olm/v0/model/olm-version';
import { catalogFields } from '../../olm/v0/objects/catalog-source';
import { ContainerResources, Toleration } from '../../olm/v0/settings/pod-settings';
import { OlmInstallation } from '../installation/olm-installation';
import { IOlmInstallation, useOlm } from '../installation/olm-of-cluster';
import { ICatalog } from '../model/catalog-ref';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { generationWarnings } from '../model/generation-warnings';
import { lateValue } from '../model/late-value';
import { CommonMetadata, commonMetadata, manifestObject, markedMetadata } from '../model/manifest-object';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkObjectName, checkProps, checkServiceName, scopeOf } from '../model/prop-checks';
import { warnAtSynthesis } from '../model/warnings';
import { CatalogDisplay } from './catalog-display';
import { catalogNamespaceOf, checkDefaultNamespace } from './catalog-namespace';
import { recordRegistry } from './registries-of-cluster';
import { RegistryContent } from './registry-content';
import { REGISTRY_PORT, REGISTRY_PORT_NAME, registryPodSpec } from './registry-pod';
import { printableValidation } from '../model/printable-validation';

/** Settings of an `OperatorRegistry` that do not depend on its content or namespace. */
export interface OperatorRegistryOptions extends CatalogDisplay {
  /**
   * How to derive channels and their upgrade edges from bundles. If a later bundle declares no predecessor, `ChannelPlan.inOrder()` makes it replace
   * the version before it. Not allowed with a catalog, which has channels already.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * Catalog to take dependencies from: what the bundles require but this registry lacks (`olm.package.required` and `olm.gvk.required`) is
   * added, with everything that it requires in turn, from the bundles that OLM would choose. `OperatorRegistry.addedDependencies` lists them.
   *
   * @default - nothing is added: OLM takes dependencies from other catalogs
   */
  readonly dependencies?: Catalog;

  /**
   * How much may be removed from a bundle that is too large for OLM to install from an inline catalog. Nothing that the cluster checks or runs
   * is ever removed. `OperatorRegistry.removed` lists what was removed.
   *
   * @default SlimLevel.NONE
   */
  readonly slim?: SlimLevel;

  /**
   * Name of the CatalogSource, the Deployment and the Service, and prefix of the ConfigMaps' names.
   *
   * @default - for a single package, its name with the suffix `-catalog`, or with the prefix `catalog-` if that is not a valid name of a
   * Service; otherwise derived from the construct's path
   */
  readonly name?: string;

  /**
   * Image that serves the catalog, with `/bin/opm` and `/busybox/sh`.
   *
   * @default - the `opm` image of OLM 0.46.0, by digest, from the mirror of the cluster if there is one
   */
  readonly image?: string;

  /**
   * Names of the secrets that pull the image, in the registry's namespace. OLM also pulls bundle images with them.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * Names of the secrets that pull the images of the operators, in the namespaces of the operators. They are added to the pods of the
   * operators' Deployments in the CSVs: OLM itself adds none, and removes those of a ServiceAccount that existed before the operator. A version
   * that is already installed is not changed. Not allowed for bundles that OLM unpacks from an image.
   *
   * @default - none
   */
  readonly operatorPullSecrets?: string[];

  /**
   * Number of pods. With more than one, a PodDisruptionBudget keeps one of them running.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * Resources of each container of the pods.
   *
   * @default - requests of 10m cpu and 50Mi memory without limits, like OLM's own catalog pods
   */
  readonly resources?: ContainerResources;

  /**
   * Labels that nodes must have to run the pods, besides `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pods tolerate.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Priority class of the pods.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * Labels for every object, including the pods.
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

/** Properties of an `OperatorRegistry`. */
export interface OperatorRegistryProps extends OperatorRegistryOptions {
  /**
   * Bundles to serve. Their packages, channels and upgrade edges are derived from the bundles themselves.
   *
   * To upgrade, add the next version of a bundle and keep the installed one: the registry's pods roll, and OLM finds the upgrade path.
   *
   * @default - the bundles of `catalog`
   */
  readonly bundles?: Bundle[];

  /**
   * Catalog to serve, rendered from bundles or read. Either this or `bundles` is required.
   *
   * @default - a catalog of `bundles`
   */
  readonly catalog?: Catalog;

  /**
   * Objects to leave out of the bundles that the registry serves inline, such as `BundleObjects.ofKind('PrometheusRule')` for a cluster without
   * Prometheus: see `OperatorRegistry.omitted`. What an operator itself needs cannot be left out. OLM does not change a version that is already
   * installed. Not allowed for bundles that OLM unpacks from an image.
   *
   * @default - none
   */
  readonly omit?: BundleObjects[];

  /**
   * Deprecations of the packages of `bundles`, of their channels and of their bundles, by package name. OLM still installs deprecated bundles, and
   * shows the message to users. Not allowed with a catalog, which has its own.
   *
   * @default - nothing is deprecated
   */
  readonly deprecations?: { [key: string]: PackageDeprecations };

  /**
   * Namespace of the registry. Catalogs in OLM's global catalog namespace, which is `olm` in an upstream installation, are visible in every
   * namespace; those in any other namespace are visible in that namespace only.
   *
   * @default - the first one that is set: the global catalog namespace of `olm`, the namespace of the chart, the global catalog namespace of the OLM
   * that the app created before; otherwise `olm`
   */
  readonly namespace?: string;

  /**
   * OLM in whose global catalog namespace to create the registry.
   *
   * @default - none: see `namespace`
   */
  readonly olm?: IOlmInstallation;
}

/** An `OperatorRegistry`, as seen by other constructs. */
export interface IOperatorRegistry extends IConstruct, ICatalog {
  /** Catalog that is served. */
  readonly catalog: Catalog;

  /** The CatalogSource. */
  readonly catalogSource: olm.CatalogSource;
}

const OPERATOR_REGISTRY = Symbol.for('olm-constructs.OperatorRegistry');

/**
 * A catalog of operator bundles that is served from ConfigMaps: no image is built or pushed.
 *
 * It consists of the ConfigMaps with the packed catalog, a Deployment that runs `opm serve` on it, a Service in front of it, a NetworkPolicy that
 * lets OLM in (OLM denies all traffic in its own namespace), and the CatalogSource with its address for OLM. The names of the ConfigMaps
 * contain a hash of the content, so that a changed bundle rolls the Deployment and changes nothing else.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/catalogsource/
 */
export class OperatorRegistry extends Construct implements IOperatorRegistry {
  /**
   * Whether a value is an `OperatorRegistry`, from any copy of this library.
   *
   * @param x the value
   */
  public static isOperatorRegistry(x: unknown): x is OperatorRegistry {
    return typeof x === 'object' && x !== null && OPERATOR_REGISTRY in x;
  }

  /** Name of the CatalogSource, the Deployment and the Service. */
  public readonly catalogName: string;

  /** Namespace of all objects. */
  public readonly catalogNamespace: string;

  /** Address at which the Service serves the catalog in the cluster, with its port, such as `hello-catalog.olm.svc:50051`. */
  public readonly address: string;

  /** Catalog that is served, after slimming. */
  public readonly catalog: Catalog;

  /** Catalog that is served: the same as `catalog`. */
  public readonly catalogContent?: Catalog;

  /** What slimming removed, one sentence each, or an empty list if nothing was removed. */
  public readonly removed: string[];

  /** Objects that were left out of the bundles, one phrase each, or an empty list if none were. */
  public readonly omitted: string[];

  /** Names of the bundles that were added from `dependencies`, or an empty list if none were. */
  public readonly addedDependencies: string[];

  /** Labels that select the registry's pods. */
  public readonly selector: { [key: string]: string };

  /** ConfigMaps with the parts of the packed catalog, in order. */
  public readonly configMaps: ApiObject[];

  /** Deployment that serves the catalog. */
  public readonly deployment: ApiObject;

  /** Service in front of the Deployment. */
  public readonly service: ApiObject;

  /** NetworkPolicy that lets clients reach the registry's port, and denies all traffic from the pods. */
  public readonly networkPolicy: ApiObject;

  /** PodDisruptionBudget that keeps one pod serving while nodes are drained; set only with several replicas. */
  public readonly podDisruptionBudget?: ApiObject;

  /** The CatalogSource. */
  public readonly catalogSource: olm.CatalogSource;

  readonly #props: OperatorRegistryProps;
  readonly #content: RegistryContent;
  readonly #image: string;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when there is nothing to serve, or a prop is unknown or invalid
   */
  public constructor(scope: Construct, id: string, props: OperatorRegistryProps) {
    super(scopeOf('new OperatorRegistry', scope, id), id);
    Object.defineProperty(this, OPERATOR_REGISTRY, { value: true });
    checkProps(this, 'OperatorRegistryProps', props, new.target !== OperatorRegistry);
    this.#props = props;
    this.#checkPodSettings();
    this.#content = new RegistryContent(this, props);
    this.#image = props.image ?? ClusterMirrors.of(this).imageOf(DEFAULT_OPM_IMAGE);
    this.catalog = this.#content.catalog;
    this.catalogContent = this.catalog;
    this.removed = this.#content.removed;
    this.omitted = this.#content.omitted;
    this.addedDependencies = this.#content.addedDependencies;
    this.catalogName = props.name ?? this.#content.defaultName;
    checkServiceName(this, 'name', this.catalogName);
    this.catalogNamespace = catalogNamespaceOf(this, props);
    this.address = `${this.catalogName}.${this.catalogNamespace}.svc:${REGISTRY_PORT}`;
    this.selector = {
      'app.kubernetes.io/name': 'operator-registry',
      'app.kubernetes.io/instance': this.catalogName,
    };

    this.configMaps = this.#createConfigMaps();
    this.networkPolicy = this.#create('NetworkPolicy', 'networking.k8s.io/v1', () => this.networkPolicySpec());
    this.service = this.#create('Service', 'v1', () => this.serviceSpec());
    this.deployment = this.#create('Deployment', 'apps/v1', () => this.deploymentSpec());
    if (this.#replicas > 1) {
      this.podDisruptionBudget = this.#create('PodDisruptionBudget', 'policy/v1', () => this.podDisruptionBudgetSpec());
    }
    this.catalogSource = new olm.CatalogSource(this, 'Resource', {
      metadata: commonMetadata(this, { name: this.catalogName, namespace: this.catalogNamespace, labels: this.#labels }, this.#metadata),
      spec: lateValue(() => this.catalogSourceSpec()) as olm.CatalogSourceSpec,
    });
    this.deployment.addDependency(...this.configMaps, this.networkPolicy);
    this.catalogSource.addDependency(this.deployment, this.service);

    recordRegistry(this);
    useOlm(this, this.catalogNamespace, ['catalogsources']);
    const kindRefusals = (): string[] => this.#content.kindRefusals(OlmInstallation._inClusterOf(this)?.version.version);
    this.node.addValidation(printableValidation(() => [...kindRefusals(), ...this.#content.refusals]));
    warnAtSynthesis(this, () => generationWarnings(props.bundles ?? []));
    checkDefaultNamespace(this, props, this.catalogNamespace);
    checkSoleOwner(this, 'set another `name` or `namespace` for one of them');
  }

  /** Returns a bundle with the images of the mirror, as it is served, or undefined if it is served as it is. @internal */
  public _mirroredOf(bundle: Bundle): Bundle | undefined {
    return this.#content.mirrored.get(bundle);
  }

  /** Spec of the Deployment, produced at synthesis. Override it to change it. */
  protected deploymentSpec(): { [key: string]: unknown } {
    return {
      replicas: this.#replicas,
      revisionHistoryLimit: 3,
      selector: { matchLabels: this.selector },
      // The old pod serves until the new one is ready: a catalog that does not respond blocks every resolution in OLM.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: { ...this.#props.labels, ...this.selector } },
        spec: this.podSpec(),
      },
    };
  }

  /** Spec of the pods, produced at synthesis. */
  protected podSpec(): { [key: string]: unknown } {
    return registryPodSpec({
      image: this.#image,
      configMaps: this.configMaps.map(configMap => configMap.name),
      resources: this.#props.resources ?? { requests: { cpu: '10m', memory: '50Mi' } },
      pullSecrets: this.#props.pullSecrets ?? [],
      nodeSelector: this.#props.nodeSelector ?? {},
      tolerations: this.#props.tolerations ?? [],
      priorityClassName: this.#props.priorityClassName,
    });
  }

  /** Spec of the Service, produced at synthesis. */
  protected serviceSpec(): { [key: string]: unknown } {
    return {
      type: 'ClusterIP',
      selector: this.selector,
      ports: [{ name: REGISTRY_PORT_NAME, port: REGISTRY_PORT, targetPort: REGISTRY_PORT_NAME, protocol: 'TCP' }],
    };
  }

  /** Spec of the NetworkPolicy, produced at synthesis. */
  protected networkPolicySpec(): { [key: string]: unknown } {
    return {
      podSelector: { matchLabels: this.selector },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: REGISTRY_PORT, protocol: 'TCP' }] }],
    };
  }

  /** Spec of the PodDisruptionBudget, produced at synthesis. */
  protected podDisruptionBudgetSpec(): { [key: string]: unknown } {
    return { maxUnavailable: 1, selector: { matchLabels: this.selector } };
  }

  /** Spec of the CatalogSource, produced at synthesis. */
  protected catalogSourceSpec(): olm.CatalogSourceSpec {
    return {
      sourceType: 'grpc',
      address: this.address,
      ...catalogFields({
        ...this.#props,
        displayName: this.#props.displayName ?? this.#content.displayName ?? this.catalogName,
        // OLM unpacks the images of bundles with them; the registry's own image is pulled with those of its pods.
        secrets: this.#props.pullSecrets,
      }),
    };
  }

  #checkPodSettings(): void {
    const { replicas = 1, pullSecrets = [], priorityClassName } = this.#props;
    if (!Number.isInteger(replicas) || replicas < 1) {
      throw new ConstructError(this, `replicas must be a positive integer, got ${replicas}`);
    }
    pullSecrets.forEach((name, index) => checkObjectName(this, `pullSecrets[${index}]`, name));
    if (priorityClassName !== undefined) {
      checkObjectName(this, 'priorityClassName', priorityClassName);
    }
  }

  get #metadata(): CommonMetadata {
    return markedMetadata(this, this.#props, 'CatalogSource', this.catalogName, this.catalogNamespace);
  }

  /** Labels of the objects. Only those of the pods select something, so that another value of the user applies here. */
  get #labels(): { [key: string]: string } {
    return { ...this.selector, ...this.#props.labels };
  }

  get #replicas(): number {
    return this.#props.replicas ?? 1;
  }

  /** ConfigMaps are immutable: different content needs different names. */
  #createConfigMaps(): ApiObject[] {
    const packed = packCatalog(this.catalog);
    return packed.parts.map((part, index) => manifestObject(this, `Part${index}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `${this.catalogName}-${part.nameSuffix}`, namespace: this.catalogNamespace, labels: this.#labels },
      immutable: true,
      binaryData: { [part.key]: part.base64 },
    }, this.#metadata));
  }

  #create(kind: string, apiVersion: string, spec: () => { [key: string]: unknown }): ApiObject {
    return manifestObject(this, kind, {
      apiVersion,
      kind,
      metadata: { name: this.catalogName, namespace: this.catalogNamespace, labels: this.#labels },
      spec: lateValue(spec),
    }, this.#metadata);
  }
}
