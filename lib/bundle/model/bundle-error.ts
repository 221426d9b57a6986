import { defined } from '../../formats/json/defined';
import type { SourcePosition } from '../../formats/json/source-position';
import { BundleErrorCode, type BundleProblem } from './bundle-problem';
import { printableMessage, problemLine } from '../../text/printable';

/**
 * Thrown when a bundle cannot be read. It lists all problems found, in the order of the files.
 *
 * The message of a bundle with one problem is one line, such as
 * `bundle: manifests/a.yaml:12:3: this is not YAML: …`; of several problems, each has its own line.
 */
export class BundleError extends Error {
  // Private, so that Node.js does not print them again below the message of an uncaught error.
  readonly #source: string;
  readonly #problems: BundleProblem[];

  /**
   * @param source source of the bundle
   * @param problems problems of the bundle; at least one
   */
  public constructor(source: string, problems: BundleProblem[]) {
    super(printableMessage(problemsMessage(source, problems)));
    Object.defineProperty(this, 'name', { value: 'BundleError', configurable: true, writable: true });
    this.#source = source;
    this.#problems = problems;
  }

  /** Kind of the first problem. */
  public get code(): BundleErrorCode {
    return this.#problems[0]!.code;
  }

  /** File of the first problem. */
  public get file(): string | undefined {
    return this.#problems[0]!.file;
  }

  /** Line of the first problem, starting at 1. */
  public get line(): number | undefined {
    return this.#problems[0]!.line;
  }

  /** Column of the first problem, starting at 1. */
  public get column(): number | undefined {
    return this.#problems[0]!.column;
  }

  /** Source of the bundle, as the caller specified it. */
  public get source(): string {
    return this.#source;
  }

  /** All problems; never empty. */
  public get problems(): BundleProblem[] {
    return [...this.#problems];
  }
}

/** A problem of a bundle, with the file that it is in, if any. */
export interface LocatedProblem {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Returns the message of an error with problems: one line, or one for each problem. */
export function problemsMessage(source: string, problems: readonly LocatedProblem[]): string {
  const lines = problems.map((problem) => problemLine(`${locationOf(problem)}${problem.message}`));
  return lines.length === 1
    ? `${source}: ${lines[0]}`
    : `${source}: ${lines.length} problems\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function locationOf(problem: LocatedProblem): string {
  const location = [problem.file, problem.line, problem.column].filter((part) => part !== undefined);
  return location.length === 0 ? '' : `${location.join(':')}: `;
}

/** Maximum number of problems listed; more would hide the first ones. */
const MAX_PROBLEMS = 50;

/** Collects the problems of a bundle, so that its author sees all of them together. */
export class Problems {
  readonly #list: BundleProblem[] = [];
  readonly #accepted: BundleProblem[] = [];

  /** @param accept problems to accept */
  public constructor(private readonly accept: readonly BundleErrorCode[] = []) {}

  /** Problems that are errors, in order. */
  public get list(): BundleProblem[] {
    return abridged(this.#list);
  }

  /** Accepted problems, in order. */
  public get accepted(): BundleProblem[] {
    return abridged(this.#accepted);
  }

  /** Whether another problem would be listed; otherwise its position need not be computed. */
  public get listsMore(): boolean {
    return Math.max(this.#list.length, this.#accepted.length) < MAX_PROBLEMS;
  }

  /** Whether a file has a problem that is an error. */
  public isBroken(file: string): boolean {
    return this.#list.some((problem) => problem.file === file);
  }

  /** Adds a problem, and returns whether it is accepted. */
  public add(code: BundleErrorCode, message: string, file?: string, position?: SourcePosition): boolean {
    const isAccepted = this.accept.includes(code);
    (isAccepted ? this.#accepted : this.#list).push({ code, message, ...defined({ file }), ...position });
    return isAccepted;
  }
}

function abridged(problems: BundleProblem[]): BundleProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) {
    return problems;
  }
  return [...problems.slice(0, MAX_PROBLEMS), { code: BundleErrorCode.LIMIT, message: `and ${more} more problems, which are not listed` }];
}
