import type { ChannelPlan } from './from-bundles/channel-plan';
import type { SamePackage } from './merge/same-package';

/** Settings of `Catalog.fromBundles`. */
export interface CatalogOptions {
  /**
   * How the channels come from the bundles.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * The default channel of packages, by package name.
   *
   * @default - the one that `channels` comes to; else the one that the annotations of the package's bundles name, the newest first, if it has
   * bundles; else the first by name
   */
  readonly defaultChannels?: { [key: string]: string };

  /**
   * The images of bundles, by bundle name, such as `quay.io/example/memcached-bundle@sha256:…`. Such a bundle may be of nearly any size: the
   * catalog holds the reference and what consoles show, and OLM gets the manifests from the image.
   *
   * @default - the catalog carries the manifests of all bundles itself
   */
  readonly images?: { [key: string]: string };
}

/** Settings of `Catalog.merge`. */
export interface CatalogMergeOptions {
  /**
   * What to do where several of the catalogs have the same package.
   *
   * @default SamePackage.REFUSE
   */
  readonly samePackage?: SamePackage;
}
