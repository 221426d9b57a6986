import { compareUtf8 } from '../formats/json/go-json';
import { Catalog } from './catalog';
import { CatalogError, CatalogErrorCode, type CatalogProblem } from './declcfg/catalog-error';
import { checkOptions } from './declcfg/check-options';
import type { CatalogBlob } from './declcfg/declcfg';
import { migrateToCsvMetadata } from './migrate/csv-metadata';
import { catalogFile } from './read/catalog-files';
import { type CatalogReadLimits, catalogReadLimits, type CatalogReadOptions } from './read/read-options';
import { readTemplate, type Template } from './template/read-template';
import { type TemplateBundles, templateBundles } from './template/template-bundles';
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
    return new CatalogTemplate(content, undefined, catalogReadLimits(options));
  }

  /**
   * Reads a template from a file, YAML or JSON.
   *
   * @param path path of the file
   * @throws CatalogError if it cannot be read or opm would refuse the template, with every problem and its line
   */
  public static fromFile(path: string, options?: CatalogReadOptions): CatalogTemplate {
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
    checkOptions('options of CatalogTemplate.render', bundles, { bundles: true, rendered: true, csvMetadata: true });
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
