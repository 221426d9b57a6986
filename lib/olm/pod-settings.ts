/**
 * What a container asks of a node and how much it may use, in Kubernetes quantities (`10m`, `64Mi`).
 *
 * @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
 */
export interface ContainerResources {
  /**
   * What the scheduler sets aside, by resource name.
   *
   * @default - nothing
   */
  readonly requests?: { [resource: string]: string };

  /**
   * What the container may not exceed, by resource name.
   *
   * @default - no limit
   */
  readonly limits?: { [resource: string]: string };
}

/**
 * A taint that pods accept.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export interface Toleration {
  /**
   * The key of the taint.
   *
   * @default - every key, with the operator `Exists`
   */
  readonly key?: string;

  /**
   * How key and value are compared: `Equal` or `Exists`.
   *
   * @default Equal
   */
  readonly operator?: string;

  /**
   * The value of the taint, with the operator `Equal`.
   *
   * @default - empty
   */
  readonly value?: string;

  /**
   * The effect of the taint: `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
   *
   * @default - every effect
   */
  readonly effect?: string;

  /**
   * How long a pod stays on a node after a `NoExecute` taint came, in seconds.
   *
   * @default - for ever
   */
  readonly tolerationSeconds?: number;
}
