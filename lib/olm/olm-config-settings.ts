/**
 * What OLM is told by its one OLMConfig, for the whole cluster.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/configuring-olm/
 */
export interface OlmConfigSettings {
  /**
   * Whether OLM leaves out the copies of ClusterServiceVersions in every namespace that an operator watches. In a cluster
   * of many namespaces they cost much memory; without them, users do not see in their namespace which operators watch it.
   *
   * @default - not said: OLM makes the copies
   */
  readonly disableCopiedCsvs?: boolean;

  /**
   * How long packageserver waits before it reads every catalog again, in hours, minutes and seconds: `1h30m`.
   *
   * @default - not said: packageserver's own, see `PackageserverSettings.interval`
   */
  readonly packageServerSyncInterval?: string;
}
