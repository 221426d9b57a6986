import { namePattern } from './name-pattern';

/** The name of the files that say what of a folder is no part of the catalog. */
export const INDEX_IGNORE = '.indexignore';

/** One line of an .indexignore file. */
interface IgnorePattern {
  /** The folder of the file that it stands in, by its parts. */
  readonly folder: readonly string[];
  /** Whether it takes files back in. */
  readonly includes: boolean;
  /** Whether it is about folders only, and what is in them. */
  readonly foldersOnly: boolean;
  /** Its parts between slashes; one where it has none. */
  readonly parts: readonly PatternPart[];
}

/** What stands between two slashes of a pattern. */
interface PatternPart {
  readonly text: string;
  readonly matches: (name: string) => boolean;
}

/** The largest number of patterns: each is tried on each file. */
const MOST_PATTERNS = 1000;

/**
 * What the .indexignore files of a catalog leave out.
 *
 * Their syntax is that of .gitignore, but they are read as opm reads them, which is with the matcher of go-git: of all patterns in all
 * files the last one that matches decides, so a file may be taken back in from a folder that is left out.
 *
 * @see https://pkg.go.dev/github.com/go-git/go-git/v5/plumbing/format/gitignore
 */
export class IndexIgnore {
  readonly #patterns: IgnorePattern[] = [];

  /**
   * Adds the patterns of a file; those of files added later win.
   *
   * @param folder where the file is, with `/` between folders; empty for the root
   * @param text what it holds
   * @returns whether there are few enough patterns
   */
  public add(folder: string, text: string): boolean {
    for (const line of text.split('\n').map((untrimmed) => untrimmed.trim())) {
      if (line !== '' && !line.startsWith('#')) {
        this.#patterns.push(patternOf(line, folder === '' ? [] : folder.split('/')));
      }
    }
    return this.#patterns.length <= MOST_PATTERNS;
  }

  /**
   * Whether a file is left out.
   *
   * @param file its path, with `/` between folders
   */
  public ignores(file: string): boolean {
    const path = file.split('/');
    return this.#patterns.findLast((pattern) => matches(pattern, path))?.includes === false;
  }
}

function patternOf(line: string, folder: readonly string[]): IgnorePattern {
  const includes = line.startsWith('!');
  const body = includes ? line.slice(1) : line;
  const trimmed = body.endsWith('\\ ') ? body : body.replace(/ +$/, '');
  const foldersOnly = trimmed.endsWith('/');
  const parts = (foldersOnly ? trimmed.slice(0, -1) : trimmed).split('/');
  return { folder, includes, foldersOnly, parts: parts.map((text) => ({ text, matches: namePattern(text) })) };
}

function matches({ folder, foldersOnly, parts }: IgnorePattern, path: readonly string[]): boolean {
  if (path.length <= folder.length || folder.some((part, index) => path[index] !== part)) {
    return false;
  }
  const inFolder = path.slice(folder.length);
  return parts.length === 1 ? matchesAnyPart(parts[0]!, foldersOnly, inFolder) : matchesPath(parts, foldersOnly, inFolder);
}

/** A pattern without a slash matches a file or folder of that name anywhere, with all that is in the folder. */
function matchesAnyPart(pattern: PatternPart, foldersOnly: boolean, path: readonly string[]): boolean {
  const found = path.findIndex(pattern.matches);
  return found >= 0 && !(foldersOnly && found === path.length - 1);
}

/** A pattern with a slash matches from the folder of its file on; what is in a folder that it matches counts too. */
function matchesPath(parts: readonly PatternPart[], foldersOnly: boolean, path: readonly string[]): boolean {
  let left = path;
  let matched = false;
  let anyFolders = false;
  for (const [index, part] of parts.entries()) {
    if (part.text === '') {
      anyFolders = false;
    } else if (part.text === '**') {
      if (index === parts.length - 1) {
        break;
      }
      anyFolders = true;
    } else if (part.text.includes('**') || left.length === 0) {
      return false;
    } else if (anyFolders) {
      anyFolders = false;
      const found = left.findIndex(part.matches);
      matched = found >= 0;
      left = found >= 0 ? left.slice(found + 1) : [];
    } else if (part.matches(left[0]!)) {
      matched = true;
      left = left.slice(1);
    } else {
      return false;
    }
  }
  return matched && !(foldersOnly && left.length === 0);
}
