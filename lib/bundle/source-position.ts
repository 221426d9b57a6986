/** A place in a text file. */
export interface SourcePosition {
  /** The line, from 1. */
  readonly line: number;

  /** The column, from 1, in UTF-16 code units. */
  readonly column: number;
}

/** The way from the root of a document to a value in it: keys of maps and indices of lists. */
export type ValuePath = readonly (string | number)[];

/** Tells where in its file a value stands: the key of a map entry, the item of a list. Undefined where there is no such value. */
export type Locate = (path: ValuePath) => SourcePosition | undefined;
