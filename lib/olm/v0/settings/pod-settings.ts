import type { Duration } from 'cdk8s';
import { Affinity } from './affinity';

/** Settings of the pods of olm-operator, catalog-operator or packageserver. */
export interface ControllerSettings {
  /**
   * Number of pods, 0 or more. olm-operator and catalog-operator have no leader election: a second pod of either concurrently
   * repeats the work of the first one.
   *
   * @default - 1 for olm-operator and catalog-operator, 2 for packageserver
   */
  readonly replicas?: number;

  /**
   * Resource requests and limits of the container. They replace those of the release.
   *
   * @default - requests of 10m CPU and 160Mi (olm-operator), 80Mi (catalog-operator) or 50Mi (packageserver) of memory; no limits
   */
  readonly resources?: ContainerResources;

  /**
   * Node labels that the pods require, in addition to `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Tolerations of the pods.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Affinity of the pods. Their label `app` has the name of the program as its value, such as `olm-operator`.
   *
   * @default - none
   */
  readonly affinity?: Affinity;

  /**
   * Priority class of the pods, such as Kubernetes' own `system-cluster-critical`.
   *
   * @default - the default of the cluster
   */
  readonly priorityClassName?: string;

  /**
   * Annotations of the pods. Annotations of a container also belong here and name the container, which has the name of the program:
   * `container.apparmor.security.beta.kubernetes.io/olm-operator`.
   *
   * @default - none
   */
  readonly podAnnotations?: { [key: string]: string };

  /**
   * Arguments of the program, after all others. The last value of a repeated argument takes effect.
   *
   * @default - none
   */
  readonly extraArguments?: string[];
}

/** Settings of olm-operator, which installs ClusterServiceVersions. */
export interface OlmOperatorSettings extends ControllerSettings {
  /**
   * Feature gates by name (`--feature-gates`). Every release so far has `OperatorLifecycleManagerV1`, which cannot be turned off, and
   * Kubernetes' own `AllAlpha` and `AllBeta`. The other programs have no feature gates.
   *
   * @default - those of the release
   */
  readonly featureGates?: { [gate: string]: boolean };
}

/** Settings of packageserver, which serves PackageManifests. olm-operator creates its Deployment from a ClusterServiceVersion. */
export interface PackageserverSettings extends ControllerSettings {
  /**
   * Interval at which packageserver reads all catalogs (`--interval`), in whole seconds. From 0.26.0 on,
   * `OlmConfigSettings.packageServerSyncInterval` takes precedence.
   *
   * @default - the default of the program: 5 minutes, 12 hours from 0.26.0 on
   */
  readonly interval?: Duration;
}

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
