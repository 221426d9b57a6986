import type { BundleEngine } from './bundle-engine';
import { CatalogDisplay } from './catalog-display';
import { IOlmInstallation } from './i-olm-installation';
import { Catalog } from '../catalog/catalog';
import { GrpcPodConfig } from '../olm/v0/settings/grpc-pod-config';

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
   * @default - the registry of the image
   */
  readonly registryMirror?: string;

  /**
   * Interval at which OLM pulls the image again to find a newer catalog, as a Go duration such as `1h`. Not allowed for an image with a digest, which
   * cannot change.
   *
   * @default - never
   */
  readonly pollInterval?: string;

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
  readonly engine?: BundleEngine;

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
