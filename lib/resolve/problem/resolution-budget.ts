import { RequirementUndecided, ResolutionUndecided } from '../model/resolution-error';
import { CelBudget, CelLimitError } from '../../formats/cel/cel-budget';
import { quoted } from '../../text/phrases';
import type { ResolutionLimitValues } from '../model/resolution-limits';

/** What is left of the limits of a resolution. */
export class ResolutionBudget {
  readonly #cel: CelBudget;
  #steps: number;

  public constructor(private readonly limits: ResolutionLimitValues) {
    this.#cel = new CelBudget(limits);
    this.#steps = limits.maxSolverSteps;
  }

  /**
   * Evaluates the expression of a constraint.
   *
   * @throws RequirementUndecided if it is not evaluated within the limits. OLM has none
   */
  public evaluate(rule: string, evaluation: (budget: CelBudget) => boolean): boolean {
    try {
      return evaluation(this.#cel);
    } catch (error) {
      throw error instanceof CelLimitError ? new RequirementUndecided(`the expression ${quoted(rule)} of a constraint is not evaluated: ${error.message}`) : error;
    }
  }

  /**
   * Spends steps of the search for a solution.
   *
   * @throws ResolutionUndecided if there were too many
   */
  public readonly spend = (steps: number): void => {
    this.#steps -= steps;
    if (this.#steps < 0) {
      throw new ResolutionUndecided(`the search takes more than ${this.limits.maxSolverSteps} steps (limit maxSolverSteps)`);
    }
  };
}
