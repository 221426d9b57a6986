import { quoted } from '../../text/phrases';
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

/** Schema of the template. */
export const BASIC_SCHEMA = 'olm.template.basic';

/**
 * Reads an `olm.template.basic` template: a catalog in which bundles are only image references.
 *
 * @param entries its blobs
 * @param fault receives their faults, with the index of the entry
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#basic-template
 */
export function basicTemplate(entries: readonly CatalogBlob[], fault: (index: number, message: string) => void): TemplateContent {
  const bundles = entries.filter((entry) => entry.schema === 'olm.bundle');
  for (const bundle of bundles.filter((entry) => !isReference(entry))) {
    const which = bundle.image === '' ? quoted(bundle.name) : `of image ${quoted(bundle.image)}`;
    fault(entries.indexOf(bundle), `the bundle ${which} must have an image and no other field, because the rest comes from the bundle; remove its other fields`);
  }
  return {
    base: [],
    images: bundles.map(({ image }) => image),
    render: (rendered) => entries.map((entry) => (entry.schema === 'olm.bundle' ? rendered.get(entry.image)! : entry)),
  };
}

/** Whether a bundle is only an image reference; opm ignores its name. */
function isReference({ image, package: packageName, properties, relatedImages }: BundleBlob): boolean {
  return image !== '' && packageName === '' && properties.length === 0 && relatedImages.length === 0;
}
