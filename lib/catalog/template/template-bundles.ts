import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { renderedDocument } from '../from-bundles/bundle-document';
import { quoted, quotedList } from '../quoted';
import { CatalogReader } from '../read/catalog-reader';
import { ProblemPlaces } from '../read/document-place';
import type { CatalogReadLimits } from '../read/read-options';
import type { BundleDocument } from '../wire';
import type { Bundle } from '../../bundle';

/** The bundles behind the images that a template names. Images that it does not name do no harm. */
export interface TemplateBundles {
  /**
   * Bundles by image: the reference exactly as the template has it.
   *
   * @default - none
   */
  readonly bundles?: { [image: string]: Bundle };

  /**
   * What `opm render` printed for an image, JSON or YAML, by image: for bundles that are at hand in this form only.
   *
   * @default - none
   */
  readonly rendered?: { [image: string]: string };

  /**
   * Whether bundles get the property `olm.csv.metadata` in place of their manifests, which come with the image: as
   * `opm alpha render-template --migrate-level=bundle-object-to-csv-metadata` makes it.
   *
   * @default false
   */
  readonly csvMetadata?: boolean;
}

/**
 * The documents of the bundles that a template names.
 *
 * @param problems takes what is missing or cannot be read
 */
export function templateBundles(
  images: readonly string[], given: TemplateBundles, limits: CatalogReadLimits, problems: CatalogProblem[],
): ReadonlyMap<string, BundleDocument> {
  const [bundles, rendered] = [new Map(Object.entries(given.bundles ?? {})), new Map(Object.entries(given.rendered ?? {}))];
  const documents = new Map<string, BundleDocument>();
  const missing: string[] = [];
  for (const image of new Set(images)) {
    const [bundle, text] = [bundles.get(image), rendered.get(image)];
    const read = text === undefined ? undefined : readRendered(image, text, limits, problems);
    const document = bundle === undefined ? read : renderedDocument(bundle, image);
    if (document !== undefined) {
      documents.set(image, document);
    } else if (text === undefined) {
      missing.push(image);
    }
  }
  if (missing.length > 0) {
    problems.push({
      code: CatalogErrorCode.TEMPLATE,
      message: `the template names images whose bundles are not given: ${quotedList(missing)}; give each in 'bundles', or what opm render printed for `
        + "it in 'rendered'",
    });
  }
  return documents;
}

function readRendered(image: string, text: string, limits: CatalogReadLimits, problems: CatalogProblem[]): BundleDocument | undefined {
  const reader = new CatalogReader(limits, new ProblemPlaces());
  reader.read(text, image);
  problems.push(...reader.problems);
  const bundles = reader.documents.filter((document) => document.schema === 'olm.bundle');
  if (bundles.length !== 1 && reader.problems.length === 0) {
    problems.push({
      code: CatalogErrorCode.TEMPLATE,
      message: `what is given as rendered for ${quoted(image)} must hold one olm.bundle document, and has ${bundles.length}`,
    });
  }
  const [bundle] = bundles;
  return bundle === undefined ? undefined : { ...bundle, image: bundle.image === '' ? image : bundle.image };
}
