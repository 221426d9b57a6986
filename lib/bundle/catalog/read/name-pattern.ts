/** One letter of a pattern: a letter itself, or a test of one. */
type Token = string | ((letter: string) => boolean) | typeof ANY_TEXT;

const ANY_TEXT = Symbol('*');

/**
 * A test whether names match a shell pattern with `*`, `?` and classes such as `[a-z]`, as Go's `path/filepath.Match` decides it. A broken
 * pattern matches nothing.
 *
 * The test goes back to the last `*` only, so that it never takes longer than the length of the pattern times that of the name.
 *
 * @see https://pkg.go.dev/path/filepath#Match
 */
export function namePattern(pattern: string): (name: string) => boolean {
  const tokens = tokensOf([...pattern]);
  if (tokens === undefined) {
    return () => false;
  }
  const fewest = tokens.filter((token) => token !== ANY_TEXT).length;
  return (name) => name.length >= fewest && matchesTokens(tokens, [...name]);
}

function matchesTokens(tokens: readonly Token[], letters: readonly string[]): boolean {
  let [token, letter] = [0, 0];
  let retry: { readonly token: number; letter: number } | undefined;
  while (letter < letters.length || token < tokens.length) {
    const next = tokens[token];
    if (next === ANY_TEXT) {
      retry = { token: token + 1, letter };
      token++;
    } else if (next !== undefined && letter < letters.length && matchesLetter(next, letters[letter]!)) {
      token++;
      letter++;
    } else if (retry !== undefined && retry.letter < letters.length) {
      retry.letter++;
      [token, letter] = [retry.token, retry.letter];
    } else {
      return false;
    }
  }
  return true;
}

function matchesLetter(token: Exclude<Token, typeof ANY_TEXT>, letter: string): boolean {
  return typeof token === 'string' ? token === letter : token(letter);
}

function tokensOf(letters: readonly string[]): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < letters.length; at++) {
    switch (letters[at]) {
      case '*':
        tokens.push(ANY_TEXT);
        break;
      case '?':
        tokens.push(() => true);
        break;
      case '[': {
        const found = classFrom(letters, at + 1);
        if (found === undefined) {
          return undefined;
        }
        tokens.push(found.test);
        at = found.end;
        break;
      }
      case '\\':
        at++;
        if (at === letters.length) {
          return undefined;
        }
        tokens.push(letters[at]!);
        break;
      default:
        tokens.push(letters[at]!);
    }
  }
  return tokens;
}

/** The class that begins behind a bracket, and where its closing bracket stands. */
function classFrom(letters: readonly string[], start: number): { readonly test: (letter: string) => boolean; readonly end: number } | undefined {
  const negated = letters[start] === '^';
  const ranges: [string, string][] = [];
  let at = negated ? start + 1 : start;
  while (letters[at] !== ']' || ranges.length === 0) {
    const low = letterOfClass(letters, at);
    const high = low !== undefined && letters[low.next] === '-' ? letterOfClass(letters, low.next + 1) : low;
    if (low === undefined || high === undefined) {
      return undefined;
    }
    ranges.push([low.letter, high.letter]);
    at = high.next;
  }
  const test = (letter: string): boolean => ranges.some(([low, high]) => codePoint(low) <= codePoint(letter) && codePoint(letter) <= codePoint(high));
  return { test: (letter) => test(letter) !== negated, end: at };
}

function letterOfClass(letters: readonly string[], at: number): { readonly letter: string; readonly next: number } | undefined {
  const escaped = letters[at] === '\\';
  const letter = letters[escaped ? at + 1 : at];
  if (letter === undefined || (!escaped && (letter === '-' || letter === ']'))) {
    return undefined;
  }
  const next = at + (escaped ? 2 : 1);
  return next < letters.length ? { letter, next } : undefined;
}

function codePoint(letter: string): number {
  return letter.codePointAt(0)!;
}
