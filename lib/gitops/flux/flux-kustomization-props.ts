import { Duration } from 'cdk8s';
import { FluxObjectProps } from './flux-object';
import { IFluxSource } from './flux-source';

/** What Flux does with the objects of a Kustomization that is deleted. */
export enum FluxDeletionPolicy {
  /** Deletes them if `prune` is true, which is Flux' default. */
  MIRROR_PRUNE = 'MirrorPrune',

  /** Deletes them. */
  DELETE = 'Delete',

  /** Deletes them, and keeps the Kustomization until they are gone. */
  WAIT_FOR_TERMINATION = 'WaitForTermination',

  /** Keeps them. */
  ORPHAN = 'Orphan',
}

/** A Kustomization that has to be ready first. */
export interface FluxDependency {
  /** Name of the Kustomization. */
  readonly name: string;

  /**
   * Namespace of the Kustomization.
   *
   * @default - the namespace of the one that depends on it
   */
  readonly namespace?: string;
}

/** An object that Flux waits for. Something else may create it, such as OLM for a ClusterServiceVersion. */
export interface FluxHealthCheck {
  /** API of the object, such as `operators.coreos.com/v1alpha1`. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Name of the object. */
  readonly name: string;

  /**
   * Namespace of the object.
   *
   * @default - none: it is cluster-scoped
   */
  readonly namespace?: string;
}

/**
 * Health check of a kind in the Common Expression Language. Flux evaluates `inProgress`, `failed` and `current`, in this order, and the first that is
 * true decides; if none is, or a field does not exist, Flux waits.
 */
export interface FluxHealthCheckExpression {
  /** API of the kind. Flux compares only the group. */
  readonly apiVersion: string;

  /** Kind of the objects. */
  readonly kind: string;

  /** Whether the object is ready. */
  readonly current: string;

  /**
   * Whether the object failed.
   *
   * @default - the object never fails
   */
  readonly failed?: string;

  /**
   * Whether the object is in progress.
   *
   * @default - if it is neither failed nor current
   */
  readonly inProgress?: string;
}

/** Properties of a `FluxKustomization`. */
export interface FluxKustomizationProps extends FluxObjectProps {
  /** Source of the manifests. */
  readonly source: IFluxSource;

  /**
   * Folder of the manifests in the source, such as `./clusters/prod-1`.
   *
   * @default - the source's root folder
   */
  readonly path?: string;

  /**
   * Whether Flux deletes what is no longer in the source.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * What Flux does with the objects when the Kustomization is deleted.
   *
   * @default - that of Flux: FluxDeletionPolicy.MIRROR_PRUNE
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Whether Flux waits for all objects. Flux ignores `healthChecks` then, so set one of the two.
   *
   * @default false
   */
  readonly wait?: boolean;

  /**
   * Objects for Flux to wait for.
   *
   * @default - none
   */
  readonly healthChecks?: FluxHealthCheck[];

  /**
   * Health checks for kinds that Flux does not know, such as `FluxHealthChecks.all()`.
   *
   * @default - none: Flux considers an object without known conditions ready
   */
  readonly healthCheckExprs?: FluxHealthCheckExpression[];

  /**
   * Kustomizations that have to be ready first.
   *
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];

  /**
   * Timeout for Flux to wait, in whole seconds. An operator may need minutes to start.
   *
   * @default - the interval
   */
  readonly timeout?: Duration;

  /**
   * Interval at which Flux retries a failed reconciliation, in whole seconds.
   *
   * @default - the interval
   */
  readonly retryInterval?: Duration;

  /**
   * Name of the ServiceAccount with whose rights Flux applies the manifests.
   *
   * @default - that of Flux
   */
  readonly serviceAccountName?: string;

  /**
   * Name of the Secret with the kubeconfig of another cluster.
   *
   * @default - the cluster that Flux runs in
   */
  readonly kubeConfigSecretName?: string;

  /**
   * Whether Flux deletes and recreates objects if a field cannot be changed. For CRDs, this deletes all objects of their kinds.
   *
   * @default false
   */
  readonly force?: boolean;
}
