import { printableMessage } from '../../text/printable';

/** Limits of evaluating expressions, in units of cost as the API server counts them: about one for each step, and for ten characters of a string. */
export interface CelLimits {
  /** Maximum cost of one evaluation. */
  readonly maxCelCost: number;

  /** Maximum cost of all evaluations together. */
  readonly maxTotalCelCost: number;
}

/**
 * Limits of the API server: for each rule, and for all rules of an object.
 *
 * @see https://github.com/kubernetes/apiserver/blob/master/pkg/apis/cel/config.go
 */
export const API_SERVER_CEL_LIMITS: CelLimits = { maxCelCost: 1_000_000, maxTotalCelCost: 10_000_000 };

/** An expression is not evaluated within its limits: its value is unknown. */
export class CelLimitError extends Error {
  public constructor(message: string) {
    super(printableMessage(message));
    this.name = 'CelLimitError';
  }
}

/** Cost of an error, which operators and macros may ignore. cel-go does not count it. */
const ERROR_COST = 50;

/** What is left of the limits of several evaluations. */
export class CelBudget {
  #total: number;
  /** What is left for the evaluation that runs. */
  #left = 0;
  #lastError: unknown;
  /** Never thrown outside: the language lets `||`, `&&` and macros ignore errors, so that it does not end an evaluation. */
  readonly #exceeded = new Error('limit exceeded');

  public constructor(private readonly limits: CelLimits) {
    this.#total = limits.maxTotalCelCost;
  }

  /**
   * Runs an evaluation.
   *
   * @throws CelLimitError if it costs too much, or needs a larger call stack or longer strings than JavaScript has
   */
  public evaluate<Result>(evaluation: () => Result): Result {
    const { maxCelCost, maxTotalCelCost } = this.limits;
    const available = Math.min(maxCelCost, this.#total);
    this.#left = available;
    const { value, error } = outcomeOf(evaluation);
    this.#total -= available - Math.max(0, this.#left);
    if (this.#left < 0) {
      throw new CelLimitError(available === maxCelCost ? `it costs more than ${maxCelCost} (limit maxCelCost)`
        : `all evaluations together cost more than ${maxTotalCelCost} (limit maxTotalCelCost)`);
    }
    if (error !== undefined) {
      throw error instanceof RangeError ? new CelLimitError('it needs a larger call stack or longer strings than JavaScript has') : error;
    }
    return value!;
  }

  /** Cost that the evaluation that runs may still have. */
  public get left(): number {
    return this.#left;
  }

  /** Spends the cost of an error, once: creating it takes as long as many steps. */
  public spendError(error: unknown): void {
    if (error !== this.#lastError) {
      this.#lastError = error;
      this.spend(ERROR_COST);
    }
  }

  /** Spends the cost of a step. Once the limit is exceeded, each further step throws. */
  public spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) {
      throw this.#exceeded;
    }
  }
}

interface Outcome<Result> {
  readonly value?: Result;
  readonly error?: Error;
}

function outcomeOf<Result>(evaluation: () => Result): Outcome<Result> {
  try {
    return { value: evaluation() };
  } catch (error) {
    return { error: error as Error };
  }
}
