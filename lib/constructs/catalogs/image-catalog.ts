import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { ImageLayout } from '../../bundle/image-layout';
import { pinnedDigest } from '../../bundle/oci/descriptor';
import { Catalog } from '../../catalog/catalog';
import { defined } from '../../formats/json/defined';
import { catalogSourceProblems } from '../../olm/v0/crds/catalog-source';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { imageCatalogSpec } from '../../olm/v0/objects/catalog-source';
import { catalogImageProblems, pulledImage } from '../../olm/v0/settings/default-catalog';
import { GrpcPodConfig, grpcPodConfigProblems } from '../../olm/v0/settings/grpc-pod-config';
import { formatInterval } from '../../olm/v0/settings/interval';
import { OlmInstallation } from '../installation/olm-installation';
import { IOlmInstallation, useOlm } from '../installation/olm-of-cluster';
import { ICatalog } from '../model/catalog-ref';
import { checkSoleOwner } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { answerImagesCommand } from '../model/images-command';
import { lateValue } from '../model/late-value';
import { commonMetadata } from '../model/manifest-object';
import { ClusterMirrors } from '../model/mirror-of-cluster';
import { checkObjectName, checkProps, checkServiceName, scopeOf } from '../model/prop-checks';
import { ClusterCatalog } from '../olm-v1/cluster-catalog';
import { CatalogDisplay } from './catalog-display';
import { catalogNameOf } from './catalog-name';
import { catalogNamespaceOf, checkDefaultNamespace } from './catalog-namespace';
import { IPackageEngine, packageEngineOf } from './package-engine';
import { printableValidation } from '../model/printable-validation';

/** Properties of an `ImageCatalog`. */
export interface ImageCatalogProps extends CatalogDisplay {
  /** Image of the catalog, such as `registry/repository@sha256:…` or `registry/repository:tag`. */
  readonly image: string;

  /**
   * Whether an image without a digest is an error.
   *
   * @default false
   */
  readonly requireDigest?: boolean;

  /**
   * Registry that the image is pulled from, with an optional path: `registry.example.com/quay`. It replaces the registry in the image reference; a
   * reference that starts with it is not changed. Images that the catalog refers to are not affected: mirror them with node settings.
   *
   * @default - the mirror of the cluster, or the registry of the image
   */
  readonly registryMirror?: string;

  /**
   * Interval at which OLM pulls the image again to find a newer catalog, in whole seconds; with OLM v1, in whole minutes. Not allowed for an image
   * with a digest, which cannot change.
   *
   * @default - never
   */
  readonly pollInterval?: Duration;

  /**
   * Names of the secrets that pull the image, and the images of the bundles in the catalog, in the namespace of the catalog.
   *
   * OLM copies them to the ServiceAccount of the catalog's pod once, when it creates the account: after a change, delete the ServiceAccount, which
   * has the name of the catalog.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * Content of the image, read from a file or a folder: Subscriptions to the catalog are checked against it at synthesis. The image may be newer,
   * if it has a tag: update the content when it lacks what you subscribe to.
   *
   * @default - unknown: packages, channels and versions are not checked
   */
  readonly content?: Catalog;

  /**
   * The image itself, if it was made with `Catalog.toImageLayout`: it contains no server, so OLM v0 serves it with its own `opm`
   * (`grpcPodConfig.extractContent`), which it can from 0.32.0 on. A digest in `image` must be that of the layout.
   *
   * @default - an image with a server
   */
  readonly layout?: ImageLayout;

  /**
   * Configuration of the pod that OLM runs for the catalog. A field that the OLM of the app does not support is an error.
   *
   * @default - that of OLM, with the Pod Security level `restricted`
   */
  readonly grpcPodConfig?: GrpcPodConfig;

  /**
   * Engine that serves the image: `new OlmV0Engine()` with a CatalogSource, or `new OlmV1Engine()` with a ClusterCatalog. With OLM v1, pull
   * secrets, the settings of the pod, the display metadata and the namespace are errors.
   *
   * @default - the engine of the cluster if it installs packages, or `new OlmV0Engine()`
   */
  readonly engine?: IPackageEngine;

  /**
   * Name of the CatalogSource. OLM also uses it for a Service and a ServiceAccount.
   *
   * @default - from the construct's path
   */
  readonly name?: string;

