/**
 * Fields in which an object may differ from git.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/
 */
export interface ArgoCdIgnoredDifference {
  /**
   * API group of the objects.
   *
   * @default - the core group
   */
  readonly group?: string;

  /** Kind of the objects, or `*`. */
  readonly kind: string;

  /**
   * Name of the object.
   *
   * @default - all objects of the kind
   */
  readonly name?: string;

  /**
   * Namespace of the objects.
   *
   * @default - all namespaces
   */
  readonly namespace?: string;

  /**
   * JSON pointers of the fields (RFC 6901), such as `/spec/replicas`.
   *
   * @default - none
   */
  readonly jsonPointers?: string[];

  /**
   * Paths of the fields as jq expressions.
   *
   * @default - none
   */
  readonly jqPathExpressions?: string[];

  /**
   * Field managers whose fields are ignored.
   *
   * @default - none
   */
  readonly managedFieldsManagers?: string[];
}
