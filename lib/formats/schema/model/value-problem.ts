import type { ObjectProblem } from './object-problem';

/** A problem of a value, and whether it keeps the API server from evaluating rules. */
export interface ValueProblem extends ObjectProblem {
  readonly blocksRules: boolean;
}

/** Returns a problem despite which the API server evaluates rules. */
export function problem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: false };
}

/**
 * Returns a problem because of which the API server evaluates no rules: a missing value, a wrong type, an unsupported value, or a value that is too
 * large.
 */
export function blockingProblem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: true };
}
