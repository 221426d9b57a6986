import * as fc from 'fast-check';
import { type Literal, not, SatSolver } from '../../../lib/resolve/solver/sat-solver';

const VARIABLES = 7;

const LITERAL = fc.nat(2 * VARIABLES - 1);
const CLAUSES = fc.array(fc.uniqueArray(LITERAL, { minLength: 2, maxLength: 3, selector: (literal) => literal >> 1 }), { maxLength: 24 });
const GROUP = fc.record({ guard: LITERAL, members: fc.uniqueArray(LITERAL, { minLength: 2, maxLength: 4, selector: (literal) => literal >> 1 }) })
  .map(({ guard, members }) => ({ guard, members: members.filter((member) => member >> 1 !== guard >> 1) }));
const GROUPS = fc.array(GROUP, { maxLength: 4 });
const ASSUMPTIONS = fc.uniqueArray(LITERAL, { maxLength: 5, selector: (literal) => literal >> 1 });

interface Problem {
  readonly clauses: readonly (readonly Literal[])[];
  readonly groups: readonly { readonly guard: Literal; readonly members: readonly Literal[] }[];
}

const PROBLEM: fc.Arbitrary<Problem> = fc.record({ clauses: CLAUSES, groups: GROUPS });

function solverOf({ clauses, groups }: Problem): SatSolver {
  const solver = new SatSolver();
  Array.from({ length: VARIABLES }, () => solver.newVariable());
  clauses.forEach((clause) => solver.addClause(clause));
  groups.forEach(({ guard, members }) => solver.addAtMostOne(guard, members));
  return solver;
}

function holds({ clauses, groups }: Problem, isTrue: (literal: Literal) => boolean): boolean {
  return clauses.every((clause) => clause.some(isTrue)) && groups.every(({ guard, members }) => !isTrue(guard) || members.filter(isTrue).length <= 1);
}

/** Tries every assignment. */
function isSatisfiable(problem: Problem, assumptions: readonly Literal[]): boolean {
  return Array.from({ length: 2 ** VARIABLES }, (_, bits) => (literal: Literal) => ((bits >> (literal >> 1)) & 1) === 1 - (literal & 1))
    .some((isTrue) => assumptions.every(isTrue) && holds(problem, isTrue));
}

describe('the solver', () => {
  it('finds no solution in any call if the clauses contradict each other', () => {
    const solver = new SatSolver();
    const [a, b] = [solver.newVariable(), solver.newVariable()];
    for (const clause of [[a, b], [a, not(b)], [not(a), b], [not(a), not(b)]]) {
      solver.addClause(clause);
    }

    expect([[a], [], [b]].map((assumptions) => solver.solve(assumptions))).toEqual([false, false, false]);
  });

  it('finds a solution if there is one, call after call', () => {
    fc.assert(fc.property(PROBLEM, fc.array(ASSUMPTIONS, { minLength: 1, maxLength: 5 }), (problem, calls) => {
      const solver = solverOf(problem);
      for (const assumptions of calls) {
        const found = solver.solve(assumptions);

        expect(found).toBe(isSatisfiable(problem, assumptions));
        if (found) {
          expect([...assumptions].every((literal) => solver.isTrue(literal))).toBe(true);
          expect(holds(problem, (literal) => solver.isTrue(literal))).toBe(true);
        }
      }
    }), { numRuns: 500 });
  });

  it('names assumptions that cannot be true together', () => {
    fc.assert(fc.property(PROBLEM, ASSUMPTIONS, (problem, assumptions) => {
      const solver = solverOf(problem);
      if (!solver.solve(assumptions)) {
        const failed = [...solver.failedAssumptions];

        expect(assumptions).toEqual(expect.arrayContaining(failed));
        expect(isSatisfiable(problem, failed)).toBe(false);
      }
    }), { numRuns: 500 });
  });

  it('assigns every variable once', () => {
    fc.assert(fc.property(PROBLEM, (problem) => {
      const solver = solverOf(problem);
      if (solver.solve([])) {
        const variables = Array.from({ length: VARIABLES }, (_, variable) => 2 * variable);

        expect(variables.every((variable) => solver.isTrue(variable) !== solver.isTrue(not(variable)))).toBe(true);
      }
    }));
  });
});
