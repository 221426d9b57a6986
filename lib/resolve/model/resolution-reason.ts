/** Why a resolution fails: the reason of the condition `ResolutionFailed` of the Subscriptions of a namespace, unless it is not known. */
export enum ResolutionFailureReason {
  /** The requirements of Subscriptions, bundles and installed operators contradict each other. */
  CONSTRAINTS_NOT_SATISFIABLE = 'ConstraintsNotSatisfiable',

  /** OLM stopped before it searched: a channel is not a single chain of replacements, or a property of a bundle cannot be parsed. */
  ERROR_PREVENTED_RESOLUTION = 'ErrorPreventedResolution',

  /** Not a reason of OLM: what OLM does was not decided within the limits of the resolution. */
  NOT_DECIDED = 'NotDecided',
}

/** One of the reasons for which a resolution is impossible: together they contradict each other, and without any one of them they do not. */
export interface ResolutionReason {
  /** The reason in OLM's words, as in the condition `ResolutionFailed`. */
  readonly message: string;

  /** The reason in plain words. */
  readonly explanation: string;

  /**
   * Subscription that it comes from.
   *
   * @default - it comes from no Subscription
   */
  readonly subscription?: string;

  /**
   * ClusterServiceVersion of the bundle that it comes from.
   *
   * @default - it comes from no bundle, or from several
   */
  readonly csv?: string;

  /**
   * What the bundle requires of another operator, such as `providing an API with group: example.com, version: v1, kind: Cache`.
   *
   * @default - the reason is not a requirement of a bundle
   */
  readonly requirement?: string;

  /**
   * Remedy.
   *
   * @default - none: resolve one of the other reasons
   */
  readonly remedy?: string;
}
