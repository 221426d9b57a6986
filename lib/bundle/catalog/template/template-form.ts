import type { BundleDocument, CatalogDocument } from '../wire';

/** A template that was read, of whichever schema. */
export interface TemplateForm {
  /** The images of bundles that it names, in its order; one may stand there several times. */
  readonly images: readonly string[];

  /** Documents of its own that must make a catalog before anything is put in. */
  readonly base: readonly CatalogDocument[];

  /**
   * The documents of the catalog that it stands for.
   *
   * @param bundles by image; all that the template names
   * @param fault takes what is wrong; the result counts only where nothing is
   */
  readonly render: (bundles: ReadonlyMap<string, BundleDocument>, fault: (message: string) => void) => CatalogDocument[];
}
