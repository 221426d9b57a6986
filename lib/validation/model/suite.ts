/** A suite of rules. Upstream's suites have the names of its validators. */
export enum ValidationSuite {
  /** Folders, annotations and dependencies: the first checks of `opm alpha bundle validate` and operator-sdk. */
  FORMAT = 'format',

  /** The files of manifests/ and their relations: the second half of `opm alpha bundle validate`. Only reports errors. */
  CONTENT = 'content',

  /** CSV, CRDs and bundle: the default validators of operator-sdk. */
  DEFAULT = 'default',

  /** Requirements of OperatorHub.io. */
  OPERATORHUB_V2 = 'operatorhubv2',

  /** Requirements of OperatorHub.io, with capabilities and categories; deprecated upstream in favor of three separate suites. */
  OPERATORHUB = 'operatorhub',

  /** The annotation `capabilities`. */
  STANDARD_CAPABILITIES = 'standardcapabilities',

  /** The annotation `categories`. */
  STANDARD_CATEGORIES = 'standardcategories',

  /** Upstream's recommendations: resource requests, channel names, descriptions, permissions. */
  GOOD_PRACTICES = 'good-practices',

  /** APIs that Kubernetes no longer serves. */
  ALPHA_DEPRECATED_APIS = 'alpha-deprecated-apis',

  /** Architectures and operating systems, as far as they are listed in the bundle or the option `imagePlatforms`. */
  MULTIARCH = 'multiarch',

  /** Disruption budgets, priority classes, and permissions on them. */
  OBJECT = 'object',

  /** OperatorGroups. */
  OPERATOR_GROUP = 'operatorgroup',

  /** Package manifests, the predecessor of bundles. */
  PACKAGE_MANIFEST = 'packagemanifest',

  /** Requirements of OpenShift's community catalog; now in a separate tool upstream. */
  COMMUNITY = 'community',

  /** What `Bundle`, and catalogs that are rendered from it, refuse: a bundle can be read and rendered if and only if the suite finds no error. */
  LOADING = 'loading',

  /** What OLM v0, or the API server on its behalf, refuses when the bundle is installed: synthesis for OLM v0 refuses it, too. */
  OLM_V0 = 'olm-v0',

  /** What the bundle needs from a cluster besides Kubernetes and OLM, as warnings. No tool of upstream looks at it. */
  CLUSTER = 'cluster',

  /** Problems that upstream's tools miss, and that stop an installation later. */
  OLM_CONSTRUCTS = 'olm-constructs',
}
