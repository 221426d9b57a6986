/** A variable of the solver, as the even number `2 * variable`, or its negation, which is one more. */
export type Literal = number;

/** Returns the negation of a literal. */
export function not(literal: Literal): Literal {
  return literal ^ 1;
}

/** Its first two literals are watched. */
interface Clause extends Array<Literal> {
  /** Index at which the last search for a literal to watch ended, where the next one begins: otherwise, it takes quadratic time. */
  position?: number;
}

/** At most one of the literals is true, if the guard is. */
interface AtMostOne {
  readonly guard: Literal;
  readonly literals: readonly Literal[];
}

/**
 * Decides whether clauses can be satisfied together: conflict-driven clause learning with watched literals.
 *
 * It is incremental: learned clauses are kept, as are the decisions for assumptions with which the next call also begins. Variables are first assumed
 * to be false, beginning with the last one, so that the first literals of a clause are preferred. The result depends only on the order of the calls.
 */
export class SatSolver {
  /** By literal: 1 if true, -1 if false, 0 if open. */
  readonly #values: number[] = [];
  readonly #levels: number[] = [];
  readonly #reasons: (Clause | undefined)[] = [];
  readonly #watches: Clause[][] = [];
  readonly #groups: AtMostOne[][] = [];
  readonly #trail: Literal[] = [];
  /** Length of the trail at the start of each level. */
  readonly #starts: number[] = [];
  #assumed: readonly Literal[] = [];
  #head = 0;
  #highestOpen = -1;
  /** Whether the clauses contradict each other, without any assumption. */
  #isContradiction = false;
  #failed: readonly Literal[] = [];

  /** @param spend called with the number of steps before they are done; it may throw to end the search */
  public constructor(private readonly spend: (steps: number) => void = () => undefined) {}

  /** Returns the positive literal of a new variable. */
  public newVariable(): Literal {
    const literal = this.#values.length;
    this.#values.push(0, 0);
    this.#watches.push([], []);
    this.#groups.push([], []);
    this.#levels.push(0);
    this.#reasons.push(undefined);
    this.#highestOpen = literal >> 1;
    return literal;
  }

  /** Adds a clause of at least two different variables. Must be called before the first `solve`. */
  public addClause(literals: readonly Literal[]): void {
    this.spend(literals.length);
    this.#watch([...literals]);
  }

