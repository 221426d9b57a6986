import { ConstraintClauses } from './constraint-clauses';
import { minimalCore } from './minimal-core';
import type { Literal } from './literal';
import { SatSolver } from './sat-solver';
import type { Constraint, Variable } from './variable';

/** Result of solving a problem. */
export interface Solution {
  /** Identifiers of the chosen variables, or undefined if there is no solution. */
  readonly chosen: ReadonlySet<string> | undefined;

  /** Constraints that cannot be satisfied together, none of which is superfluous, or an empty list if there is a solution. */
  readonly conflicts: readonly Constraint[];
}

/**
 * Returns the solution that OLM's solver prefers.
 *
 * OLM first assumes the mandatory variables, in their order, and then, for each dependency of what it assumed, the first candidate with which a
 * solution is still possible; dependencies are processed in the order in which their variables were assumed. A dependency that an assumption already
 * satisfies is skipped. Nothing else is part of the solution, since the assumptions then satisfy all constraints.
 *
 * @param variables with different identifiers, and dependencies only on each other
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/solver/search.go
 */
export function preferredSolution(variables: readonly Variable[]): Solution {
  const solver = new SatSolver();
  const clauses = new ConstraintClauses(solver, variables);
  if (!solver.solve(clauses.guards)) {
    return { chosen: undefined, conflicts: minimalCore(solver, clauses) };
  }
  const assumed = new Set<Literal>();
  const assumptions = [...clauses.guards];
  const choices = variables
    .filter(({ constraints }) => constraints.some(({ kind }) => kind === 'mandatory'))
    .map(({ id }) => [clauses.literal(id)]);
  // Grows during iteration, because chosen variables have dependencies themselves.
  for (const candidates of choices) {
    if (!candidates.some((candidate) => assumed.has(candidate))) {
      const chosen = candidates.find((candidate) => isPossible(solver, assumptions, candidate))!;
      assumed.add(chosen);
      assumptions.push(chosen);
      choices.push(...dependenciesOf(clauses.variable(chosen), clauses));
    }
  }
  return { chosen: new Set([...assumed].map((literal) => clauses.variable(literal).id)), conflicts: [] };
}

/** Whether there is a solution with a candidate. Often it is part of the solution that was found last. */
function isPossible(solver: SatSolver, assumptions: readonly Literal[], candidate: Literal): boolean {
  return solver.isTrue(candidate) || solver.solve([...assumptions, candidate]);
}

function dependenciesOf({ constraints }: Variable, clauses: ConstraintClauses): Literal[][] {
  return constraints
    .filter((constraint) => constraint.kind === 'dependency' && constraint.candidates.length > 0)
    .map((constraint) => (constraint.kind === 'dependency' ? constraint.candidates.map((id) => clauses.literal(id)) : []));
}
