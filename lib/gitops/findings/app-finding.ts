import type { FindingSeverity } from '../../validation/model/severity';

/** A check of an app, or a rule of a policy, as described in reports. */
export interface AppCheck {
  /** ID, such as `package-twice`. IDs stay the same from release to release. */
  readonly id: string;

  /** Severity of its findings. */
  readonly severity: FindingSeverity;

  /** Requirement, in one sentence. */
  readonly summary: string;

  /** Remedy for a violation, in the imperative. */
  readonly remedy: string;

  /** Source: a link, or the name of the policy. */
  readonly source: string;
}

/** A finding in an app. */
export interface AppFinding {
  /** ID of the check, such as `package-twice`. */
  readonly id: string;

  /** Severity. */
  readonly severity: FindingSeverity;

  /** Paths of the constructs that the finding is about, with the one to change first. The path of the app itself is an empty string. */
  readonly paths: string[];

  /** Problem, with the value found. */
  readonly message: string;

  /** Remedy, in the imperative. */
  readonly remedy: string;

  /** Source: a link, or the name of the policy. */
  readonly source: string;
}

/** A finding that a waiver accepts. */
export interface WaivedFinding {
  /** The finding. */
  readonly finding: AppFinding;

  /** Reason of the waiver. */
  readonly reason: string;
}
