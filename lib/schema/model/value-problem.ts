import type { ObjectProblem } from './object-problem';

/** A problem of a value, and whether the API server does not evaluate rules because of it. */
export interface ValueProblem extends ObjectProblem {
  readonly blocksRules: boolean;
}

/** Returns a problem that the API server evaluates rules in spite of. */
export function problem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: false };
}

/** Returns a problem because of which the API server evaluates no rules: a missing value, a wrong type, an unsupported value, or a large one. */
export function blockingProblem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: true };
}
