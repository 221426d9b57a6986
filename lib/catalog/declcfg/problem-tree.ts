import type { CatalogProblem } from './catalog-error';
import { quoted } from './quoted';

/** So many problems are printed; more would hide the first ones. */
const MOST_PRINTED = 100;

/** What is wrong with a catalog as text: one line for one problem, else a tree of packages, and of channels and bundles in them. */
export function problemTree(problems: readonly CatalogProblem[]): string {
  if (problems.length === 1) {
    return lineOf(problems[0]!);
  }
  const root = new Branch();
  for (const problem of problems.slice(0, MOST_PRINTED)) {
    root.branchOf(problem).leaves.push(lineOf(problem));
  }
  const more = problems.length - MOST_PRINTED;
  if (more > 0) {
    root.leaves.push(`and ${more} more problems, which are not printed`);
  }
  return [`${problems.length} problems in the catalog`, ...root.lines()].join('\n');
}

/** A package, or a channel or bundle of it, and what is wrong there. */
class Branch {
  public readonly leaves: string[] = [];
  readonly #branches = new Map<string, Branch>();

  public branchOf({ package: packageName, channel, bundle }: CatalogProblem): Branch {
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
  const place = [file, line, column].filter((part) => part !== undefined);
  return place.length === 0 ? message : `${file === undefined ? 'line ' : ''}${place.join(':')}: ${message}`;
}
