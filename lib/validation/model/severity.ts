/** Severity of a finding. */
export enum FindingSeverity {
  /** A bundle is invalid: OLM's tools reject it, or it cannot be installed. Or an app does not work, or violates a policy. */
  ERROR = 'error',

  /** A bundle or an app works, but not optimally, or not everywhere. */
  WARNING = 'warning',
}
