/** How a server wants to be shown that somebody may ask it: a scheme and its parameters. */
export interface Challenge {
  /** The scheme in lower case, such as `bearer` or `basic`. */
  readonly scheme: string;

  /** The parameters by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const SPACE = /[ \t]*/y;
const LONGEST = 8192;

/**
 * The challenges in a header `WWW-Authenticate`. What is not understood ends the list; a server that says nothing sensible has none.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function parseChallenges(header: string): Challenge[] {
  const text = header.slice(0, LONGEST);
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at = match === null ? at : pattern.lastIndex;
    return match;
  };
  while (at < text.length) {
    take(SPACE);
    const word = take(TOKEN)?.[0];
    take(SPACE);
    if (word === undefined) {
      return challenges;
    }
    if (text[at] === '=' && challenges.length > 0) {
      at++;
      take(SPACE);
      const quoted = text[at] === '"' ? take(QUOTED)?.[1] : take(TOKEN)?.[0];
      if (quoted === undefined) {
        return challenges;
      }
      challenges.at(-1)!.parameters.set(word.toLowerCase(), quoted.replace(/\\(.)/g, '$1'));
      take(SPACE);
    } else {
      challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
      if (text[at] !== ',') {
        continue;
      }
    }
    if (at < text.length && text[at++] !== ',') {
      return challenges;
    }
  }
  return challenges;
}
