import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { ImageCatalog } from '../catalogs/image-catalog';
import { OlmV1Result, PackageEngineRequest, PackageEngineResult } from '../catalogs/package-engine';
import { ICatalog } from '../model/catalog-ref';
import { ConstructError } from '../model/construct-error';
import { OperatorConfig } from '../model/operator-config';
import { checkOptionsIn } from '../model/prop-checks';
import { ClusterCatalog, IClusterCatalog } from '../olm-v1/cluster-catalog';
import { ClusterExtension, ClusterExtensionProps, CrdUpgradeSafety, UpgradeConstraintPolicy } from '../olm-v1/cluster-extension';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { BundleEngine, BundleEngineRequest, BundleEngineResult, refuseOmitted } from './bundle-engine';

/** Settings of the engine for OLM v1. */
export interface OlmV1EngineOptions {
  /**
   * Image of a catalog with the bundle: a ClusterCatalog for it is created for each `BundleDeployment`. `Catalog.toImageLayout` writes the image;
   * push it before the deployment is applied.
   *
   * @default - `catalog`, or that of the subscription; one of them is required, since OLM v1 reads no ConfigMaps
   */
  readonly catalogImage?: string;

  /**
   * ClusterCatalog with the bundle or the package.
   *
   * @default - `catalogImage`, or the catalog of the subscription
   */
  readonly catalog?: IClusterCatalog;

  /**
   * Version changes that OLM makes.
   *
   * @default UpgradeConstraintPolicy.CATALOG_PROVIDED
   */
  readonly upgradeConstraintPolicy?: UpgradeConstraintPolicy;

  /**
   * What OLM does when a new version of a CRD is not safe for existing objects.
   *
   * @default CrdUpgradeSafety.STRICT
   */
  readonly crdUpgradeSafety?: CrdUpgradeSafety;

  /**
   * Time after which a rollout that does not complete has failed: see `ClusterExtensionProps`.
   *
   * @default - none
   */
  readonly progressDeadline?: Duration;

  /**
   * Changes to the Deployments of the operator: see `ClusterExtensionProps`.
   *
   * @default - none
   */
  readonly deploymentConfig?: OperatorConfig;

  /**
   * ServiceAccount with whose rights OLM installs the operator, up to OLM v1 1.10.
   *
   * @default - created with the rights that the bundle needs; none for later releases, which ignore it
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * Release of OLM v1.
   *
   * @default - that of the `Cluster`, or OlmV1Version.DEFAULT
   */
  readonly olmVersion?: OlmV1Version;

  /**
   * Whether the experimental CRDs of the release are installed.
   *
   * @default - that of the `Cluster`, or false
   */
  readonly experimental?: boolean;
}

/**
 * Installs bundles, and packages from catalogs, with OLM v1: with a `ClusterExtension` that stays on the version of the bundle.
 */
export class OlmV1Engine extends BundleEngine {
  readonly #options: OlmV1EngineOptions;

  /**
   * @param options the catalog, and settings of the ClusterExtension
   */
  public constructor(options: OlmV1EngineOptions = {}) {
    super('OlmV1');
    this.#options = options;
  }

