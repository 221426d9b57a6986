import { type Locate, nearestPosition, type ValuePath } from '../../formats/json/source-position';
import type { CatalogProblem } from '../declcfg/catalog-error';
import type { CatalogBlob } from '../declcfg/declcfg';

/** Position of a blob in a file or string. */
export interface BlobPosition {
  /** The file, or undefined for a string. */
  readonly file: string | undefined;

  /** Line at which the blob begins, from 1. */
  readonly line: number;

  /** Finds the position of a value of the blob. */
  readonly locate: Locate;
}

/** Returns the position of a blob, or undefined if it was rendered, not read. */
export type PositionOf = (blob: CatalogBlob) => BlobPosition | undefined;

/** Position of a problem, as far as it is known. */
export type ProblemPosition = Pick<CatalogProblem, 'file' | 'line' | 'column'>;

/** Only the first problems are reported with exact lines, others with the line of their blob: finding a line parses the blob again. */
const MAX_LOCATED = 200;

/** Finds the positions of problems. */
export class ProblemLocator {
  #left = MAX_LOCATED;

  /** Returns the position of a value in a blob, or of the nearest enclosing value that is written out. */
  public find(position: BlobPosition | undefined, path: ValuePath): ProblemPosition {
    if (position === undefined) {
      return {};
    }
    const file = position.file === undefined ? {} : { file: position.file };
    if (path.length === 0 || this.#left-- <= 0) {
      return { ...file, line: position.line };
    }
    const found = nearestPosition((around) => (around.length === 0 ? undefined : position.locate(around)), path);
    return { ...file, ...found ?? { line: position.line } };
  }
}
