import type { TemplateForm } from './template-form';
import { quoted } from '../quoted';
import type { BundleDocument, CatalogDocument } from '../wire';

/** The schema of the template. */
export const BASIC_SCHEMA = 'olm.template.basic';

/**
 * An `olm.template.basic` template: a catalog in which bundles are named by their image only.
 *
 * @param entries its documents
 * @param fault takes what is wrong with them
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#basic-template
 */
export function basicTemplate(entries: readonly CatalogDocument[], fault: (message: string) => void): TemplateForm {
  const bundles = entries.filter((entry) => entry.schema === 'olm.bundle');
  for (const bundle of bundles.filter((entry) => !isReference(entry))) {
    const which = bundle.image === '' ? quoted(bundle.name) : `of image ${quoted(bundle.image)}`;
    fault(`the bundle ${which} must give its image and nothing else, as the rest is taken from the bundle; remove its other fields`);
  }
  return {
    base: [],
    images: bundles.map(({ image }) => image),
    render: (rendered) => entries.map((entry) => (entry.schema === 'olm.bundle' ? rendered.get(entry.image)! : entry)),
  };
}

/** A name may stand there; it does not count. */
function isReference({ image, package: packageName, properties, relatedImages }: BundleDocument): boolean {
  return image !== '' && packageName === '' && properties.length === 0 && relatedImages.length === 0;
}
