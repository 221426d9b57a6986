/** A position in a text file. */
export interface SourcePosition {
  /** Line, starting at 1. */
  readonly line: number;

  /** Column, starting at 1, in UTF-16 code units. */
  readonly column: number;
}

/** Path from the root of a document to a value in it: keys of maps and indices of lists. */
export type ValuePath = readonly (string | number)[];

/** Returns the position of a value in its file (the key of a map entry, or the item of a list), or undefined if there is no such value. */
export type Locate = (path: ValuePath) => SourcePosition | undefined;

/** Returns the position of a value or, if it is missing, of the nearest map or list around it. */
export function nearestPosition(locate: Locate, path: ValuePath): SourcePosition | undefined {
  for (let length = path.length; length >= 0; length--) {
    const found = locate(path.slice(0, length));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Formats a path for messages, such as `spec.versions[0].name` or `metadata.annotations["olm.skipRange"]`. */
export function formatPath(path: ValuePath): string {
  return path.map((step, index) => {
    if (typeof step === 'number') {
      return `[${step}]`;
    }
    return PLAIN_KEY.test(step) ? `${index === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`;
  }).join('');
}
