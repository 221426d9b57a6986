/** A suite of rules. Those of upstream have the names of its validators. */
export enum ValidationSuite {
  /** Folders, annotations and dependencies: what `opm alpha bundle validate` and operator-sdk ask first. */
  FORMAT = 'format',

  /** Each file of manifests/, and what belongs together: what `opm alpha bundle validate` asks next. Reports errors only. */
  CONTENT = 'content',

  /** ClusterServiceVersion, CustomResourceDefinitions and bundle: the default validators of operator-sdk. */
  DEFAULT = 'default',

  /** What OperatorHub.io asks. */
  OPERATORHUB_V2 = 'operatorhubv2',

  /** What OperatorHub.io asks, with capabilities and categories; upstream recommends the three suites that it was split into. */
  OPERATORHUB = 'operatorhub',

  /** The annotation `capabilities`. */
  STANDARD_CAPABILITIES = 'standardcapabilities',

  /** The annotation `categories`. */
  STANDARD_CATEGORIES = 'standardcategories',

  /** What upstream recommends: requests of resources, channel names, descriptions, permissions. */
  GOOD_PRACTICES = 'good-practices',

  /** APIs that Kubernetes no longer serves. */
  ALPHA_DEPRECATED_APIS = 'alpha-deprecated-apis',

  /** Architectures and operating systems, as far as the bundle itself tells. */
  MULTIARCH = 'multiarch',

  /** Disruption budgets, priority classes, and permissions on them. */
  OBJECT = 'object',

  /** OperatorGroups. */
  OPERATOR_GROUP = 'operatorgroup',

  /** Package manifests, the format before bundles. */
  PACKAGE_MANIFEST = 'packagemanifest',

  /** What OpenShift's community catalog asks; upstream keeps it in a tool of its own now. */
  COMMUNITY = 'community',

  /** What upstream's tools miss, and what stops an installation later. */
  OLM_CONSTRUCTS = 'olm-constructs',
}
