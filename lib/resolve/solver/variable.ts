import type { ResolutionReason } from '../model/resolution-reason';

/** Something that can be part of a solution: a bundle, or a Subscription. */
export interface Variable {
  /** Identifier, which no other variable has. */
  readonly id: string;

  /** Constraints on it, in OLM's order: of several that mean the same, OLM reports the last one. */
  readonly constraints: readonly Constraint[];
}

/** A constraint on a variable. */
export type Constraint = MandatoryConstraint | ProhibitedConstraint | DependencyConstraint | ConflictConstraint | AtMostOneConstraint;

interface Explained {
  /** Returns the constraint as a reason; called only if there is no solution. */
  readonly reason: () => ResolutionReason;
}

/** Every solution contains the variable. */
export interface MandatoryConstraint extends Explained {
  readonly kind: 'mandatory';
}

/** No solution contains the variable. */
export interface ProhibitedConstraint extends Explained {
  readonly kind: 'prohibited';
}

/** A solution with the variable contains one of the candidates as well. */
export interface DependencyConstraint extends Explained {
  readonly kind: 'dependency';
  /** Identifiers, the preferred first. */
  readonly candidates: readonly string[];
}

/** No solution contains both the variable and another one. */
export interface ConflictConstraint extends Explained {
  readonly kind: 'conflict';
  readonly other: string;
}

/** No solution contains two of the members; one that is listed twice is in no solution. The variable itself does not matter. */
export interface AtMostOneConstraint extends Explained {
  readonly kind: 'at-most-one';
  readonly members: readonly string[];
}