  /** Requires that at most one of the literals is true if the guard is. Must be called before the first `solve`. */
  public addAtMostOne(guard: Literal, literals: readonly Literal[]): void {
    this.spend(literals.length);
    const group: AtMostOne = { guard, literals };
    [guard, ...literals].forEach((literal) => this.#groups[literal]!.push(group));
  }

  /** Whether all clauses and assumptions can be true together. */
  public solve(assumptions: readonly Literal[]): boolean {
    this.spend(1 + assumptions.length);
    const common = assumptions.findIndex((literal, index) => literal !== this.#assumed[index]);
    this.#backtrack(Math.min(common === -1 ? assumptions.length : common, this.#assumed.length, this.#starts.length));
    this.#assumed = assumptions;
    this.#failed = [];
    while (!this.#isContradiction) {
      const conflict = this.#propagate();
      if (conflict !== undefined) {
        this.#isContradiction = this.#starts.length === 0;
        if (!this.#isContradiction) {
          this.#learn(conflict);
        }
      } else if (this.#starts.length < assumptions.length) {
        const next = assumptions[this.#starts.length]!;
        if (this.#values[next] === -1) {
          this.#failed = this.#assumptionsAgainst(next);
          return false;
        }
        this.#starts.push(this.#trail.length);
        this.#assign(next, undefined);
      } else if (!this.#decide()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a literal is true in the solution that was found last. */
  public isTrue(literal: Literal): boolean {
    return this.#values[literal] === 1;
  }

  /** Assumptions of the last call that cannot be true together; not necessarily the fewest. */
  public get failedAssumptions(): readonly Literal[] {
    return this.#failed;
  }

  #decide(): boolean {
    while (this.#highestOpen >= 0 && this.#values[2 * this.#highestOpen] !== 0) {
      this.#highestOpen--;
    }
    if (this.#highestOpen < 0) {
      return false;
    }
    this.#starts.push(this.#trail.length);
    this.#assign(2 * this.#highestOpen + 1, undefined);
    return true;
  }

  #assign(literal: Literal, reason: Clause | undefined): void {
    if (this.#values[literal] === 0) {
      this.#values[literal] = 1;
      this.#values[not(literal)] = -1;
      this.#levels[literal >> 1] = this.#starts.length;
      this.#reasons[literal >> 1] = reason;
      this.#trail.push(literal);
    }
  }

  #backtrack(level: number): void {
    const start = this.#starts[level];
    if (start === undefined) {
      return;
    }
    for (const literal of this.#trail.splice(start)) {
      this.#values[literal] = 0;
      this.#values[not(literal)] = 0;
      this.#highestOpen = Math.max(this.#highestOpen, literal >> 1);
    }
    this.#starts.length = level;
    this.#head = start;
  }

  /** Propagates all consequences. Returns a clause that is false, if there is one. */
  #propagate(): Clause | undefined {
    while (this.#head < this.#trail.length) {
      const literal = this.#trail[this.#head++]!;
      this.spend(1 + this.#watches[not(literal)]!.length);
      const conflict = this.#propagateGroups(literal) ?? this.#propagateClauses(not(literal));
      if (conflict !== undefined) {
        return conflict;
      }
    }
    return undefined;
  }

  #propagateGroups(literal: Literal): Clause | undefined {
    for (const { guard, literals } of this.#groups[literal]!) {
      this.spend(1 + literals.length);
      if (this.#values[guard] === 1) {
        const chosen = literal === guard ? literals.find((each) => this.#values[each] === 1) : literal;
        for (const other of chosen === undefined ? [] : literals) {
          if (other !== chosen && this.#values[other] !== -1) {
            const reason = [not(other), not(chosen!), not(guard)];
            if (this.#values[other] === 1) {
              return reason;
            }
            this.#assign(not(other), reason);
          }
        }
      }
    }
    return undefined;
  }

  #propagateClauses(falsified: Literal): Clause | undefined {
    const watching = this.#watches[falsified]!;
    let kept = 0;
    let conflict: Clause | undefined;
    for (const clause of watching) {
      if (conflict === undefined && this.#moveWatch(clause, falsified)) {
        continue;
      }
      watching[kept++] = clause;
      if (conflict === undefined && this.#values[clause[0]!] !== 1) {
        if (this.#values[clause[0]!] === -1) {
          conflict = clause;
        } else {
          this.#assign(clause[0]!, clause);
        }
      }
    }
    watching.length = kept;
    return conflict;
  }

  /** Watches another literal of a clause instead of a false one. Returns false if all literals except the first are false, or the first is true. */
  #moveWatch(clause: Clause, falsified: Literal): boolean {
    if (clause[0] === falsified) {
      [clause[0], clause[1]] = [clause[1]!, falsified];
    }
    if (this.#values[clause[0]!] === 1) {
      return false;
    }
    const index = this.#unwatchedIndex(clause);
    if (index !== -1) {
      [clause[1], clause[index]] = [clause[index]!, falsified];
      this.#watches[clause[1]]!.push(clause);
    }
    return index !== -1;
  }

  /** Returns the index of a literal that is not false, beside the first two, or -1. */
  #unwatchedIndex(clause: Clause): number {
    const { length, position: start = 2 } = clause;
    for (let count = 0; count < length - 2; count++) {
      const index = start + count < length ? start + count : start + count - length + 2;
      if (this.#values[clause[index]!] !== -1) {
        this.spend(1 + count);
        clause.position = index;
        return index;
      }
    }
    this.spend(length);
    return -1;
  }

  #watch(clause: Clause): void {
    this.#watches[clause[0]!]!.push(clause);
    this.#watches[clause[1]!]!.push(clause);
  }

  /** Learns a clause from a conflict that excludes its cause, and backtracks to the level at which that clause has consequences. */
  #learn(conflict: Clause): void {
    const [level, seen, learned] = [this.#starts.length, new Set<number>(), [] as Clause];
    let [open, index, uip] = [0, this.#trail.length, 0];
    for (let clause: Clause | undefined = conflict; clause !== undefined;) {
      this.spend(clause.length);
      for (const literal of clause) {
        const variable = literal >> 1;
        if (!seen.has(variable) && this.#levels[variable]! > 0) {
          seen.add(variable);
          if (this.#levels[variable] === level) {
            open++;
          } else {
            learned.push(literal);
          }
        }
      }
      do {
        uip = this.#trail[--index]!;
      } while (!seen.has(uip >> 1) || this.#levels[uip >> 1] !== level);
      clause = --open > 0 ? this.#reasons[uip >> 1]! : undefined;
    }
    // The second literal is the last one that became false, so that the watches are valid after backtracking.
    learned.sort((left, right) => this.#levels[right >> 1]! - this.#levels[left >> 1]!);
    this.#backtrack(learned.length === 0 ? 0 : this.#levels[learned[0]! >> 1]!);
    const clause = [not(uip), ...learned];
    if (learned.length > 0) {
      this.#watch(clause);
    }
    this.#assign(clause[0]!, clause);
  }

  /** Returns the assumptions because of which a literal is false, and the literal itself. */
  #assumptionsAgainst(literal: Literal): Literal[] {
    this.spend(this.#trail.length);
    const failed = [literal];
    const seen = new Set([literal >> 1]);
    for (let index = this.#trail.length - 1; index >= 0; index--) {
      const current = this.#trail[index]!;
      const variable = current >> 1;
      if (seen.has(variable) && this.#levels[variable]! > 0) {
        const reason = this.#reasons[variable];
        if (reason === undefined) {
          failed.push(current);
        } else {
          reason.forEach((each) => seen.add(each >> 1));
        }
      }
    }
    return failed;
  }
}
