import type { CatalogProblem } from './catalog-error';
import { quoted } from '../../text/quoted';

/** Maximum number of printed problems; more would hide the first ones. */
const MAX_PRINTED = 100;

/** Formats problems of a catalog: one line for one problem, otherwise a tree of packages with their channels and bundles. */
export function problemTree(problems: readonly CatalogProblem[]): string {
  if (problems.length === 1) {
    return lineOf(problems[0]!);
  }
  const root = new Branch();
  for (const problem of problems.slice(0, MAX_PRINTED)) {
    root.branchOf(problem).leaves.push(lineOf(problem));
  }
  const more = problems.length - MAX_PRINTED;
  if (more > 0) {
    root.leaves.push(`and ${more} more problems`);
  }
  return [`${problems.length} problems in the catalog`, ...root.lines()].join('\n');
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
  return position.length === 0 ? message : `${file === undefined ? 'line ' : ''}${position.join(':')}: ${message}`;
}
