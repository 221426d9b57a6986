/** How the pipeline of the community repositories builds the upgrade edges of an operator: `updateGraph` in its `ci.yaml`. */
export enum UpdateGraph {
  /** Each bundle names its predecessors in `spec.replaces`, `spec.skips` and the annotation `olm.skipRange`. */
  REPLACES_MODE = 'replaces-mode',

  /** Each bundle replaces the next older one of its channel, as with `ChannelPlan.inOrder`. */
  SEMVER_MODE = 'semver-mode',
}
