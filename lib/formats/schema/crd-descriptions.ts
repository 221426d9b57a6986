/**
 * Descriptions in OLM's CRDs, for `kubectl explain` and editors.
 *
 * Embedded Kubernetes types, such as pod templates, never have descriptions: with them the largest CRD would not fit into the annotation that
 * client-side `kubectl apply` writes.
 */
export enum CrdDescriptions {
  /** A description for every field that OLM defines. */
  FULL = 'full',

  /** No descriptions, for the smallest CRDs. */
  NONE = 'none',
}
