/** What to do where several of the catalogs that are merged have the same package. */
export enum SamePackage {
  /** The merge is refused. */
  REFUSE = 'Refuse',

  /**
   * Its channels, their entries, its bundles and its deprecations are united; icon, description and default channel are those of the first
   * catalog. The merge is still refused where two catalogs contradict each other, such as by different bundles of one name.
   */
  UNION = 'Union',
}
