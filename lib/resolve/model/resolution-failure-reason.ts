/** Reason of the condition `ResolutionFailed` that OLM sets on the Subscriptions of a namespace. */
export enum ResolutionFailureReason {
  /** The requirements of Subscriptions, bundles and installed operators contradict each other. */
  CONSTRAINTS_NOT_SATISFIABLE = 'ConstraintsNotSatisfiable',

  /** OLM stopped before it searched: a channel is not a single chain of replacements, or a property of a bundle cannot be parsed. */
  ERROR_PREVENTED_RESOLUTION = 'ErrorPreventedResolution',
}
