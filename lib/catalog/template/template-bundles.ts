import type { Bundle } from '../../bundle/bundle';
import { quoted, quotedList } from '../../text/quoted';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-error';
import type { BundleBlob } from '../declcfg/declcfg';
import { ProblemLocator } from '../read/blob-position';
import { CatalogReader } from '../read/catalog-reader';
import type { CatalogReadLimits } from '../read/read-options';
import { renderedBlob } from '../render/bundle-blob';

/** The bundles of the images that a template references. Other images are ignored. */
export interface TemplateBundles {
  /**
   * Bundles by image reference, exactly as in the template.
   *
   * @default - none
   */
  readonly bundles?: { [image: string]: Bundle };

  /**
   * Output of `opm render`, JSON or YAML, by image reference: for bundles that are available only in this form.
   *
   * @default - none
   */
  readonly rendered?: { [image: string]: string };

  /**
   * Whether to replace the manifests of the bundles, which are in their images, with the property `olm.csv.metadata`, as
   * `opm alpha render-template --migrate-level=bundle-object-to-csv-metadata` does.
   *
   * @default false
   */
  readonly csvMetadata?: boolean;
}

/**
 * Returns the blobs of the bundles that a template references, by image.
 *
 * @param problems receives bundles that are missing or cannot be read
 */
export function templateBundles(
  images: readonly string[], given: TemplateBundles, limits: CatalogReadLimits, problems: CatalogProblem[],
): ReadonlyMap<string, BundleBlob> {
  const [bundles, rendered] = [new Map(Object.entries(given.bundles ?? {})), new Map(Object.entries(given.rendered ?? {}))];
  const blobs = new Map<string, BundleBlob>();
  const missing: string[] = [];
  for (const image of new Set(images)) {
    const [bundle, output] = [bundles.get(image), rendered.get(image)];
    const read = output === undefined ? undefined : readRendered(image, output, limits, problems);
    const blob = bundle === undefined ? read : renderedBlob(bundle, image);
    if (blob !== undefined) {
      blobs.set(image, blob);
    } else if (output === undefined) {
      missing.push(image);
    }
  }
  if (missing.length > 0) {
    problems.push({
      code: CatalogErrorCode.TEMPLATE,
      message: `the bundles of these images of the template are missing: ${quotedList(missing)}; add each to 'bundles', or its output of opm render to `
        + "'rendered'",
    });
  }
  return blobs;
}

function readRendered(image: string, output: string, limits: CatalogReadLimits, problems: CatalogProblem[]): BundleBlob | undefined {
  const reader = new CatalogReader(limits, new ProblemLocator());
  reader.read(output, image);
  problems.push(...reader.problems);
  const bundles = reader.blobs.filter((blob) => blob.schema === 'olm.bundle');
  if (bundles.length !== 1 && reader.problems.length === 0) {
    problems.push({
      code: CatalogErrorCode.TEMPLATE,
      message: `'rendered' must contain one olm.bundle blob for ${quoted(image)}, got ${bundles.length}`,
    });
  }
  const [bundle] = bundles;
  return bundle === undefined ? undefined : { ...bundle, image: bundle.image === '' ? image : bundle.image };
}
