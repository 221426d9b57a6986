/**
 * How Argo CD marks the objects that it manages: `application.resourceTrackingMethod` in the ConfigMap `argocd-cm`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/
 */
export enum ArgoCdTracking {
  /** By an annotation that names the object itself, so that Argo CD does not treat a copy of the object as managed. The default since Argo CD 3.0. */
  ANNOTATION = 'annotation',

  /** By the annotation; the label is for information only. */
  ANNOTATION_AND_LABEL = 'annotation+label',

  /**
   * By a label. OLM copies labels to the objects of operators, which Argo CD then treats as objects that are no longer in git, and deletes, including
   * CRDs with all their objects.
   *
   * @see https://github.com/argoproj/argo-cd/issues/5738
   */
  LABEL = 'label',
}

/** Options of `ArgoCd.prepare`. */
export interface ArgoCdPrepareOptions {
  /**
   * API groups of custom resources that operators of the app provide, such as `keda.sh`. They are needed only for operators whose bundle is
   * unknown, because they come from a catalog that is only referenced.
   *
   * @default - the APIs of all known bundles
   */
  readonly operandGroups?: string[];

  /**
   * Whether Argo CD may delete CRDs: when they are removed from git, or with the Application. With a CRD, Kubernetes deletes all its objects.
   *
   * @default false
   */
  readonly deleteCrds?: boolean;

  /**
   * Whether OLM is kept in the cluster when its Application is deleted. Argo CD cannot delete it in the order that OLM needs: namespaces and
   * operators would stay in deletion forever, and an APIService without a server would keep all namespaces of the cluster from being deleted.
   *
   * @default true
   */
  readonly keepOlm?: boolean;

  /**
   * Whether to add the `Operator` of each Subscription to the app. OLM reports the phase of the operator in it, which Argo CD waits for before it
   * applies custom resources, if it has the health check of `ArgoCdHealthChecks`. Without it, nothing in the app shows whether an operator runs.
   *
   * @default true
   */
  readonly operatorHealth?: boolean;

  /**
   * How Argo CD tracks objects.
   *
   * @default ArgoCdTracking.ANNOTATION
   */
  readonly tracking?: ArgoCdTracking;
}
