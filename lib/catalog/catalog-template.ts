import type { Bundle } from '../bundle/bundle';
import { compareUtf8 } from '../formats/json/go-json';
import { checkArguments } from '../formats/options/check-arguments';
import { append } from '../text/lists';
import { quoted, quotedList } from '../text/phrases';
import { Catalog } from './catalog';
import { CatalogError, checkOptions } from './declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from './declcfg/catalog-problem';
import { migrateToCsvMetadata } from './declcfg/csv-metadata';
import type { BundleBlob, CatalogBlob } from './declcfg/declcfg';
import { catalogFile } from './read/catalog-files';
import { CatalogReader, ProblemLocator } from './read/catalog-reader';
import { type CatalogReadLimits, catalogReadLimits, type CatalogReadOptions } from './read/read-options';
import { renderedBlob } from './render/bundle-blob';
import { readTemplate, type Template } from './template/read-template';
import { validateBlobs } from './validate/read-catalog';

/**
 * A catalog template for `opm alpha render-template`: `olm.semver`, `olm.template.basic` or `olm.template.substitutes`.
 *
 * It references bundles by their images. Nothing is pulled: the bundles are passed to `render`.
 *
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/
 */
export class CatalogTemplate {
  /**
   * Parses a template from a string, YAML or JSON.
   *
   * @throws CatalogError if opm would refuse the template, with every problem and its line
   */
  public static fromString(content: string, options?: CatalogReadOptions): CatalogTemplate {
    checkArguments('CatalogTemplate.fromString', { content });
    return new CatalogTemplate(content, undefined, catalogReadLimits(options));
  }

  /**
   * Reads a template from a file, YAML or JSON.
   *
   * @param path path of the file
   * @throws CatalogError if it cannot be read or opm would refuse the template, with every problem and its line
   */
  public static fromFile(path: string, options?: CatalogReadOptions): CatalogTemplate {
    checkArguments('CatalogTemplate.fromFile', { path });
    const limits = catalogReadLimits(options);
    return new CatalogTemplate(catalogFile(path, limits).content, path, limits);
  }

  /** Schema of the template. */
  public readonly schema: string;

  /** The images that the template references, sorted. `render` requires the bundle of each. */
  public readonly images: string[];

  readonly #template: Template;
  readonly #file: string | undefined;
  readonly #limits: CatalogReadLimits;

  private constructor(content: string, file: string | undefined, limits: CatalogReadLimits) {
    const problems: CatalogProblem[] = [];
    const template = readTemplate(content, file, limits, problems);
    if (template === undefined) {
      throw new CatalogError(problems);
    }
    this.#template = template;
    this.#file = file;
    this.#limits = limits;
    this.schema = template.schema;
    this.images = [...new Set(template.images)].sort(compareUtf8);
  }

  /**
   * Renders the catalog that `opm alpha render-template` prints, and validates it as `opm validate` does.
   *
   * @param bundles the bundles of the images that the template references
   * @throws CatalogError if a bundle is missing, if the bundles do not fit together, or if opm would refuse the catalog
   */
  public render(bundles: TemplateBundles): Catalog {
    checkOptions('options of CatalogTemplate.render', 'TemplateBundles', bundles);
    const problems: CatalogProblem[] = [];
    validateBlobs(this.#template.base);
    const blobs = templateBundles(this.#template.images, bundles, this.#limits, problems);
    const file = this.#file === undefined ? {} : { file: this.#file };
    const rendered = problems.length > 0 ? [] : this.#template.render(blobs, (message) => {
      problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...file });
    });
    if (problems.length > 0) {
      throw new CatalogError(problems);
    }
    // The icon and description of a package come from the manifests, so these are replaced last; inline bundles of the template keep theirs.
    const given = new Set<CatalogBlob>(bundles.csvMetadata === true ? blobs.values() : []);
    return Catalog._fromBlobs(rendered.map((blob) => (given.has(blob) ? migrateToCsvMetadata([blob])[0]! : blob)));
  }
}

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
function templateBundles(
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
  append(problems, reader.problems);
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
