/**
 * Who lets an InstallPlan run.
 *
 * One Subscription with manual approval makes every InstallPlan of its namespace wait, those of its neighbours
 * too: keep one operator to a namespace, or use the same approval for all of them.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/subscription/
 */
export enum Approval {
  /** OLM installs, and upgrades to the head of the channel as soon as there is one. */
  AUTOMATIC = 'Automatic',
  /** An InstallPlan waits until somebody sets its `spec.approved`. */
  MANUAL = 'Manual',
}