  /**
   * Namespace of the catalog. Catalogs in OLM's global catalog namespace, which is `olm` in an upstream installation, are visible in every namespace;
   * those in any other namespace are visible in that namespace only.
   *
   * @default - the first one that is set: the global catalog namespace of `olm`, the namespace of the chart, the global catalog namespace of the OLM
   * that the app created before; otherwise `olm`
   */
  readonly namespace?: string;

  /**
   * OLM in whose global catalog namespace to create the catalog.
   *
   * @default - none: see `namespace`
   */
  readonly olm?: IOlmInstallation;

  /**
   * Labels of the CatalogSource.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the CatalogSource. OLM copies them to the pod.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

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
  /**
   * Whether a value is an `ImageCatalog`, from any copy of this library.
   *
   * @param x the value
   */
  public static isImageCatalog(x: unknown): x is ImageCatalog {
    return typeof x === 'object' && x !== null && IMAGE_CATALOG in x;
  }

  /** Name of the CatalogSource, or of the ClusterCatalog with OLM v1. */
  public readonly catalogName: string;

  /** Namespace of the CatalogSource. */
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

  readonly #catalogSourceObject?: olm.CatalogSource;
  readonly #props: ImageCatalogProps;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown, or a name is invalid
   */
  public constructor(scope: Construct, id: string, props: ImageCatalogProps) {
    super(scopeOf('new ImageCatalog', scope, id), id);
    Object.defineProperty(this, IMAGE_CATALOG, { value: true });
    checkProps(this, 'ImageCatalogProps', props, new.target !== ImageCatalog);
    this.#props = props;
    const { image, pullSecrets = [], grpcPodConfig } = props;
    if (image === undefined || image === '') {
      throw new ConstructError(this, "image is required: set 'image' to the image of the catalog");
    }
    pullSecrets.forEach((name, index) => checkObjectName(this, `pullSecrets[${index}]`, name));
    if (grpcPodConfig?.priorityClassName !== undefined) {
      checkObjectName(this, 'grpcPodConfig.priorityClassName', grpcPodConfig.priorityClassName);
    }
    checkLayout(this, props);
    this.image = catalogImage(this, props);
    this.catalogName = props.name ?? catalogNameOf(this);
    checkServiceName(this, 'name', this.catalogName);
    this.catalogNamespace = catalogNamespaceOf(this, props);
    if (props.content !== undefined) {
      this.catalogContent = props.content;
    }
    if (packageEngineOf(this, props) === undefined) {
      this.#catalogSourceObject = this.#createCatalogSource(props);
    } else {
      this._clusterCatalog = createClusterCatalog(this, this.catalogName, this.image, props);
    }
    const { content } = props;
    if (content !== undefined) {
      const key = this._clusterCatalog === undefined ? `${this.catalogNamespace}/${this.catalogName}` : this.catalogName;
      answerImagesCommand(this, () => ({ contents: new Map([[key, content]]) }));
    }
  }

  /**
   * The CatalogSource.
   *
   * @throws ConstructError when the engine is not that of OLM v0
   */
  public get catalogSource(): olm.CatalogSource {
    if (this.#catalogSourceObject === undefined) {
      throw new ConstructError(this, '`catalogSource` has no value: OLM v1 serves the image; use `clusterCatalog`, or set \'engine\' to new OlmV0Engine()');
    }
    return this.#catalogSourceObject;
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
    const { pullSecrets, pollInterval, ...props } = this.#props;
    const grpcPodConfig = this.#grpcPodConfig;
    const memoryTarget = grpcPodConfig?.memoryTarget;
    const spec = imageCatalogSpec({
      ...props, displayName: props.displayName ?? this.catalogName, image: this.image, secrets: pullSecrets, grpcPodConfig, version: this.#olmVersion,
      pollInterval: pollInterval === undefined ? undefined : formatInterval(pollInterval),
    });
    return {
      ...spec,
      ...(memoryTarget === undefined ? {} : {
        grpcPodConfig: { ...spec.grpcPodConfig, memoryTarget: olm.CatalogSourceSpecGrpcPodConfigMemoryTarget.fromString(memoryTarget) },
      }),
    } as olm.CatalogSourceSpec;
  }

