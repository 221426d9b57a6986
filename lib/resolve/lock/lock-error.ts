import type { ValuePath } from '../../formats/json/source-position';
import type { LockProblem } from './lock-problem';
import { printableLines, problemLine } from '../../text/printable';

/** A problem with the path of the value that it concerns. */
export interface PlacedProblem {
  readonly path: ValuePath;
  readonly message: string;
}

/** Thrown when a lock file cannot be read, with all problems: one line each, such as `olm.lock.yaml:12: unknown key 'x' …`. */
export class LockError extends Error {
  // Private, so that Node.js does not print the problems again below the message of an uncaught error.
  readonly #problems: readonly LockProblem[];

  /**
   * @param file path of the file, for the message
   * @param problems at least one
   */
  public constructor(file: string, problems: readonly LockProblem[]) {
    super(printableLines(problems.map(({ line, message }) => problemLine(`${file}${line === undefined ? '' : `:${line}`}: ${message}`))));
    Object.defineProperty(this, 'name', { value: 'LockError', configurable: true, writable: true });
    this.#problems = problems;
  }

  /** All problems; at least one. */
  public get problems(): LockProblem[] {
    return [...this.#problems];
  }
}

/** Thrown when an upgrade plan cannot be used, with all problems: one line each, such as `olm.plan.json:12: … `. */
export class PlanError extends Error {
  // Private, so that Node.js does not print the problems again below the message of an uncaught error.
  readonly #problems: readonly LockProblem[];

  /**
   * @param file path of the plan, for the message
   * @param problems at least one
   */
  public constructor(file: string, problems: readonly LockProblem[]) {
    super(printableLines(problems.map(({ line, message }) => problemLine(`${file}${line === undefined ? '' : `:${line}`}: ${message}`))));
    Object.defineProperty(this, 'name', { value: 'PlanError', configurable: true, writable: true });
    this.#problems = problems;
  }

  /** All problems; at least one. */
  public get problems(): LockProblem[] {
    return [...this.#problems];
  }
}
