/** Where a right holds. */
export enum RbacScope {
  /** In the whole cluster. */
  CLUSTER = 'cluster',

  /** In the namespaces that the operator watches, which in the install mode AllNamespaces are all of them. */
  WATCHED_NAMESPACES = 'watched-namespaces',

  /** In the namespace that the operator is installed in. */
  OWN_NAMESPACE = 'own-namespace',
}

/** How much somebody could do to a cluster who takes over what holds a right. */
export enum RiskSeverity {
  /** Take over the cluster, or read what everybody in it keeps secret. */
  HIGH = 'high',

  /** Harm what others run in the cluster. */
  MEDIUM = 'medium',

  /** Little, or only in few namespaces. */
  LOW = 'low',
}

/** What makes a right worth a second look. The set is closed: a program may switch over it. */
export enum RbacRiskKind {
  /** Every verb on every resource. */
  EVERYTHING = 'everything',

  /** Every verb. */
  WILDCARD_VERBS = 'wildcard-verbs',

  /** Every resource of a group. */
  WILDCARD_RESOURCES = 'wildcard-resources',

  /** Resources of every group. */
  WILDCARD_GROUPS = 'wildcard-groups',

  /** The verb `escalate` on roles. */
  ESCALATE = 'escalate',

  /** The verb `bind` on roles. */
  BIND = 'bind',

  /** The verb `impersonate` on users, groups or service accounts. */
  IMPERSONATE = 'impersonate',

  /** Writing roles and their bindings. */
  RBAC_WRITES = 'rbac-writes',

  /** Making tokens of service accounts. */
  SERVICE_ACCOUNT_TOKENS = 'service-account-tokens',

  /** Reading Secrets that are not named. */
  SECRETS_READ = 'secrets-read',

  /** Running programs in pods. */
  PODS_EXEC = 'pods-exec',

  /** The API of the kubelets. */
  NODES_PROXY = 'nodes-proxy',

  /** Writing CustomResourceDefinitions. */
  CRD_WRITES = 'crd-writes',

  /** Writing what admits or changes requests to the API server. */
  WEBHOOK_WRITES = 'webhook-writes',

  /** Writing APIServices. */
  API_SERVICE_WRITES = 'api-service-writes',

  /** Approving requests for certificates. */
  CERTIFICATE_APPROVAL = 'certificate-approval',
}

/** Why a right is worth a second look. */
export interface RbacRisk {
  /** What it is about. */
  readonly kind: RbacRiskKind;

  /** How grave it is, where it holds. */
  readonly severity: RiskSeverity;

  /** What the right lets its holder do, in a sentence without a subject. */
  readonly reason: string;
}

/** A right that a bundle asks for, as rbac.authorization.k8s.io/v1 has it, with where it holds and who gets it. */
export interface BundleRbacRule {
  /** Where it holds. */
  readonly scope: RbacScope;

  /** Where it stands: `permissions` or `clusterPermissions` of the ClusterServiceVersion, or an object such as `ClusterRole demo-reader`. */
  readonly source: string;

  /** Who gets it, such as `ServiceAccount demo`. Empty for a role that nothing in the bundle binds. */
  readonly holders: string[];

  /** The roles of the cluster whose holders get it too, such as `view`, because the role is labelled so. */
  readonly aggregatedTo: string[];

  /** What may be done, such as `get`; `*` is everything. */
  readonly verbs: string[];

  /** The API groups; the empty text is the core group. */
  readonly apiGroups: string[];

  /** The resources, in plural. */
  readonly resources: string[];

  /** The names the rule is limited to; empty for all of them. */
  readonly resourceNames: string[];

  /** Paths that belong to no resource, such as `/metrics`. */
  readonly nonResourceUrls: string[];

  /** What makes it worth a second look; empty where nothing does. */
  readonly risks: RbacRisk[];
}

/** A risk of the rights of one holder, whichever rules they stand in. */
export interface BundleRbacConcern extends RbacRisk {
  /** Where the rights hold. */
  readonly scope: RbacScope;

  /** Who has them, such as `ServiceAccount demo`, or the role where nothing in the bundle binds it. */
  readonly holder: string;
}

/** Rights of one holder that one bundle has and the other has not. */
export interface BundleRbacGrant {
  /** Where they hold. */
  readonly scope: RbacScope;

  /** Who has them, such as `ServiceAccount demo`, or the role where nothing in the bundle binds it. */
  readonly holder: string;

  /** What may be done. */
  readonly verbs: string[];

  /** The API groups; the empty text is the core group. */
  readonly apiGroups: string[];

  /** The resources, in plural. */
  readonly resources: string[];

  /** The names the rights are limited to; empty for all of them. */
  readonly resourceNames: string[];

  /** Paths that belong to no resource. */
  readonly nonResourceUrls: string[];
}
