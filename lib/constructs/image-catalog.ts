import { Lazy, Names } from 'cdk8s';
import { Construct } from 'constructs';
import * as olm from '../../imports/operators.coreos.com';
import { Catalog } from '../catalog/catalog';
import { KnownKeys } from '../formats/json/known-keys';
import { catalogSourceProblems } from '../olm/v0/crds/catalog-source';
import { OlmVersion } from '../olm/v0/model/olm-version';
import { imageCatalogSpec } from '../olm/v0/objects/image-catalog-spec';
import { catalogImageProblems, pulledImage } from '../olm/v0/settings/catalog-image';
import { grpcPodConfigProblems } from '../olm/v0/settings/grpc-pod-config';
import { catalogNamespaceOf, checkDefaultNamespace } from './catalog-namespace';
import { ICatalog } from './catalog-ref';
import { createClusterCatalog } from './cluster-catalog-of-image';
import { ImageCatalogProps } from './image-catalog-props';
import { ConstructError } from './model/construct-error';
import { commonMetadata } from './model/manifest-object';
import { checkKeys, checkObjectName, checkServiceName } from './model/prop-checks';
import { checkSoleOwner } from './model/sole-owner';
import { OlmInstallation } from './olm-installation';
import { useOlm } from './olm-of-cluster';
import type { ClusterCatalog } from './olm-v1/cluster-catalog';
import { packageEngineOf } from './package-engine';

const IMAGE_CATALOG = Symbol.for('olm-constructs.ImageCatalog');

/**
 * A catalog from an image, such as an index image of a vendor: a CatalogSource for which OLM runs a pod with the image.
 *
 * It can be used wherever an `OperatorRegistry` can, with any OLM: one of this app, one that is in the cluster already, or that of OpenShift. The
 * image is not pulled: packages, channels and versions are checked at synthesis only against `content`.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/catalogsource/
 */
export class ImageCatalog extends Construct implements ICatalog {
  /** @internal */
  public static readonly _props: KnownKeys<ImageCatalogProps> = {
    image: true, requireDigest: true, registryMirror: true, pollInterval: true, pullSecrets: true, content: true, grpcPodConfig: true, engine: true,
    name: true, namespace: true, olm: true, displayName: true, publisher: true, description: true, icon: true, priority: true, labels: true,
    annotations: true,
  };

  /**
   * Whether a value is an `ImageCatalog`, from any copy of this library.
   *
   * @param x the value
   */
  public static isImageCatalog(x: unknown): x is ImageCatalog {
    return typeof x === 'object' && x !== null && IMAGE_CATALOG in x;
  }

  /** Name of the CatalogSource. */
  public readonly name: string;

  /** Namespace of the CatalogSource. */
  public readonly namespace: string;

  /** Name of the CatalogSource: the same as `name`. */
  public readonly catalogName: string;

  /** Namespace of the CatalogSource: the same as `namespace`. */
  public readonly catalogNamespace: string;

  /** Content of the image, if it was supplied. */
  public readonly catalogContent?: Catalog;

  /** Image that OLM runs, from the mirror if there is one. */
  public readonly image: string;

  /**
   * The ClusterCatalog of OLM v1.
   *
   * @internal
   */
  public readonly _clusterCatalog?: ClusterCatalog;

