/**
 * Resource requests and limits of a container, as Kubernetes quantities such as `10m` or `64Mi`.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
 */
export interface ContainerResources {
  /**
   * Resources that the scheduler reserves, by name.
   *
   * @default - none
   */
  readonly requests?: { [resource: string]: string };

  /**
   * Resources that the container must not exceed, by name.
   *
   * @default - no limits
   */
  readonly limits?: { [resource: string]: string };
}

/**
 * Operator that compares a toleration with a taint.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#concepts
 */
export enum TolerationOperator {
  /** Key and value are equal. */
  EQUAL = 'Equal',

  /** The key is equal, with any value. Without a key, every taint matches. */
  EXISTS = 'Exists',
}

/**
 * Effect of a taint on pods that do not tolerate it.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#concepts
 */
export enum TaintEffect {
  /** New pods are not scheduled on the node. */
  NO_SCHEDULE = 'NoSchedule',

  /** New pods are scheduled on other nodes if possible. */
  PREFER_NO_SCHEDULE = 'PreferNoSchedule',

  /** Running pods are evicted, and new ones are not scheduled. */
  NO_EXECUTE = 'NoExecute',
}

/**
 * A taint that pods tolerate.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export interface Toleration {
  /**
   * Key of the taint.
   *
   * @default - every key, with the operator `EXISTS`
   */
  readonly key?: string;

  /**
   * Operator that compares key and value.
   *
   * @default TolerationOperator.EQUAL
   */
  readonly operator?: TolerationOperator;

  /**
   * Value of the taint, with the operator `EQUAL`.
   *
   * @default - the empty string
   */
  readonly value?: string;

  /**
   * Effect of the taint.
   *
   * @default - every effect
   */
  readonly effect?: TaintEffect;

  /**
   * Seconds that a pod stays on a node after a taint with the effect `NO_EXECUTE` is added.
   *
   * @default - unlimited
   */
  readonly tolerationSeconds?: number;
}
