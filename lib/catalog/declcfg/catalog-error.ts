import { optionProblems, type OptionsName } from '../../formats/options/check-options';
import { quoted } from '../../text/phrases';
import { CatalogErrorCode, type CatalogProblem } from './catalog-problem';
import { printableLines, problemLine } from '../../text/printable';

/**
 * Thrown when opm or OLM would refuse a catalog, with all problems.
 *
 * The message for one problem is one line, such as `index.yaml:12:3: package "demo" …`; several problems are printed as a tree of packages,
 * channels and bundles.
 */
export class CatalogError extends Error {
  // Private, so that Node.js does not print the problems again below the message of an uncaught error.
  readonly #problems: CatalogProblem[];

  /**
   * @param problems at least one
   */
  public constructor(problems: CatalogProblem[]) {
    super(printableLines(problemTree(problems)));
    Object.defineProperty(this, 'name', { value: 'CatalogError', configurable: true, writable: true });
    this.#problems = problems;
  }

  /** Kind of the first problem. */
  public get code(): CatalogErrorCode {
    return this.#problems[0]!.code;
  }

  /** All problems; never empty. */
  public get problems(): CatalogProblem[] {
    return [...this.#problems];
  }
}

/** Maximum number of printed problems; more would hide the first ones. */
const MAX_PRINTED = 100;

/** Returns problems of a catalog as lines: one for one problem, otherwise a tree of packages with their channels and bundles. */
function problemTree(problems: readonly CatalogProblem[]): string[] {
  if (problems.length === 1) {
    return [lineOf(problems[0]!)];
  }
  const root = new Branch();
  for (const problem of problems.slice(0, MAX_PRINTED)) {
    root.branchOf(problem).leaves.push(lineOf(problem));
  }
  const more = problems.length - MAX_PRINTED;
  if (more > 0) {
    root.leaves.push(`and ${more} more problems`);
  }
  return [`${problems.length} problems in the catalog`, ...root.lines()];
}

/** Problems of a package, channel or bundle. */
class Branch {
  public readonly leaves: string[] = [];
  readonly #branches = new Map<string, Branch>();

  public branchOf({ packageName, channel, bundle }: CatalogProblem): Branch {
    const packageBranch = packageName === undefined ? this : this.#branch(`package ${quoted(packageName)}`);
    if (channel !== undefined) {
      return packageBranch.#branch(`channel ${quoted(channel)}`);
    }
    return bundle === undefined ? packageBranch : packageBranch.#branch(`bundle ${quoted(bundle)}`);
  }

  public lines(): string[] {
    const inner: [string, string[]][] = [
      ...[...this.#branches].map(([title, branch]): [string, string[]] => [title, branch.lines()]),
      ...this.leaves.map((leaf): [string, string[]] => [leaf, []]),
    ];
    return inner.flatMap(([title, lines], index) => {
      const last = index === inner.length - 1;
      return [`${last ? '└── ' : '├── '}${title}`, ...lines.map((line) => `${last ? '    ' : '│   '}${line}`)];
    });
  }

  #branch(title: string): Branch {
    const branch = this.#branches.get(title) ?? new Branch();
    this.#branches.set(title, branch);
    return branch;
  }
}

function lineOf({ file, line, column, message }: CatalogProblem): string {
  const position = [file, line, column].filter((part) => part !== undefined);
  return problemLine(position.length === 0 ? message : `${file === undefined ? 'line ' : ''}${position.join(':')}: ${message}`);
}

/**
 * Checks an object with options.
 *
 * @param what name of the object in errors, such as `options of Catalog.merge`
 * @param inside what follows the path of an option in errors
 * @throws CatalogError if it has an unknown key, with the known ones, or a value of another type
 */
export function checkOptions(what: string, name: OptionsName, options: unknown, inside = ` in ${what}`): void {
  const messages = optionProblems({ what, in: inside }, name, options);
  if (messages.length > 0) {
    throw new CatalogError(messages.map((message) => ({ code: CatalogErrorCode.OPTIONS, message })));
  }
}
