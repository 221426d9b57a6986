import type { BundleBlob, CatalogBlob } from '../declcfg/declcfg';

/** Content of a template of any schema. */
export interface TemplateContent {
  /** The bundle images that it references, in its order, with repetitions. */
  readonly images: readonly string[];

  /** Its own blobs, which must form a valid catalog without the bundles. */
  readonly base: readonly CatalogBlob[];

  /**
   * Renders the blobs of the catalog.
   *
   * @param bundles the bundles of all images that the template references, by image
   * @param fault receives the faults, in which case the result is not used
   */
  readonly render: (bundles: ReadonlyMap<string, BundleBlob>, fault: (message: string) => void) => CatalogBlob[];
}
