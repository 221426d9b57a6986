import { append } from '../../text/lists';
import { ConstraintClauses } from './constraint-clauses';
import { type Literal, SatSolver } from './sat-solver';
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
 * @param spend called with the number of steps before they are done; it may throw to end the search
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/solver/search.go
 */
export function preferredSolution(variables: readonly Variable[], spend: (steps: number) => void = () => undefined): Solution {
  const solver = new SatSolver(spend);
  const clauses = new ConstraintClauses(solver, variables);
  if (!solver.solve(clauses.guards)) {
    return { chosen: undefined, conflicts: minimalCore(solver, clauses) };
  }
  const assumed = new Set<Literal>();
  const assumptions = [...clauses.guards];
  const choices = variables
    .filter(({ constraints }) => constraints.some(({ kind }) => kind === 'mandatory'))
    .map(({ id }) => [clauses.literal(id)]);
  const isOpen = (candidates: readonly Literal[]): boolean => !candidates.some((candidate) => assumed.has(candidate));
  // Number of choices whose first candidates are tried together: twice as many each time that they are possible.
  let together = 1;
  // Grows during iteration, because chosen variables have dependencies themselves.
  for (const [at, candidates] of choices.entries()) {
    if (isOpen(candidates)) {
      const first = candidates[0]!;
      const isFound = solver.isTrue(first);
      const next = isFound || together === 1 ? [] : choices.slice(at, at + together).filter(isOpen).map(([literal]) => literal!);
      // The last solution then has the first candidates of all these choices, so that nothing is searched for each of them.
      const hasSolution = next.length === 0 || solver.solve([...assumptions, ...next]);
      const chosen = candidates.find((candidate) => (hasSolution && solver.isTrue(candidate)) || solver.solve([...assumptions, candidate]))!;
      together = isFound ? together : hasSolution && chosen === first ? 2 * together : 1;
      assumed.add(chosen);
      assumptions.push(chosen);
      append(choices, dependenciesOf(clauses.variable(chosen), clauses));
    }
  }
  return { chosen: new Set([...assumed].map((literal) => clauses.variable(literal).id)), conflicts: [] };
}

function dependenciesOf({ constraints }: Variable, clauses: ConstraintClauses): Literal[][] {
  return constraints
    .filter((constraint) => constraint.kind === 'dependency' && constraint.candidates.length > 0)
    .map((constraint) => (constraint.kind === 'dependency' ? constraint.candidates.map((id) => clauses.literal(id)) : []));
}

/**
 * Returns constraints that cannot be satisfied together, none of which is superfluous. The set is short: excluding any one of its constraints, no
 * shorter set is found.
 *
 * @param solver solver whose last call, with all guards as assumptions, failed
 */
export function minimalCore(solver: SatSolver, clauses: ConstraintClauses): Constraint[] {
  let core = coreOfFailure(solver, clauses.guards);
  for (let shorter: Literal[] | undefined = core; shorter !== undefined;) {
    core = shorter;
    shorter = shorterCore(solver, clauses.guards, core);
  }
  return core.map((guard) => clauses.constraint(guard));
}

/** Returns a shorter core that does not contain one of the guards of a core, or undefined. */
function shorterCore(solver: SatSolver, guards: readonly Literal[], core: readonly Literal[]): Literal[] | undefined {
  for (const excluded of core) {
    if (!solver.solve(guards.filter((guard) => guard !== excluded))) {
      const other = coreOfFailure(solver, guards);
      if (other.length < core.length) {
        return other;
      }
    }
  }
  return undefined;
}

/** Returns the core of the last call, which failed: the shorter of the results of removing superfluous guards from either end. */
function coreOfFailure(solver: SatSolver, guards: readonly Literal[]): Literal[] {
  const failed = new Set(solver.failedAssumptions);
  const all = guards.filter((guard) => failed.has(guard));
  const [forwards, backwards] = [withoutSuperfluous(solver, all), withoutSuperfluous(solver, [...all].reverse())];
  return backwards.length < forwards.length ? backwards : forwards;
}

function withoutSuperfluous(solver: SatSolver, guards: readonly Literal[]): Literal[] {
  let needed = [...guards];
  for (const guard of guards) {
    const others = needed.filter((other) => other !== guard);
    if (others.length < needed.length && !solver.solve(others)) {
      const failed = new Set(solver.failedAssumptions);
      needed = others.filter((other) => failed.has(other));
    }
  }
  return needed;
}
