import type { CatalogProblem } from '../catalog-error';
import type { CatalogDocument } from '../wire';
import type { Locate, ValuePath } from '../../source-position';

/** Where a document of a catalog was read. */
export interface DocumentPlace {
  /** The file; undefined when a text was read. */
  readonly file: string | undefined;

  /** The line in the file where the document begins, from 1. */
  readonly line: number;

  /** Where in the file a value of the document stands. */
  readonly locate: Locate;
}

/** Tells where documents were read; undefined for one that was not read but made. */
export type PlaceOf = (document: CatalogDocument) => DocumentPlace | undefined;

/** The place of a problem, as far as it is known. */
export type ProblemPlace = Pick<CatalogProblem, 'file' | 'line' | 'column'>;

/** So many problems get the very line; for those that follow, the line of their document has to do: finding a line reads it once more. */
const MOST_LOCATED = 200;

/** Finds the places of problems. */
export class ProblemPlaces {
  #left = MOST_LOCATED;

  /** The place of a value in a document, or of the nearest value around it that the text holds. */
  public find(place: DocumentPlace | undefined, path: ValuePath): ProblemPlace {
    if (place === undefined) {
      return {};
    }
    const file = place.file === undefined ? {} : { file: place.file };
    if (path.length === 0 || this.#left-- <= 0) {
      return { ...file, line: place.line };
    }
    for (let length = path.length; length > 0; length--) {
      const found = place.locate(path.slice(0, length));
      if (found !== undefined) {
        return { ...file, ...found };
      }
    }
    return { ...file, line: place.line };
  }
}
