/**
 * Approval strategy for InstallPlans.
 *
 * A Subscription with manual approval makes every InstallPlan of its namespace wait, those of other Subscriptions included: use a separate
 * namespace for each operator, or the same approval for all of them.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/subscription/
 */
export enum InstallPlanApproval {
  /** OLM installs, and upgrades to the head of the channel as soon as there is a new one. */
  AUTOMATIC = 'Automatic',
  /** An InstallPlan waits until its `spec.approved` is set. */
  MANUAL = 'Manual',
}
