import type { ResolutionReason } from '../model/resolution-reason';

/** Part of a possible solution: a bundle or a Subscription. */
export interface Variable {
  /** Unique identifier. */
  readonly id: string;

  /** Constraints on the variable, in OLM's order. Of several with the same meaning, OLM reports the last one. */
  readonly constraints: readonly Constraint[];
}

/** A constraint on a variable. */
export type Constraint = MandatoryConstraint | ProhibitedConstraint | DependencyConstraint | ConflictConstraint | AtMostOneConstraint;

interface Explained {
  /** Returns the constraint as a reason. Only called if there is no solution. */
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

/** A solution with the variable also contains one of the candidates. */
export interface DependencyConstraint extends Explained {
  readonly kind: 'dependency';
  /** Identifiers, the preferred one first. */
  readonly candidates: readonly string[];
}

/** No solution contains both the variable and another one. */
export interface ConflictConstraint extends Explained {
  readonly kind: 'conflict';
  readonly other: string;
}

/** No solution contains two of the members. A member that is listed twice is in no solution. The variable itself does not matter. */
export interface AtMostOneConstraint extends Explained {
  readonly kind: 'at-most-one';
  readonly members: readonly string[];
}
