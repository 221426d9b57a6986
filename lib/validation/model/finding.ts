/** Severity of a finding. */
export enum FindingSeverity {
  /** A bundle is invalid: OLM's tools reject it, or it cannot be installed. Or an app does not work, or violates a policy. */
  ERROR = 'error',

  /** A bundle or an app works, but not optimally, or not everywhere. */
  WARNING = 'warning',
}

/** A finding of a rule in a bundle. */
export interface ValidationFinding {
  /** ID of the rule, such as `csv-name`. IDs stay the same from release to release. */
  readonly ruleId: string;

  /** Suite of the rule: a value of `ValidationSuite`, or `custom` for the user's own rules. */
  readonly suite: string;

  /** Severity, after applying the user's settings. */
  readonly severity: FindingSeverity;

  /**
   * Path of the file inside the bundle, with `/`.
   *
   * @default - the finding is about the bundle as a whole
   */
  readonly file?: string;

  /**
   * Line in the file, from 1.
   *
   * @default - the finding has no position
   */
  readonly line?: number;

  /**
   * Column in the line, from 1.
   *
   * @default - the finding has no position
   */
  readonly column?: number;

  /**
   * Path of the value in the file, such as `spec.installModes[0].type`.
   *
   * @default - the finding is not about one value
   */
  readonly path?: string;

  /** Problem, with the value found. */
  readonly message: string;

  /** Remedy, in the imperative. */
  readonly remedy: string;

  /** Source of the rule: a link or a name. */
  readonly source: string;

  /**
   * Page of the rule in the documentation of the library.
   *
   * @default - the rule is the user's own
   */
  readonly link?: string;
}

/** A silenced finding. */
export interface SilencedFinding {
  /** The silenced finding. */
  readonly finding: ValidationFinding;

  /** Reason given by the user. */
  readonly reason: string;
}

/** A rule as reports describe it. */
export interface RuleDescription {
  /** ID of the rule, such as `csv-name`. */
  readonly id: string;

  /** Suite of the rule: a value of `ValidationSuite`, or `custom` for the user's own rules. */
  readonly suite: string;

  /** Severity of its findings, before settings. */
  readonly severity: FindingSeverity;

  /** Requirement of the rule, in one sentence. */
  readonly summary: string;

  /** Remedy for a breach, in the imperative. */
  readonly remedy: string;

  /** Source of the rule: a link or a name. */
  readonly source: string;

  /**
   * Page of the rule in the documentation of the library.
   *
   * @default - the rule is the user's own
   */
  readonly link?: string;
}
