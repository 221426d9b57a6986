/** An InstallPlan that OLM makes on the way from one lock to another: what it upgrades in a namespace at the same time. */
export interface PlannedInstallPlan {
  /** Namespace of the InstallPlan. */
  readonly namespace: string;

  /** ClusterServiceVersions that it installs, sorted. */
  readonly csvs: string[];
}
