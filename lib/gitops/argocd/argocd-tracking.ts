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
