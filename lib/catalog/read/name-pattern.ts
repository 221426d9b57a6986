/** Part of a pattern: a character, a test of a character, or `*`. */
type Token = string | ((character: string) => boolean) | typeof ANY_STRING;

const ANY_STRING = Symbol('*');

/**
 * Returns a test for names by a shell pattern with `*`, `?` and classes such as `[a-z]`, equal to Go's `path/filepath.Match`. An invalid pattern
 * matches nothing.
 *
 * The test backtracks only to the last `*`, so its time is bounded by the length of the pattern times that of the name.
 *
 * @see https://pkg.go.dev/path/filepath#Match
 */
export function namePattern(pattern: string): (name: string) => boolean {
  const tokens = tokensOf([...pattern]);
  if (tokens === undefined) {
    return () => false;
  }
  const minLength = tokens.filter((token) => token !== ANY_STRING).length;
  return (name) => name.length >= minLength && matchesTokens(tokens, [...name]);
}

function matchesTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  let [token, character] = [0, 0];
  let retry: { readonly token: number; character: number } | undefined;
  while (character < characters.length || token < tokens.length) {
    const next = tokens[token];
    if (next === ANY_STRING) {
      retry = { token: token + 1, character };
      token++;
    } else if (next !== undefined && character < characters.length && matchesCharacter(next, characters[character]!)) {
      token++;
      character++;
    } else if (retry !== undefined && retry.character < characters.length) {
      retry.character++;
      [token, character] = [retry.token, retry.character];
    } else {
      return false;
    }
  }
  return true;
}

function matchesCharacter(token: Exclude<Token, typeof ANY_STRING>, character: string): boolean {
  return typeof token === 'string' ? token === character : token(character);
}

function tokensOf(characters: readonly string[]): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    switch (characters[at]) {
      case '*':
        tokens.push(ANY_STRING);
        break;
      case '?':
        tokens.push(() => true);
        break;
      case '[': {
        const found = classFrom(characters, at + 1);
        if (found === undefined) {
          return undefined;
        }
        tokens.push(found.test);
        at = found.end;
        break;
      }
      case '\\':
        at++;
        if (at === characters.length) {
          return undefined;
        }
        tokens.push(characters[at]!);
        break;
      default:
        tokens.push(characters[at]!);
    }
  }
  return tokens;
}

/** Parses the class after an opening bracket; `end` is the position of the closing bracket. */
function classFrom(
  characters: readonly string[], start: number,
): { readonly test: (character: string) => boolean; readonly end: number } | undefined {
  const negated = characters[start] === '^';
  const ranges: [string, string][] = [];
  let at = negated ? start + 1 : start;
  while (characters[at] !== ']' || ranges.length === 0) {
    const low = classCharacter(characters, at);
    const high = low !== undefined && characters[low.next] === '-' ? classCharacter(characters, low.next + 1) : low;
    if (low === undefined || high === undefined) {
      return undefined;
    }
    ranges.push([low.character, high.character]);
    at = high.next;
  }
  const isInRange = (code: number): boolean => ranges.some(([low, high]) => codePoint(low) <= code && code <= codePoint(high));
  return { test: (character) => isInRange(codePoint(character)) !== negated, end: at };
}

function classCharacter(characters: readonly string[], at: number): { readonly character: string; readonly next: number } | undefined {
  const escaped = characters[at] === '\\';
  const character = characters[escaped ? at + 1 : at];
  if (character === undefined || (!escaped && (character === '-' || character === ']'))) {
    return undefined;
  }
  const next = at + (escaped ? 2 : 1);
  return next < characters.length ? { character, next } : undefined;
}

function codePoint(character: string): number {
  return character.codePointAt(0)!;
}
