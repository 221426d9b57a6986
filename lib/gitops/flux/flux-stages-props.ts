import { Chart, Duration } from 'cdk8s';
import { FluxDeletionPolicy, FluxDependency } from './flux-kustomization-props';
import { IFluxSource } from './flux-source';

/** Properties of `FluxStages`. */
export interface FluxStagesProps {
  /** Source that contains the folders of the stages. */
  readonly source: IFluxSource;

  /**
   * Charts whose objects are put into stages.
   *
   * @default - all charts of the cluster except the one that contains this construct
   */
  readonly charts?: Chart[];

  /**
   * Folder of the tree in the source, such as `deploy`, if the tree is not written to the root of the repository.
   *
   * @default - the source's root folder
   */
  readonly root?: string;

  /**
   * Folder of the stages in the tree.
   *
   * @default - `stages` and the path of the cluster, such as `stages/prod-1`; without a `Cluster`, `stages`
   */
  readonly folder?: string;

  /**
   * Prefix of the names of the Kustomizations, before the name of the stage.
   *
   * @default - the path of the cluster with dashes, such as `prod-1`; without a `Cluster`, `platform`
   */
  readonly name?: string;

  /**
   * Namespace of the Kustomizations.
   *
   * @default 'flux-system'
   */
  readonly namespace?: string;

  /**
   * Interval at which Flux reconciles the stages, in whole seconds.
   *
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * Interval at which Flux retries a failed stage, in whole seconds.
   *
   * @default Duration.minutes(1)
   */
  readonly retryInterval?: Duration;

  /**
   * Timeout for Flux to wait for a stage, in whole seconds. For a pinned version, it includes the time until the InstallPlan is approved.
   *
   * @default Duration.minutes(10)
   */
  readonly timeout?: Duration;

  /**
   * Whether Flux deletes CRDs that are no longer in the source, or whose Kustomization is deleted, with all objects of their kinds.
   *
   * @default false
   */
  readonly pruneCrds?: boolean;

  /**
   * Whether Flux deletes objects of OLM that are no longer in the source, or whose Kustomization is deleted. OLM has to be deleted last: without its
   * controllers, ClusterServiceVersions keep their finalizers, so that deletion of their namespaces never completes. Flux deletes Kustomizations in
   * no particular order, so set it only before you delete them one after another, starting with the last stage.
   *
   * @default false
   */
  readonly pruneOlm?: boolean;

  /**
   * What Flux does with the objects of a stage whose Kustomization is deleted. `pruneCrds` and `pruneOlm` take precedence.
   *
   * @default FluxDeletionPolicy.WAIT_FOR_TERMINATION
   */
  readonly deletionPolicy?: FluxDeletionPolicy;

  /**
   * Name of the ServiceAccount with whose rights Flux applies the stages.
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
   * Kustomizations that have to be ready before the first stage.
   *
   * @default - none
   */
  readonly dependsOn?: FluxDependency[];
}
