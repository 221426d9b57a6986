import { repeated } from '../../text/group-by';
import { type Literal, not, type SatSolver } from './sat-solver';
import type { Constraint, Variable } from './variable';

/** Variables and their constraints as literals and clauses. Each constraint has a guard, and only applies if the guard is assumed. */
export class ConstraintClauses {
  /** Guards of the constraints. */
  public readonly guards: Literal[] = [];

  readonly #literals = new Map<string, Literal>();
  readonly #ids = new Map<Literal, Variable>();
  readonly #byMeaning = new Map<string, Literal>();
  readonly #constraints = new Map<Literal, Constraint>();

  public constructor(private readonly solver: SatSolver, variables: readonly Variable[]) {
    for (const variable of variables) {
      const literal = solver.newVariable();
      this.#literals.set(variable.id, literal);
      this.#ids.set(literal, variable);
    }
    variables.forEach(({ id, constraints }) => constraints.forEach((constraint) => this.#add(this.literal(id), constraint)));
  }

  /** Returns the literal of a variable. */
  public literal(id: string): Literal {
    return this.#literals.get(id)!;
  }

  /** Returns the variable of a literal. */
  public variable(literal: Literal): Variable {
    return this.#ids.get(literal)!;
  }

  /** Returns the constraint of a guard. If several constraints have the same meaning, it is the last one. */
  public constraint(guard: Literal): Constraint {
    return this.#constraints.get(guard)!;
  }

  #add(subject: Literal, constraint: Constraint): void {
    switch (constraint.kind) {
      case 'mandatory': return this.#addClause([subject], constraint);
      case 'prohibited': return this.#addClause([not(subject)], constraint);
      case 'conflict': return this.#addClause([not(subject), not(this.literal(constraint.other))], constraint);
      case 'dependency': return this.#addClause([not(subject), ...constraint.candidates.map((id) => this.literal(id))], constraint);
      case 'at-most-one': return this.#addAtMostOne(constraint.members.map((id) => this.literal(id)), constraint);
    }
  }

  #addClause(literals: readonly Literal[], constraint: Constraint): void {
    const all = new Set(literals);
    const different = [...all];
    if (different.some((literal) => all.has(not(literal)))) {
      return;
    }
    const guard = this.#guard(different.length === 2 ? [...different].sort((left, right) => left - right) : different, constraint);
    if (guard !== undefined) {
      this.solver.addClause([...different, not(guard)]);
    }
  }

  #addAtMostOne(members: readonly Literal[], constraint: Constraint): void {
    if (members.length === 2 && members[0] !== members[1]) {
      return this.#addClause(members.map(not), constraint);
    }
    const guard = this.#guard([-1, ...members], constraint);
    if (guard !== undefined) {
      this.solver.addAtMostOne(guard, [...new Set(members)]);
      new Set(repeated(members).map(({ value }) => value)).forEach((member) => this.solver.addClause([not(member), not(guard)]));
    }
  }

  /**
   * Returns the guard of a new constraint, or undefined if there is already one with the same meaning, which the new one then replaces in messages.
   */
  #guard(meaning: readonly number[], constraint: Constraint): Literal | undefined {
    const key = meaning.join(' ');
    const known = this.#byMeaning.get(key);
    const guard = known ?? this.solver.newVariable();
    this.#constraints.set(guard, constraint);
    if (known !== undefined) {
      return undefined;
    }
    this.#byMeaning.set(key, guard);
    this.guards.push(guard);
    return guard;
  }
}
