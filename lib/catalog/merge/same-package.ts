/** Treatment of a package that several of the catalogs to merge have. */
export enum SamePackage {
  /** The merge fails. */
  REFUSE = 'Refuse',

  /**
   * Its channels, their entries, its bundles and its deprecations are merged; icon, description and default channel are those of the first catalog.
   * The merge still fails if two catalogs contradict each other, for example with different bundles of the same name.
   */
  UNION = 'Union',
}
