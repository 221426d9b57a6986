import type { Catalog } from './catalog';
import type { UpdateGraph } from './community-folder';
import type { SamePackage } from './merge-blobs';
import type { ChannelPlan } from './render/channel-plan';
import type { PackageDeprecations } from './render/deprecations';
import type { BundleReadOptions } from '../bundle/files/read-options';

/** Options of `Catalog.fromBundles`. */
export interface CatalogOptions {
  /**
   * Where the channels and their upgrade edges come from.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * Default channels, by package name.
   *
   * @default - the one that `channels` determines; otherwise the default channel in the annotations of the newest bundle that names one. If no
   * bundle is in that channel, the one that has the newest bundle as its head, and upgrades from most of the others; of several, the one with most of
   * them, one that an older bundle names as default channel, or the first by name
   */
  readonly defaultChannels?: { [key: string]: string };

  /**
   * Bundle images, by bundle name, such as `quay.io/example/memcached-bundle@sha256:…`. For a bundle with an image, the catalog contains only
   * the image reference and the metadata that consoles show. OLM pulls the manifests, so the size of the bundle hardly matters.
   *
   * @default - the catalog contains the manifests of all bundles inline
   */
  readonly images?: { [key: string]: string };

  /**
   * Deprecations of packages, of their channels and of their bundles, by package name. OLM still installs deprecated content, and shows the message
   * to users.
   *
   * @default - nothing is deprecated
   */
  readonly deprecations?: { [key: string]: PackageDeprecations };
}

/** Options of `Catalog.fromCommunityFolder`. */
export interface CommunityFolderOptions {
  /**
   * How the upgrade edges are built.
   *
   * @default - `updateGraph` of `ci.yaml`, or UpdateGraph.REPLACES_MODE as in the pipeline
   */
  readonly updateGraph?: UpdateGraph;

  /**
   * Limits for reading each bundle, and problems to accept in it.
   *
   * @default - the default limits; every problem is an error
   */
  readonly bundles?: BundleReadOptions;

  /**
   * Bundle images, by bundle name.
   *
   * @default - the catalog contains the manifests of all bundles inline
   */
  readonly images?: { [key: string]: string };
}

/** Options of `Catalog.merge`. */
export interface CatalogMergeOptions {
  /**
   * What to do if several catalogs have the same package.
   *
   * @default SamePackage.REFUSE
   */
  readonly samePackage?: SamePackage;
}

/** Options of `Catalog.toImageLayout`. */
export interface CatalogImageLayoutOptions {
  /**
   * Repository that the images of bundles without an image will be pushed to, with its registry and without a tag, such as
   * `registry.example.com/team/bundles`. The catalog refers to them by digest, and `bundles` of the layout contains them.
   *
   * @default - every bundle must have an image: in the catalog, or because it was fetched from a registry
   */
  readonly bundleRepository?: string;
}

/** A filtered catalog, with notes about what the filter changed. */
export interface FilteredCatalog {
  /** The filtered catalog. */
  readonly catalog: Catalog;

  /** One sentence for each upgrade that was added, bundle that was kept for another, and channel that was removed. */
  readonly notes: string[];
}

/** A catalog with more bundles, and notes about what was computed. */
export interface AppendedCatalog {
  /** The catalog. */
  readonly catalog: Catalog;

  /** One sentence for each upgrade that differs from what a CSV declares, or that changed. */
  readonly notes: string[];

  /** Paths of the files that were written. An empty list if the catalog was not read from files. */
  readonly files: string[];
}
