/** Severity of a finding. */
export enum FindingSeverity {
  /** A bundle is invalid: OLM's tools refuse it, or it cannot be installed. An app does not work, or a policy forbids something in it. */
  ERROR = 'error',

  /** A bundle or an app works, but not as well as possible, or not everywhere. */
  WARNING = 'warning',
}
