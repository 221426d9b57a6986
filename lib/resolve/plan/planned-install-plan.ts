/** An InstallPlan that OLM creates on the way from one lock to another, with the operators of a namespace that it upgrades at the same time. */
export interface PlannedInstallPlan {
  /** Namespace of the InstallPlan. */
  readonly namespace: string;

  /** ClusterServiceVersions that it installs, sorted. */
  readonly csvs: string[];
}
