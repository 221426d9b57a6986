import type { ReadTemplate } from './read-template';
import { readTemplate, templateBundles } from './on-demand';
import type { TemplateBundles } from './template-bundles';
import { Catalog } from '../catalog';
import { CatalogError, CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { migrateToCsvMetadata } from '../migration/on-demand';
import { catalogFile, checkDocuments } from '../read/on-demand';
import type { CatalogReadLimits, CatalogReadOptions } from '../read/read-options';
import { catalogReadLimits } from '../read/read-options';
import type { CatalogDocument } from '../wire';
import { compareUtf8 } from '../../go-json';

/**
 * A template of a catalog, as `opm alpha render-template` takes it: `olm.semver`, `olm.template.basic` or `olm.template.substitutes`.
 *
 * It names bundles by their images. Nothing is pulled here: `render` is given the bundles.
 *
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/
 */
export class CatalogTemplate {
  /**
   * Reads a template from a text, YAML or JSON.
   *
   * @param text the text
   * @param options limits
   * @throws CatalogError when it is no template that opm takes, with every problem and its line
   */
  public static fromText(text: string, options?: CatalogReadOptions): CatalogTemplate {
    return new CatalogTemplate(text, undefined, catalogReadLimits(options));
  }

  /**
   * Reads a template from a file, YAML or JSON.
   *
   * @param path the file
   * @param options limits
   * @throws CatalogError when it cannot be read, or is no template that opm takes, with every problem and its line
   */
  public static fromFile(path: string, options?: CatalogReadOptions): CatalogTemplate {
    const limits = catalogReadLimits(options);
    return new CatalogTemplate(catalogFile(path, limits).text, path, limits);
  }

  /** The schema of the template. */
  public readonly schema: string;

  /** The images that the template names, sorted: `render` needs the bundle of each. */
  public readonly images: string[];

  readonly #template: ReadTemplate;
  readonly #file: string | undefined;
  readonly #limits: CatalogReadLimits;

  private constructor(text: string, file: string | undefined, limits: CatalogReadLimits) {
    const problems: CatalogProblem[] = [];
    const template = readTemplate(text, file, limits, problems);
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
   * The catalog that the template stands for: what `opm alpha render-template` prints, and checked as `opm validate` does.
   *
   * @param bundles the bundles of the images that the template names
   * @throws CatalogError when a bundle is missing, when the bundles do not go together, or when opm would refuse the catalog
   */
  public render(bundles: TemplateBundles): Catalog {
    const problems: CatalogProblem[] = [];
    checkDocuments(this.#template.base);
    const documents = templateBundles(this.#template.images, bundles, this.#limits, problems);
    const file = this.#file === undefined ? {} : { file: this.#file };
    const rendered = problems.length > 0 ? [] : this.#template.render(documents, (message) => {
      problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...file });
    });
    if (problems.length > 0) {
      throw new CatalogError(problems);
    }
    // Icon and description of a package come from the manifests, so these go last; bundles that a template has as they are keep theirs.
    const given = new Set<CatalogDocument>(bundles.csvMetadata === true ? documents.values() : []);
    return Catalog._fromDocuments(rendered.map((document) => (given.has(document) ? migrateToCsvMetadata([document])[0]! : document)));
  }
}
