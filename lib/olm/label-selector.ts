/**
 * Objects by their labels: what is said here must all be true of them.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
 */
export interface LabelSelector {
  /**
   * Labels that the objects have, with their values.
   *
   * @default - any
   */
  readonly matchLabels?: { [label: string]: string };

  /**
   * What else their labels must be like.
   *
   * @default - anything
   */
  readonly matchExpressions?: SelectorRequirement[];
}

/** What a label or a field must be like. */
export interface SelectorRequirement {
  /** Its name. */
  readonly key: string;

  /** How it is compared with the values: `In`, `NotIn`, `Exists` or `DoesNotExist`; for nodes `Gt` and `Lt` too. */
  readonly operator: string;

  /**
   * The values, for `In`, `NotIn`, `Gt` and `Lt`.
   *
   * @default - none
   */
  readonly values?: string[];
}
