/**
 * How much documentation the fields of OLM's CRDs carry, for `kubectl explain` and editors.
 *
 * Fields of embedded Kubernetes types (pod templates and the like) never carry any: with it the largest CRD would not
 * fit into the annotation that a client-side `kubectl apply` writes.
 */
export enum CrdDescriptions {
  /** Every field of OLM's own has a description. */
  FULL = 'full',

  /** No field has a description: the smallest CRDs. */
  NONE = 'none',
}