  #createCatalogSource(props: ImageCatalogProps): olm.CatalogSource {
    const source = new olm.CatalogSource(this, 'Resource', {
      metadata: commonMetadata(this, { name: this.catalogName, namespace: this.catalogNamespace }, props),
      spec: lateValue(() => this.catalogSourceSpec()) as olm.CatalogSourceSpec,
    });
    useOlm(this, this.catalogNamespace, ['catalogsources']);
    this.node.addValidation(printableValidation(() => this.#problems()));
    checkDefaultNamespace(this, props, this.catalogNamespace);
    checkSoleOwner(this, 'set another `name` or `namespace` for one of them');
    return source;
  }

  /** Problems of the props, found at synthesis because an argument of a Pulumi program may not be known before. */
  #problems(): string[] {
    const { priority } = this.#props;
    const grpcPodConfig = this.#grpcPodConfig;
    const version = this.#olmVersion;
    return [
      ...catalogImageProblems(this.#props),
      ...(priority === undefined || Number.isInteger(priority) ? [] : [`priority must be an integer, got ${priority}`]),
      ...(grpcPodConfig === undefined ? [] : grpcPodConfigProblems(grpcPodConfig)),
      ...(grpcPodConfig === undefined || version === undefined ? [] : catalogSourceProblems({ grpcPodConfig }, version)),
    ];
  }

  /** Configuration of the pod. Without a server in the image, OLM serves its content. */
  get #grpcPodConfig(): GrpcPodConfig | undefined {
    const { layout, grpcPodConfig } = this.#props;
    return layout === undefined ? grpcPodConfig : { extractContent: { catalogDir: layout._catalogFolder! }, ...grpcPodConfig };
  }

  /** Release of the OLM of the cluster, if known. */
  get #olmVersion(): OlmVersion | undefined {
    return OlmInstallation._inClusterOf(this)?.version;
  }
}

/**
 * Returns the reference that nodes use to pull the image of a catalog: in its own mirror, or in that of the cluster.
 *
 * @throws ConstructError when another repository has the same name in the mirror
 */
function catalogImage(scope: Construct, { image, registryMirror }: ImageCatalogProps): string {
  const mirrors = ClusterMirrors.of(scope);
  return registryMirror === undefined ? mirrors.imageOf(image) : mirrors.record(image, pulledImage({ image, registryMirror }));
}

/** @throws ConstructError when the layout is not that of a catalog, or not the image */
function checkLayout(scope: Construct, { layout, image }: ImageCatalogProps): void {
  const digest = pinnedDigest(image);
  if (layout !== undefined && layout._catalogFolder === undefined) {
    throw new ConstructError(scope, `'layout' is the image layout of '${layout.name}', which was not made from a catalog: set it to the result of Catalog.toImageLayout, or omit it`);
  }
  if (layout !== undefined && digest !== undefined && digest !== layout.digest) {
    throw new ConstructError(scope, `'image' has the digest ${digest}, and 'layout' ${layout.digest}: push the layout again and use its digest, or omit 'layout'`);
  }
}

/** Props without a counterpart in a ClusterCatalog. */
const OLM_V0_PROPS: readonly (keyof ImageCatalogProps)[] = [
  'pullSecrets', 'grpcPodConfig', 'namespace', 'olm', 'displayName', 'publisher', 'description', 'icon',
];

/**
 * Creates the ClusterCatalog of an image.
 *
 * @throws ConstructError when a prop is invalid, or is for OLM v0 only
 */
function createClusterCatalog(scope: Construct, name: string, image: string, props: ImageCatalogProps): ClusterCatalog {
  const other = OLM_V0_PROPS.find(prop => props[prop] !== undefined);
  if (other !== undefined) {
    const secrets = other === 'pullSecrets' ? ', configure the pull secret of catalogd (--global-pull-secret)' : '';
    throw new ConstructError(scope, `'${other}' is set, which only OLM v0 has; omit '${other}'${secrets}, or set 'engine' to new OlmV0Engine()`);
  }
  const { pollInterval, priority, labels, annotations } = props;
  return new ClusterCatalog(scope, 'ClusterCatalog', {
    image,
    name,
    ...defined({ pollInterval, priority, labels, annotations }),
  });
}
