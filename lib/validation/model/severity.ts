/** Severity of a finding. */
export enum FindingSeverity {
  /** The bundle is invalid: OLM's tools refuse it, or it cannot be installed. */
  ERROR = 'error',

  /** The bundle works, but not as well as possible, or not everywhere. */
  WARNING = 'warning',
}
