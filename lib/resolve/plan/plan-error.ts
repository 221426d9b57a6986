import type { LockProblem } from '../lock/lock-error';

/** Thrown when an upgrade plan cannot be used, with all problems: one line each, such as `olm.plan.json:12: … `. */
export class PlanError extends Error {
  // Private, so that Node.js does not print the problems again below the message of an uncaught error.
  readonly #problems: readonly LockProblem[];

  /**
   * @param file path of the plan, for the message
   * @param problems at least one
   */
  public constructor(file: string, problems: readonly LockProblem[]) {
    super(problems.map(({ line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`).join('\n'));
    Object.defineProperty(this, 'name', { value: 'PlanError', configurable: true, writable: true });
    this.#problems = problems;
  }

  /** All problems; at least one. */
  public get problems(): LockProblem[] {
    return [...this.#problems];
  }
}
