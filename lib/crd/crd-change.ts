/** What can change in a CustomResourceDefinition. The set is closed: a program may switch over it. */
export enum CrdRule {
  /** Objects move from namespaces to the cluster, or back. */
  SCOPE = 'scope',

  /** Another way of converting objects between versions. */
  CONVERSION = 'conversion',

  /** A version in which objects may be stored is gone. */
  STORED_VERSION_REMOVED = 'stored-version-removed',

  /** A version in which no objects are stored is gone. */
  VERSION_REMOVED = 'version-removed',

  /** A version is there still, but is no longer served. */
  VERSION_NOT_SERVED = 'version-not-served',

  /** There is a new version. */
  VERSION_ADDED = 'version-added',

  /** A field, or one alternative of `anyOf` and its like, is gone with all below it. */
  FIELD_REMOVED = 'field-removed',

  /** There is a new field, or a new alternative of `anyOf` and its like. */
  FIELD_ADDED = 'field-added',

  /** Fields must be given that could be left out. */
  REQUIRED_ADDED = 'required-added',

  /** Fields can be left out that had to be given. */
  REQUIRED_REMOVED = 'required-removed',

  /** A field has another type. */
  TYPE = 'type',

  /** A default is added, changed or removed. */
  DEFAULT = 'default',

  /** A field is limited to some values, and was not. */
  ENUM_ADDED = 'enum-added',

  /** A field is no longer limited to some values. */
  ENUM_REMOVED = 'enum-removed',

  /** Values of a field are no longer allowed. */
  ENUM_VALUES_REMOVED = 'enum-values-removed',

  /** Further values of a field are allowed. */
  ENUM_VALUES_ADDED = 'enum-values-added',

  /** There is a minimum or maximum that there was not. */
  LIMIT_ADDED = 'limit-added',

  /** A minimum is higher, or a maximum lower. */
  LIMIT_TIGHTENED = 'limit-tightened',

  /** A minimum is lower, or a maximum higher. */
  LIMIT_RELAXED = 'limit-relaxed',

  /** There is no minimum or maximum any more. */
  LIMIT_REMOVED = 'limit-removed',

  /** A pattern is added, changed or removed. */
  PATTERN = 'pattern',

  /** Whether a field can be null. */
  NULLABLE = 'nullable',

  /** The alternatives of `oneOf`. */
  ONE_OF = 'one-of',

  /** Something, be it a description, inside of a keyword that holds a schema: `additionalProperties`, `allOf`, `anyOf` or `not`. */
  INNER_SCHEMA = 'inner-schema',

  /** A keyword without a rule of its own, such as `format` or `x-kubernetes-validations`. */
  OTHER_KEYWORD = 'other-keyword',
}

/**
 * What the check of OLM v1 before an upgrade says to a change.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export enum CrdVerdict {
  /** A rule forbids it: the upgrade stops. */
  REFUSED = 'refused',

  /** No rule knows it, so it is taken for unsafe: the upgrade stops. */
  UNHANDLED = 'unhandled',

  /** The upgrade goes on. */
  ALLOWED = 'allowed',
}

/** One thing that changes in a CustomResourceDefinition. */
export interface CrdChange {
  /** What kind of change it is. */
  readonly rule: CrdRule;

  /** What the check of OLM v1 says to it. */
  readonly verdict: CrdVerdict;

  /** What changes, as a sentence without the place. */
  readonly message: string;

  /**
   * The version whose schema changes.
   *
   * @default - the change is not in one version
   */
  readonly version?: string;

  /**
   * Another served version, from which objects of this one are converted by changing `apiVersion` alone: the change is what sets the two
   * apart, and did not do so before.
   *
   * @default - the change is from the old schema of the version to its new one
   */
  readonly servedBeside?: string;

  /**
   * The field in that schema, such as `spec.list[].name`; `.*` stands for any key of a map, `(anyOf[0])` for an alternative. Empty for the
   * whole object.
   *
   * @default - the change is outside of the schemas
   */
  readonly path?: string;

  /**
   * The keyword of the schema, such as `maxLength`.
   *
   * @default - the change is not in one keyword
   */
  readonly keyword?: string;

  /**
   * What was there, as compact JSON.
   *
   * @default - nothing was, or it is a whole field
   */
  readonly before?: string;

  /**
   * What is there now, as compact JSON.
   *
   * @default - nothing is, or it is a whole field
   */
  readonly after?: string;
}
