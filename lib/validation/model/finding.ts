import type { FindingSeverity } from './severity';

/** Something that a rule found in a bundle. */
export interface ValidationFinding {
  /** The rule, such as `csv-name`. Ids stay the same from release to release. */
  readonly ruleId: string;

  /** The suite that the rule ran in: a value of `ValidationSuite`, or `custom` for a rule of the user's. */
  readonly suite: string;

  /** How much it weighs, settings of the user included. */
  readonly severity: FindingSeverity;

  /**
   * The file inside the bundle, with `/` between folders.
   *
   * @default - the finding is about the bundle as a whole
   */
  readonly file?: string;

  /**
   * The line in the file, from 1.
   *
   * @default - the finding is not about one place
   */
  readonly line?: number;

  /**
   * The column in the line, from 1.
   *
   * @default - the finding is not about one place
   */
  readonly column?: number;

  /**
   * The way to the value in the file, such as `spec.installModes[0].type`.
   *
   * @default - the finding is not about one value
   */
  readonly path?: string;

  /** What is wrong, and what was found. */
  readonly message: string;

  /** What to do about it. */
  readonly remedy: string;

  /** Where the rule comes from: a link, or a name. */
  readonly source: string;
}

/** A finding that the user silenced. */
export interface SilencedFinding {
  /** The finding. */
  readonly finding: ValidationFinding;

  /** Why it was silenced, in the user's words. */
  readonly reason: string;
}

/** A rule, as reports describe it. */
export interface ValidationRule {
  /** The id, such as `csv-name`. */
  readonly id: string;

  /** The suite that it ran in: a value of `ValidationSuite`, or `custom` for a rule of the user's. */
  readonly suite: string;

  /** How much a breach weighs when nothing else is said. */
  readonly severity: FindingSeverity;

  /** What the rule asks, in one sentence. */
  readonly summary: string;

  /** What to do about a breach. */
  readonly remedy: string;

  /** Where the rule comes from: a link, or a name. */
  readonly source: string;
}
