/** How much a finding weighs. */
export enum FindingSeverity {
  /** The bundle is wrong: tools of OLM refuse it, or it cannot be installed. */
  ERROR = 'error',

  /** The bundle works, but not as well as it could, or not everywhere. */
  WARNING = 'warning',
}
