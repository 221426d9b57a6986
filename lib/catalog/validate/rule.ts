import type { CatalogErrorCode } from '../declcfg/catalog-error';
import type { CatalogBlob } from '../declcfg/declcfg';
import type { PackageBlobs } from '../declcfg/package-blobs';
import type { ValuePath } from '../../formats/json/source-position';

/** A violation of a rule. */
export interface RuleFinding {
  readonly code: CatalogErrorCode;
  /** Problem, with the names concerned, and remedy. */
  readonly message: string;
  /** The blob to change. */
  readonly blob: CatalogBlob;
  /** Path of the value in the blob; omitted for the blob as a whole. */
  readonly path?: ValuePath;
}

/** A rule of opm for each package of a catalog. */
export type PackageRule = (blobs: PackageBlobs) => RuleFinding[];