  /**
   * @param scope the deployment
   * @param request what to install
   * @throws ConstructError when an option is unknown, no catalog has the bundle, or OLM v1 would refuse the bundle
   */
  public deploy(scope: Construct, request: BundleEngineRequest): BundleEngineResult {
    this.#checkOptions(scope);
    refuseOmitted(scope, request, 'OLM v1');
    const olmV1 = deployWithOlmV1(scope, request, this.#options);
    return { namespace: olmV1.extension.namespace, olmV1 };
  }

  /**
   * @param scope the subscription
   * @param request what to install
   * @throws ConstructError when an option is unknown, or no ClusterCatalog is known to have the package
   */
  public override installPackage(scope: Construct, request: PackageEngineRequest): PackageEngineResult {
    this.#checkOptions(scope);
    return { olmV1: installWithOlmV1(scope, request, this.#options) };
  }

  #checkOptions(scope: Construct): void {
    checkOptionsIn(scope, 'options of OlmV1Engine', 'OlmV1EngineOptions', this.#options, this.constructor !== OlmV1Engine);
  }
}

/**
 * Creates the ClusterExtension of a bundle, and the ClusterCatalog of an image.
 *
 * @throws ConstructError when no catalog has the bundle, or OLM v1 would refuse it
 */
function deployWithOlmV1(scope: Construct, request: BundleEngineRequest, options: OlmV1EngineOptions): OlmV1Result {
  const { bundle, channel, namespace, createNamespace, installMode, labels, annotations } = request;
  const catalog = catalogOfBundle(scope, request, options);
  const extension = new ClusterExtension(scope, 'Extension', {
    ...settings(options),
    name: bundle.packageName,
    packageName: bundle.packageName,
    version: bundle.version,
    bundles: [bundle],
    catalogs: [catalog],
    ...(channel === undefined ? {} : { channels: [channel] }),
    ...defined({ namespace, createNamespace, installMode, labels, annotations }),
  });
  return { catalog, extension };
}

/**
 * Creates the ClusterExtension of a package.
 *
 * @throws ConstructError when no ClusterCatalog is known to have the package, or OLM v1 would refuse the bundle
 */
function installWithOlmV1(scope: Construct, request: PackageEngineRequest, options: OlmV1EngineOptions): OlmV1Result {
  const { channel, version, createNamespace, installMode, config, serviceAccount, bundle, labels, annotations } = request;
  const catalog = options.catalog ?? clusterCatalogOf(scope, request.catalog);
  const extension = new ClusterExtension(scope, 'Extension', {
    ...settings(options),
    name: request.name,
    packageName: request.packageName,
    catalogs: [catalog],
    namespace: request.namespace,
    ...(channel === undefined ? {} : { channels: [channel] }),
    ...defined({ version, createNamespace, installMode, deploymentConfig: config }),
    ...(serviceAccount === undefined ? {} : { serviceAccount: OperatorServiceAccount.named(serviceAccount) }),
    ...(bundle === undefined ? {} : { bundles: [bundle] }),
    ...defined({ labels, annotations }),
  });
  return { catalog, extension };
}

/** Returns the options of the engine that are props of a ClusterExtension. */
function settings({ catalog: _, catalogImage: _image, ...props }: OlmV1EngineOptions): ClusterExtensionProps {
  return props;
}

/** @throws ConstructError when the engine has no catalog, or two */
function catalogOfBundle(
  scope: Construct, { bundle, labels, annotations }: BundleEngineRequest, { catalog, catalogImage, olmVersion }: OlmV1EngineOptions,
): IClusterCatalog {
  if (catalog !== undefined && catalogImage !== undefined) {
    throw new ConstructError(scope, "OlmV1Engine has both 'catalog' and 'catalogImage'; omit one of them");
  }
  if (catalog !== undefined) {
    return catalog;
  }
  if (catalogImage === undefined) {
    throw new ConstructError(scope, `OLM v1 installs bundle '${bundle.name}' from a catalog image only; write the images of the bundle and of a catalog with `
      + "Catalog.toImageLayout, push them, and set 'catalogImage' of OlmV1Engine, or set 'catalog' to a ClusterCatalog with the bundle; "
      + 'new OlmV0Engine() and new PlainEngine() need no image');
  }
  return new ClusterCatalog(scope, 'Catalog', {
    image: catalogImage,
    ...defined({ olmVersion, labels, annotations }),
  });
}

/** @throws ConstructError when the catalog is for OLM v0 */
function clusterCatalogOf(scope: Construct, catalog: ICatalog): IClusterCatalog {
  const found = ImageCatalog.isImageCatalog(catalog) ? catalog._clusterCatalog : undefined;
  if (found === undefined) {
    throw new ConstructError(scope, `catalog '${catalog.catalogName}' is a CatalogSource, which OLM v1 does not read; set 'catalog' of OlmV1Engine to a `
      + "ClusterCatalog with the package, or set 'catalog' to an ImageCatalog with the same engine");
  }
  return found;
}
