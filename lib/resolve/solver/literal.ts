/** A variable of the solver, as the even number `2 * variable`, or its negation, which is one more. */
export type Literal = number;

/** Returns the negation of a literal. */
export function not(literal: Literal): Literal {
  return literal ^ 1;
}
