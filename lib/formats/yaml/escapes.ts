/** Quick test for escapes that Go may refuse. */
const SUSPECT = /\\(?:\/|u[dD][89a-fA-F]|U)/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[^])/g;

/** An escape that js-yaml accepts and Go's YAML reader refuses. */
export interface RefusedEscape {
  /** Offset in the source between the quotes. */
  readonly offset: number;

  /** Error message with the remedy. */
  readonly message: string;
}

/** Returns the first escape in the source of a double-quoted scalar that Go's YAML reader refuses: `\/`, or half of a surrogate pair. */
export function refusedEscape(source: string): RefusedEscape | undefined {
  if (!SUSPECT.test(source)) {
    return undefined;
  }
  for (const found of source.matchAll(ESCAPE)) {
    const [escape, short, long] = found;
    if (escape === '\\/') {
      return { offset: found.index, message: "Go's YAML reader does not support the escape \\/; remove the backslash" };
    }
    const digits = short ?? long;
    if (digits !== undefined && !isCharacter(parseInt(digits, 16))) {
      return { offset: found.index, message: `the escape ${escape} is not a character; write characters beyond U+FFFF as \\U and eight digits` };
    }
  }
  return undefined;
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** Quick test for an escaped line break followed by an empty line. */
const BREAK_THEN_EMPTY = /\\(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/;
const ESCAPED_BREAK = /\\(?:(?:\r\n|\r(?!\n)|\n)((?:[ \t]*(?:\r\n?|\n))+)|[^])/g;

/**
 * Returns the source of a double-quoted scalar with `\n` for each empty line after an escaped line break. YAML and Go keep such lines;
 * js-yaml loses them.
 */
export function keepEmptyLines(source: string): string {
  if (!BREAK_THEN_EMPTY.test(source)) {
    return source;
  }
  return source.replace(ESCAPED_BREAK, (escape, empty: string | undefined) =>
    empty === undefined ? escape : `${'\\n'.repeat(empty.match(/\r\n?|\n/g)!.length)}\\\n`,
  );
}
