/** A quick test for what may be an escape that Go refuses. */
const SUSPECT = /\\(?:\/|u[dD][89a-fA-F]|U)/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[^])/g;

/** An escape that Go's YAML reader does not accept although js-yaml does. */
export interface RefusedEscape {
  /** Where it stands in the text between the quotes. */
  readonly offset: number;

  /** What is wrong, and the remedy. */
  readonly message: string;
}

/** Finds the first escape in the source of a double-quoted scalar that Go's YAML reader refuses: `\/`, and halves of surrogate pairs. */
export function refusedEscape(source: string): RefusedEscape | undefined {
  if (!SUSPECT.test(source)) {
    return undefined;
  }
  for (const found of source.matchAll(ESCAPE)) {
    const [escape, short, long] = found;
    if (escape === '\\/') {
      return { offset: found.index, message: "the escape \\/ is not known to Go's YAML reader; write / without the backslash" };
    }
    const digits = short ?? long;
    if (digits !== undefined && !isLetter(parseInt(digits, 16))) {
      return { offset: found.index, message: `the escape ${escape} stands for no letter; write letters beyond U+FFFF as \\U and eight digits` };
    }
  }
  return undefined;
}

function isLetter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** A quick test for what may be an escaped line break with an empty line behind it. */
const BREAK_THEN_EMPTY = /\\(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/;
const ESCAPED_BREAK = /\\(?:(?:\r\n|\r(?!\n)|\n)((?:[ \t]*(?:\r\n?|\n))+)|[^])/g;

/**
 * The source of a double-quoted scalar with the empty lines behind an escaped line break written as `\n`. YAML keeps such lines, and Go
 * does; js-yaml loses them.
 */
export function keepEmptyLines(source: string): string {
  if (!BREAK_THEN_EMPTY.test(source)) {
    return source;
  }
  return source.replace(ESCAPED_BREAK, (escape, empty: string | undefined) =>
    empty === undefined ? escape : `${'\\n'.repeat(empty.match(/\r\n?|\n/g)!.length)}\\\n`,
  );
}
