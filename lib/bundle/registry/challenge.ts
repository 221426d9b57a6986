/** Authentication challenge of a registry (RFC 9110): a scheme and its parameters. */
export interface Challenge {
  /** Scheme in lowercase, such as `bearer` or `basic`. */
  readonly scheme: string;

  /** Parameters by lowercase name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const SPACE = /[ \t]*/y;

/** Maximum number of characters of a header that are parsed. */
const MAX_LENGTH = 8192;

/**
 * Parses the challenges in a header `WWW-Authenticate`. Parsing stops at the first syntax error.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function parseChallenges(header: string): Challenge[] {
  const input = header.slice(0, MAX_LENGTH);
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(input);
    at = match === null ? at : pattern.lastIndex;
    return match;
  };
  while (at < input.length) {
    take(SPACE);
    const word = take(TOKEN)?.[0];
    take(SPACE);
    if (word === undefined) {
      return challenges;
    }
    if (input[at] === '=' && challenges.length > 0) {
      at++;
      take(SPACE);
      const quoted = input[at] === '"' ? take(QUOTED)?.[1] : take(TOKEN)?.[0];
      if (quoted === undefined) {
        return challenges;
      }
      challenges.at(-1)!.parameters.set(word.toLowerCase(), quoted.replace(/\\(.)/g, '$1'));
      take(SPACE);
    } else {
      challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
      if (input[at] !== ',') {
        continue;
      }
    }
    if (at < input.length && input[at++] !== ',') {
      return challenges;
    }
  }
  return challenges;
}
