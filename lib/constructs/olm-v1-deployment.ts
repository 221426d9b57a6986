import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { ICatalog } from './catalog-ref';
import { ImageCatalog } from './image-catalog';
import { ConstructError } from './model/construct-error';
import { OperatorServiceAccount } from './model/operator-service-account';
import { ClusterCatalog } from './olm-v1/cluster-catalog';
import { ClusterExtension } from './olm-v1/cluster-extension';
import { ClusterExtensionProps } from './olm-v1/cluster-extension-props';
import { IClusterCatalog } from './olm-v1/i-cluster-catalog';
import { OlmV1EngineOptions } from './olm-v1-engine-options';
import { OlmV1Result } from './olm-v1-result';
import { PackageEngineRequest } from './package-engine-request';

/**
 * Creates the ClusterExtension of a bundle, and the ClusterCatalog of an image.
 *
 * @throws ConstructError when no catalog has the bundle, or OLM v1 would refuse it
 */
export function deployWithOlmV1(scope: Construct, request: BundleEngineRequest, options: OlmV1EngineOptions): OlmV1Result {
  const { bundle, channel, namespace = bundle.packageName, createNamespace, installMode, labels, annotations } = request;
  const catalog = catalogOfBundle(scope, request, options);
  const extension = new ClusterExtension(scope, 'Extension', {
    ...settings(options),
    name: bundle.packageName,
    packageName: bundle.packageName,
    version: bundle.version,
    bundles: [bundle],
    catalogs: [catalog],
    namespace,
    ...(channel === undefined ? {} : { channels: [channel] }),
    ...(createNamespace === undefined ? {} : { createNamespace }),
    ...(installMode === undefined ? {} : { installMode }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  });
  return { catalog, extension };
}

/**
 * Creates the ClusterExtension of a package.
 *
 * @throws ConstructError when no ClusterCatalog is known to have the package, or OLM v1 would refuse the bundle
 */
export function installWithOlmV1(scope: Construct, request: PackageEngineRequest, options: OlmV1EngineOptions): OlmV1Result {
  const { channel, version, createNamespace, installMode, config, serviceAccount, bundle, labels, annotations } = request;
  const catalog = options.catalog ?? clusterCatalogOf(scope, request.catalog);
  const extension = new ClusterExtension(scope, 'Extension', {
    ...settings(options),
    name: request.name,
    packageName: request.packageName,
    catalogs: [catalog],
    namespace: request.namespace,
    ...(channel === undefined ? {} : { channels: [channel] }),
    ...(version === undefined ? {} : { version }),
    ...(createNamespace === undefined ? {} : { createNamespace }),
    ...(installMode === undefined ? {} : { installMode }),
    ...(config === undefined ? {} : { deploymentConfig: config }),
    ...(serviceAccount === undefined ? {} : { serviceAccount: OperatorServiceAccount.named(serviceAccount) }),
    ...(bundle === undefined ? {} : { bundles: [bundle] }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
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
    ...(olmVersion === undefined ? {} : { olmVersion }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
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
