import type { CatalogErrorCode } from '../catalog-error';
import type { CatalogDocument } from '../wire';
import type { PackageDocuments } from './package-documents';
import type { ValuePath } from '../../source-position';

/** What a rule finds wrong. */
export interface RuleFinding {
  readonly code: CatalogErrorCode;
  /** What is wrong, with the names concerned, and the remedy. */
  readonly message: string;
  /** The document to change. */
  readonly document: CatalogDocument;
  /** The value in the document; left out for the document as a whole. */
  readonly path?: ValuePath;
}

/** One thing that opm holds for each package of a catalog. */
export type PackageRule = (documents: PackageDocuments) => RuleFinding[];
