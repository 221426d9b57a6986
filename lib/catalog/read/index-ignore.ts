import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode } from '../declcfg/catalog-problem';

/** Name of the files that list files outside the catalog. */
export const INDEX_IGNORE = '.indexignore';

/** One line of an .indexignore file. */
interface IgnorePattern {
  /** Folder of its file, by path segments. */
  readonly folder: readonly string[];
  /** Whether it re-includes files. */
  readonly includes: boolean;
  /** Whether it matches only folders, with their content. */
  readonly foldersOnly: boolean;
  /** Its segments between slashes. */
  readonly parts: readonly PatternPart[];
}

/** A segment between the slashes of a pattern. */
interface PatternPart {
  readonly pattern: string;

  /** Whether it contains `**` beside other characters, and so matches nothing. */
  readonly isInvalid: boolean;
  readonly matches: (name: string) => boolean;
}

/** Maximum number of patterns: each is matched against each file. */
const MAX_PATTERNS = 1000;

/**
 * The files that the `.indexignore` files of a catalog exclude.
 *
 * Their syntax is that of .gitignore, but they follow go-git's matcher, which opm uses: the last matching pattern of all files decides, so a file in
 * an excluded folder can be re-included.
 *
 * @see https://pkg.go.dev/github.com/go-git/go-git/v5/plumbing/format/gitignore
 */
export class IndexIgnore {
  readonly #patterns: IgnorePattern[] = [];

  /**
   * Adds the patterns of a file, which override those of earlier files.
   *
   * @param folder folder of the file, with `/` between folders, or an empty string for the root
   * @returns false if there are too many patterns
   */
  public add(folder: string, content: string): boolean {
    for (const line of content.split('\n').map((untrimmed) => untrimmed.trim())) {
      if (line !== '' && !line.startsWith('#')) {
        this.#patterns.push(patternOf(line, folder === '' ? [] : folder.split('/')));
      }
    }
    return this.#patterns.length <= MAX_PATTERNS;
  }

  /**
   * Whether a file is excluded.
   *
   * @param file its path, with `/` between folders
   */
  public ignores(file: string): boolean {
    const path = file.split('/');
    return this.#patterns.findLast((pattern) => matches(pattern, path))?.includes === false;
  }
}

/**
 * Adds the patterns of an .indexignore file.
 *
 * @param folder folder of the file, with `/` between folders, or an empty string for the root
 * @throws CatalogError if there are too many patterns
 */
export function addIgnoreFile(ignore: IndexIgnore, folder: string, { file, content }: { readonly file: string; readonly content: string }): void {
  if (!ignore.add(folder, content)) {
    const message = `the ${INDEX_IGNORE} files have more than ${MAX_PATTERNS} patterns; remove some`;
    throw new CatalogError([{ code: CatalogErrorCode.LIMIT, message, file }]);
  }
}

function patternOf(line: string, folder: readonly string[]): IgnorePattern {
  const includes = line.startsWith('!');
  const body = includes ? line.slice(1) : line;
  const foldersOnly = body.endsWith('/');
  const parts = (foldersOnly ? body.slice(0, -1) : body).split('/');
  return {
    folder, includes, foldersOnly,
    parts: withoutRuns(parts).map((pattern) => ({ pattern, isInvalid: pattern.includes('**'), matches: namePattern(pattern) })),
  };
}

/** Whether a segment of a pattern matches no segment of a path, but states whether folders may be between those before and after it. */
const isBetween = (part: string | undefined): boolean => part === '' || part === '**';

/** Returns the segments of a pattern without those that have no effect, so that a path is not compared with more of them than it has itself. */
function withoutRuns(parts: readonly string[]): string[] {
  const kept = parts.filter((part, index) => !isBetween(part) || !isBetween(parts[index + 1]));
  // A pattern with a slash begins at the folder of its file.
  return kept.length === 1 && parts.length > 1 ? [kept[0]!, ''] : kept;
}

function matches({ folder, foldersOnly, parts }: IgnorePattern, path: readonly string[]): boolean {
  if (folder.some((part, index) => path[index] !== part)) {
    return false;
  }
  const inFolder = path.slice(folder.length);
  return parts.length === 1 ? matchesAnyPart(parts[0]!, foldersOnly, inFolder) : matchesPath(parts, foldersOnly, inFolder);
}

/** A pattern without a slash matches a file or folder of that name at any depth, with the content of the folder. */
function matchesAnyPart(pattern: PatternPart, foldersOnly: boolean, path: readonly string[]): boolean {
  const found = path.findIndex(pattern.matches);
  return found >= 0 && !(foldersOnly && found === path.length - 1);
}

/** A pattern with a slash matches from the folder of its file on, with the content of a matching folder. */
function matchesPath(parts: readonly PatternPart[], foldersOnly: boolean, path: readonly string[]): boolean {
  let rest = path;
  let matched = false;
  let anyFolders = false;
  for (const part of parts) {
    if (part.pattern === '') {
      anyFolders = false;
    } else if (part.pattern === '**') {
      anyFolders = true;
    } else if (part.isInvalid || rest.length === 0) {
      return false;
    } else if (anyFolders) {
      anyFolders = false;
      const found = rest.findIndex(part.matches);
      matched = found >= 0;
      rest = found >= 0 ? rest.slice(found + 1) : [];
    } else if (part.matches(rest[0]!)) {
      matched = true;
      rest = rest.slice(1);
    } else {
      return false;
    }
  }
  return matched && !(foldersOnly && rest.length === 0);
}

/** Part of a pattern: a character, a test of a character, or `*`. */
type Token = string | ((character: string) => boolean) | typeof ANY_STRING;

const ANY_STRING = Symbol('*');

/**
 * Returns a test for names by a shell pattern with `*`, `?` and classes such as `[a-z]`, equal to Go's `path/filepath.Match`. An invalid pattern
 * matches nothing.
 *
 * The test backtracks only to the last `*`, a run of which is one, and a pattern that is longer than a name matches nothing: so its time is bounded
 * by the length of the name, however long the pattern is.
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
        if (tokens.at(-1) !== ANY_STRING) {
          tokens.push(ANY_STRING);
        }
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
  const isInRange = rangeTest(ranges.map(([low, high]) => [codePoint(low), codePoint(high)]));
  return { test: (character) => isInRange(codePoint(character)) !== negated, end: at };
}

/** Returns a test whether a number is in one of several ranges, which takes logarithmic time. */
function rangeTest(ranges: readonly (readonly [low: number, high: number])[]): (value: number) => boolean {
  const merged: { readonly low: number; high: number }[] = [];
  for (const [low, high] of ranges.filter((range) => range[0] <= range[1]).sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last.high) {
      last.high = Math.max(last.high, high);
    } else {
      merged.push({ low, high });
    }
  }
  return (value) => {
    let [start, end] = [0, merged.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      [start, end] = merged[middle]!.high < value ? [middle + 1, end] : [start, middle];
    }
    const range = merged[start];
    return range !== undefined && range.low <= value;
  };
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
