import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { checkSoleOwner } from './app-checks';
import { CatalogRef } from './catalog-ref';
import { manifestObject, markedMetadata } from './manifest-object';
import { useOlm } from './olm-order';
import { OperatorRegistryProps } from './operator-registry-props';
import { RegistryContent } from './registry-content';
import { REGISTRY_PORT, REGISTRY_PORT_NAME, registryPodSpec } from './registry-pod';
import { ConstructError } from './construct-error';
import * as olm from '../../imports/operators.coreos.com';
import { Catalog } from '../bundle/catalog/catalog';
import { packCatalog } from '../bundle/catalog/pack';
import { DEFAULT_OPM_IMAGE } from '../olm/opm-image';
import { isServiceName } from '../olm/service-name';
import { OLM_NAMESPACE } from '../olm/upstream-namespaces';

/**
 * A catalog of operator bundles that is served from ConfigMaps: no image is built or pushed.
 *
 * It makes the ConfigMaps with the packed catalog, a Deployment that runs `opm serve` on it, a Service in front, a
 * NetworkPolicy that lets OLM in (OLM denies all traffic in its own namespace), and the CatalogSource that tells OLM
 * the address. The names of the ConfigMaps carry a hash of the content, so a changed bundle rolls the Deployment and
 * changes nothing else.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/catalogsource/
 */
export class OperatorRegistry extends Construct {
  /** The name of the CatalogSource, the Deployment and the Service. */
  public readonly name: string;

  /** The namespace that everything is made in. */
  public readonly namespace: string;

  /** What is served, after slimming. */
  public readonly catalog: Catalog;

  /** What slimming took out, one sentence each; empty when nothing was. */
  public readonly removed: string[];

  /** The catalog by name, as subscriptions in other apps would refer to it. */
  public readonly catalogRef: CatalogRef;

  /** The labels that select the registry's pods. */
  public readonly selector: { [key: string]: string };

  /** The ConfigMaps with the parts of the packed catalog, in order. */
  public readonly configMaps: ApiObject[];

  /** The Deployment that serves the catalog. */
  public readonly deployment: ApiObject;

  /** The Service in front of the Deployment. */
  public readonly service: ApiObject;

  /** The NetworkPolicy that lets clients reach the registry's port, and the pods reach nothing. */
  public readonly networkPolicy: ApiObject;

  /** Keeps one pod serving while nodes are drained; only with several replicas. */
  public readonly podDisruptionBudget?: ApiObject;

  /** The CatalogSource. */
  public readonly catalogSource: olm.CatalogSource;

  private readonly props: OperatorRegistryProps;
  private readonly content: RegistryContent;

  /**
   * @param scope where the registry stands
   * @param id its name in the scope
   * @param props what it serves
   * @throws ConstructError when there is nothing to serve, or a name or number is not possible
   */
  public constructor(scope: Construct, id: string, props: OperatorRegistryProps) {
    super(scope, id);
    this.props = props;
    if (!Number.isInteger(props.replicas ?? 1) || (props.replicas ?? 1) < 1) {
      throw new ConstructError(this, `replicas must be a whole number from 1 on, got ${props.replicas}`);
    }
    this.content = new RegistryContent(this, props);
    this.catalog = this.content.catalog;
    this.removed = this.content.removed;
    this.name = props.name ?? this.content.defaultName;
    if (!isServiceName(this.name)) {
      throw new ConstructError(this, `name '${this.name}' cannot be the name of a Service: it must begin with a letter, hold lower-case letters, `
        + 'digits and dashes, and have at most 63 of them; give another `name`');
    }
    this.namespace = props.namespace ?? props.olm?.catalogNamespace ?? Chart.of(this).namespace ?? OLM_NAMESPACE;
    this.catalogRef = CatalogRef.named(this.name, this.namespace);
    this.selector = {
      'app.kubernetes.io/name': 'operator-registry',
      'app.kubernetes.io/instance': this.name,
    };

    this.configMaps = this.makeConfigMaps();
    this.networkPolicy = this.make('NetworkPolicy', 'networking.k8s.io/v1', () => this.networkPolicySpec());
    this.service = this.make('Service', 'v1', () => this.serviceSpec());
    this.deployment = this.make('Deployment', 'apps/v1', () => this.deploymentSpec());
    if (this.replicas > 1) {
      this.podDisruptionBudget = this.make('PodDisruptionBudget', 'policy/v1', () => this.podDisruptionBudgetSpec());
    }
    this.catalogSource = new olm.CatalogSource(this, 'Resource', {
      metadata: markedMetadata({ name: this.name, namespace: this.namespace, labels: this.selector }, props),
      spec: Lazy.any({ produce: () => this.catalogSourceSpec() }) as olm.CatalogSourceSpec,
    });
    this.deployment.addDependency(...this.configMaps, this.networkPolicy);
    this.catalogSource.addDependency(this.deployment, this.service);

    useOlm(this);
    this.content.checkSizes();
    checkSoleOwner(this, 'give one of them another `name` or `namespace`');
  }

