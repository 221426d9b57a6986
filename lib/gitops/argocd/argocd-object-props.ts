/** Metadata of an object of Argo CD. */
export interface ArgoCdObjectProps {
  /**
   * Name of the object.
   *
   * @default - generated from the construct path
   */
  readonly name?: string;

  /**
   * Namespace of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
