import { Duration } from 'cdk8s';
import { OlmV1Version } from '../../olm/v1/model/olm-v1-version';

/** Whether OLM v1 serves a ClusterCatalog. */
export enum CatalogAvailabilityMode {
  /** The content is served, and packages are installed from it. */
  AVAILABLE = 'Available',

  /** The catalog is treated as if it did not exist. */
  UNAVAILABLE = 'Unavailable',
}

/** Properties of a `ClusterCatalog`. */
export interface ClusterCatalogProps {
  /**
   * Image of the catalog, with a tag or a digest: a file-based catalog, such as `quay.io/operatorhubio/catalog:latest`. ClusterCatalogs have no pull
   * secrets; the controller has a global one (`--global-pull-secret`).
   */
  readonly image: string;

  /**
   * Interval at which catalogd checks whether the tag refers to another image, in whole minutes, at least one. An error with a digest, which always
   * refers to the same image.
   *
   * @default - the image is pulled once
   */
  readonly pollInterval?: Duration;

  /**
   * Priority of the catalog if several have a package, from -2147483648 to 2147483647: the highest number wins.
   *
   * @default 0
   */
  readonly priority?: number;

  /**
   * Whether the catalog is served.
   *
   * @default CatalogAvailabilityMode.AVAILABLE
   */
  readonly availabilityMode?: CatalogAvailabilityMode;

  /**
   * Name of the ClusterCatalog.
   *
   * @default - the construct path, shortened to a name
   */
  readonly name?: string;

  /**
   * Labels of the ClusterCatalog, which the selectors of ClusterExtensions can use.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the ClusterCatalog.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Release of OLM v1 whose CRD the object is checked against.
   *
   * @default - that of the `Cluster`, or OlmV1Version.DEFAULT
   */
  readonly olmVersion?: OlmV1Version;
}