  private readonly catalogSourceObject?: olm.CatalogSource;
  private readonly props: ImageCatalogProps;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown, or a name is invalid
   */
  public constructor(scope: Construct, id: string, props: ImageCatalogProps) {
    super(scope, id);
    Object.defineProperty(this, IMAGE_CATALOG, { value: true });
    this.props = props;
    if (new.target === ImageCatalog) {
      checkKeys(this, 'props of ImageCatalog', props, ImageCatalog._props);
    }
    const { image, pullSecrets = [], icon, grpcPodConfig } = props;
    if (image === undefined || image === '') {
      throw new ConstructError(this, "image is required: set 'image' to the image of the catalog");
    }
    pullSecrets.forEach((name, index) => checkObjectName(this, `pullSecrets[${index}]`, name));
    checkKeys(this, 'icon', icon, { base64Data: true, mediaType: true });
    if (grpcPodConfig?.priorityClassName !== undefined) {
      checkObjectName(this, 'grpcPodConfig.priorityClassName', grpcPodConfig.priorityClassName);
    }
    this.image = pulledImage(props);
    this.name = props.name ?? Names.toDnsLabel(this);
    checkServiceName(this, 'name', this.name);
    this.namespace = catalogNamespaceOf(this, props);
    this.catalogName = this.name;
    this.catalogNamespace = this.namespace;
    if (props.content !== undefined) {
      this.catalogContent = props.content;
    }
    if (packageEngineOf(this, props) !== undefined) {
      this._clusterCatalog = createClusterCatalog(this, this.name, this.image, props);
      return;
    }
    this.catalogSourceObject = new olm.CatalogSource(this, 'Resource', {
      metadata: commonMetadata({ name: this.name, namespace: this.namespace }, props),
      spec: Lazy.any({ produce: () => this.catalogSourceSpec() }) as olm.CatalogSourceSpec,
    });

    useOlm(this, this.namespace, ['catalogsources']);
    this.node.addValidation({ validate: () => this.problems() });
    checkDefaultNamespace(this, props, this.namespace);
    checkSoleOwner(this, 'set another `name` or `namespace` for one of them');
  }

  /**
   * The CatalogSource.
   *
   * @throws ConstructError when the engine is not that of OLM v0
   */
  public get catalogSource(): olm.CatalogSource {
    if (this.catalogSourceObject === undefined) {
      throw new ConstructError(this, '`catalogSource` has no value: OLM v1 serves the image; use `clusterCatalog`, or set \'engine\' to new OlmV0Engine()');
    }
    return this.catalogSourceObject;
  }

  /**
   * The ClusterCatalog.
   *
   * @throws ConstructError when the engine is not that of OLM v1
   */
  public get clusterCatalog(): ClusterCatalog {
    if (this._clusterCatalog === undefined) {
      throw new ConstructError(this, '`clusterCatalog` has no value: OLM v0 serves the image; use `catalogSource`, or set \'engine\' to new OlmV1Engine()');
    }
    return this._clusterCatalog;
  }

  /** Spec of the CatalogSource, produced at synthesis. Override it to change it. */
  protected catalogSourceSpec(): olm.CatalogSourceSpec {
    const { grpcPodConfig, pullSecrets, ...props } = this.props;
    const memoryTarget = grpcPodConfig?.memoryTarget;
    const spec = imageCatalogSpec({
      ...props, displayName: props.displayName ?? this.name, image: this.image, secrets: pullSecrets, grpcPodConfig, version: this.olmVersion,
    });
    return {
      ...spec,
      ...(memoryTarget === undefined ? {} : {
        grpcPodConfig: { ...spec.grpcPodConfig, memoryTarget: olm.CatalogSourceSpecGrpcPodConfigMemoryTarget.fromString(memoryTarget) },
      }),
    } as olm.CatalogSourceSpec;
  }

  /** Problems of the props, found at synthesis because an argument of a Pulumi program may not be known before. */
  private problems(): string[] {
    const { priority, grpcPodConfig } = this.props;
    const version = this.olmVersion;
    return [
      ...catalogImageProblems(this.props),
      ...(priority === undefined || Number.isInteger(priority) ? [] : [`priority must be an integer, got ${priority}`]),
      ...(grpcPodConfig === undefined ? [] : grpcPodConfigProblems(grpcPodConfig)),
      ...(grpcPodConfig === undefined || version === undefined ? [] : catalogSourceProblems({ grpcPodConfig }, version)),
    ];
  }

  /** Release of the OLM of the cluster, if known. */
  private get olmVersion(): OlmVersion | undefined {
    return OlmInstallation._inClusterOf(this)?.version;
  }
}