  /**
   * The spec of the Deployment, asked for when the app is synthesized. Override it to change what the base class says.
   */
  protected deploymentSpec(): { [key: string]: unknown } {
    return {
      replicas: this.replicas,
      revisionHistoryLimit: 3,
      selector: { matchLabels: this.selector },
      // The old pod serves until the new one is ready: a catalog that does not answer stops every resolution in OLM.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: { ...this.props.labels, ...this.selector } },
        spec: this.podSpec(),
      },
    };
  }

  /** The spec of the pods, asked for when the app is synthesized. */
  protected podSpec(): { [key: string]: unknown } {
    return registryPodSpec({
      image: this.props.image ?? DEFAULT_OPM_IMAGE,
      configMaps: this.configMaps.map(configMap => configMap.name),
      resources: this.props.resources ?? { requests: { cpu: '10m', memory: '50Mi' } },
      pullSecrets: this.props.pullSecrets ?? [],
      nodeSelector: this.props.nodeSelector ?? {},
      tolerations: this.props.tolerations ?? [],
      priorityClassName: this.props.priorityClassName,
    });
  }

  /** The spec of the Service, asked for when the app is synthesized. */
  protected serviceSpec(): { [key: string]: unknown } {
    return {
      type: 'ClusterIP',
      selector: this.selector,
      ports: [{ name: REGISTRY_PORT_NAME, port: REGISTRY_PORT, targetPort: REGISTRY_PORT_NAME, protocol: 'TCP' }],
    };
  }

  /** The spec of the NetworkPolicy, asked for when the app is synthesized. */
  protected networkPolicySpec(): { [key: string]: unknown } {
    return {
      podSelector: { matchLabels: this.selector },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: REGISTRY_PORT, protocol: 'TCP' }] }],
    };
  }

  /** The spec of the PodDisruptionBudget, asked for when the app is synthesized. */
  protected podDisruptionBudgetSpec(): { [key: string]: unknown } {
    return { maxUnavailable: 1, selector: { matchLabels: this.selector } };
  }

  /** The spec of the CatalogSource, asked for when the app is synthesized. */
  protected catalogSourceSpec(): olm.CatalogSourceSpec {
    return {
      sourceType: 'grpc',
      address: `${this.name}.${this.namespace}.svc:${REGISTRY_PORT}`,
      displayName: this.props.displayName ?? this.content.displayName ?? this.name,
      ...(this.props.publisher === undefined ? {} : { publisher: this.props.publisher }),
      ...(this.props.description === undefined ? {} : { description: this.props.description }),
      ...(this.props.priority === undefined ? {} : { priority: this.props.priority }),
      ...(this.props.icon === undefined
        ? {} : { icon: { base64Data: this.props.icon.base64Data, mediatype: this.props.icon.mediaType } }),
    };
  }

  private get replicas(): number {
    return this.props.replicas ?? 1;
  }

  /** The parts of the packed catalog. They never change under their name, so the cluster may hold them for good. */
  private makeConfigMaps(): ApiObject[] {
    const packed = packCatalog(this.catalog);
    return packed.parts.map((part, index) => manifestObject(this, `Part${index}`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `${this.name}-${part.nameSuffix}`, namespace: this.namespace, labels: this.selector },
      immutable: true,
      binaryData: { [part.key]: part.base64 },
    }, this.props));
  }

  private make(kind: string, apiVersion: string, spec: () => { [key: string]: unknown }): ApiObject {
    return manifestObject(this, kind, {
      apiVersion,
      kind,
      metadata: { name: this.name, namespace: this.namespace, labels: this.selector },
      spec: Lazy.any({ produce: spec }),
    }, this.props);
  }
}
