import { countedOptions } from '../../bundle/files/read-options';

/** Limits of a resolution. OLM has none of them: a namespace that exceeds them is not decided here, and may keep OLM busy forever. */
export interface ResolutionLimits {
  /**
   * Maximum cost of evaluating the expression of an `olm.constraint` for one bundle: about one for each step, as the API server counts it.
   *
   * @default 1000000
   */
  readonly maxCelCost?: number;

  /**
   * Maximum cost of evaluating the expressions of all constraints for all bundles.
   *
   * @default 20000000
   */
  readonly maxTotalCelCost?: number;

  /**
   * Maximum number of steps of the search for a solution: candidates, assignments, and the literals that are visited for each of them.
   *
   * @default 100000000
   */
  readonly maxSolverSteps?: number;
}

/** The limits with defaults filled in. @internal */
export type ResolutionLimitValues = Required<ResolutionLimits>;

const DEFAULTS: ResolutionLimitValues = { maxCelCost: 1_000_000, maxTotalCelCost: 20_000_000, maxSolverSteps: 100_000_000 };

/**
 * Fills in the defaults.
 *
 * @throws Error if a limit is not a positive integer
 * @internal
 */
export function resolutionLimits(limits: ResolutionLimits = {}): ResolutionLimitValues {
  return countedOptions(DEFAULTS, limits);
}
