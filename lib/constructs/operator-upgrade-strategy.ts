/**
 * What OLM does when the installation of a version fails.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/unsafe-fail-forward-upgrades/
 */
export enum OperatorUpgradeStrategy {
  /** A failed version stays until it is repaired or removed. */
  DEFAULT = 'Default',
  /** OLM upgrades a failed version to the next one in the catalog. A technology preview, and unsafe: a failed version may have changed data. */
  TECH_PREVIEW_UNSAFE_FAIL_FORWARD = 'TechPreviewUnsafeFailForward',
}
