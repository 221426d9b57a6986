import type { ConstraintClauses } from './constraint-clauses';
import type { Literal } from './literal';
import type { SatSolver } from './sat-solver';
import type { Constraint } from './variable';

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
