/** Scope of a right. */
export enum RbacScope {
  /** In the whole cluster. */
  CLUSTER = 'cluster',

  /** In the namespaces that the operator watches, which in the install mode AllNamespaces are all of them. */
  WATCHED_NAMESPACES = 'watched-namespaces',

  /** In the namespace that the operator is installed in. */
  OWN_NAMESPACE = 'own-namespace',

  /** In the namespaces in which the holders have the ClusterRole of Kubernetes that the rule is aggregated into. */
  BOUND_NAMESPACES = 'bound-namespaces',
}

/** Damage that an attacker can cause with a right. */
export enum RiskSeverity {
  /** Take over the cluster, or read everyone's secrets. */
  HIGH = 'high',

  /** Harm other workloads in the cluster. */
  MEDIUM = 'medium',

  /** Little harm, or only in a few namespaces. */
  LOW = 'low',
}

/** Kind of risk. The set is closed: programs may switch over it. */
export enum RbacRiskKind {
  /** Every verb on every resource. */
  EVERYTHING = 'everything',

  /** Every verb. */
  WILDCARD_VERBS = 'wildcard-verbs',

  /** Every resource of a group. */
  WILDCARD_RESOURCES = 'wildcard-resources',

  /** Resources of every group. */
  WILDCARD_GROUPS = 'wildcard-groups',

  /** Non-resource URLs of all paths. */
  WILDCARD_URLS = 'wildcard-urls',

  /** A binding to a role that neither the bundle nor Kubernetes has, or that has the rules of every ClusterRole that its label selectors match. */
  RIGHTS_UNKNOWN = 'rights-unknown',

  /** The verb `escalate` on roles. */
  ESCALATE = 'escalate',

  /** The verb `bind` on roles. */
  BIND = 'bind',

  /** The verb `impersonate` on users, groups or service accounts. */
  IMPERSONATE = 'impersonate',

  /** Writing roles and their bindings. */
  RBAC_WRITES = 'rbac-writes',

  /** Creating tokens of service accounts. */
  SERVICE_ACCOUNT_TOKENS = 'service-account-tokens',

  /** Reading Secrets, not limited by name. */
  SECRETS_READ = 'secrets-read',

  /** Running programs in pods. */
  PODS_EXEC = 'pods-exec',

  /** The API of the kubelets. */
  NODES_PROXY = 'nodes-proxy',

  /** Writing CustomResourceDefinitions. */
  CRD_WRITES = 'crd-writes',

  /** Writing webhook configurations and admission policies. */
  WEBHOOK_WRITES = 'webhook-writes',

  /** Writing APIServices. */
  API_SERVICE_WRITES = 'api-service-writes',

  /** Approving, signing or attesting certificates. */
  CERTIFICATE_APPROVAL = 'certificate-approval',

  /** Writing Secrets. */
  SECRETS_WRITE = 'secrets-write',

  /** Writing pods, and workloads that create them. */
  WORKLOAD_WRITES = 'workload-writes',

  /** Adding ephemeral containers to pods. */
  EPHEMERAL_CONTAINERS = 'ephemeral-containers',

  /** Connections to ports of pods and Services through the API server. */
  POD_CONNECTIONS = 'pod-connections',

  /** Writing PersistentVolumes. */
  PERSISTENT_VOLUME_WRITES = 'persistent-volume-writes',

  /** Changing Namespaces. */
  NAMESPACE_WRITES = 'namespace-writes',

  /** Changing Nodes and their status. */
  NODE_WRITES = 'node-writes',

  /** Writing the configuration of nodes on OpenShift. */
  NODE_CONFIGURATION_WRITES = 'node-configuration-writes',

  /** Installing operators: writing the objects that OLM and RukPak reconcile. */
  OPERATOR_WRITES = 'operator-writes',

  /** Use of SecurityContextConstraints of OpenShift, and writing them. */
  SECURITY_CONTEXT_CONSTRAINTS = 'security-context-constraints',

  /** Writing what directs the traffic of Services and pods. */
  TRAFFIC_WRITES = 'traffic-writes',

  /** Writing ConfigMaps, not limited by name, or those that decide who may log in. */
  CONFIG_MAP_WRITES = 'config-map-writes',

  /** Deleting Events. */
  EVENTS_DELETE = 'events-delete',
}

/** A risk of a right. */
export interface RbacRisk {
  /** Kind of risk. */
  readonly kind: RbacRiskKind;

  /** Severity in its scope. */
  readonly severity: RiskSeverity;

  /** Explanation of the right, as a sentence without a subject, such as `may run programs in any pod there`. */
  readonly reason: string;
}

/** A rule of rbac.authorization.k8s.io/v1 that a bundle requests, with its scope and holders. */
export interface BundleRbacRule {
  /** Scope of the rule. */
  readonly scope: RbacScope;

  /** Source of the rule: `permissions` or `clusterPermissions` of the CSV, or a role of the bundle or of Kubernetes, such as `ClusterRole view`. */
  readonly source: string;

  /**
   * Holders, such as `ServiceAccount demo`, `Group system:authenticated` or `everyone with ClusterRole view`, or an empty list for a role that
   * nothing in the bundle binds. A group that contains the accounts of the operator is followed by these.
   */
  readonly holders: string[];

  /**
   * Bindings in the bundle that grant the rule, such as `ClusterRoleBinding demo`, at most ten; an empty list for a rule of the CSV or without a
   * binding.
   */
  readonly through: string[];

  /** Cluster roles into which the rule is aggregated by labels, such as `view`. */
  readonly aggregatedTo: string[];

  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in the plural. */
  readonly resources: string[];

  /** Resource names that the rule is limited to, or an empty list for all names. */
  readonly resourceNames: string[];

  /** Paths that are not resources, such as `/metrics`. */
  readonly nonResourceUrls: string[];

  /** Risks of the rule, if any. */
  readonly risks: RbacRisk[];
}

/** A binding in a bundle, with what it grants to whom. */
export interface BundleRbacBinding {
  /** The binding, such as `ClusterRoleBinding demo`. */
  readonly binding: string;

  /** Scope in which it grants the role. */
  readonly scope: RbacScope;

  /** The role, such as `ClusterRole cluster-admin`, or an empty string if the binding has no valid `roleRef`. */
  readonly role: string;

  /** Subjects, such as `ServiceAccount demo`, with the namespace before the name if it is not that of the operator. */
  readonly subjects: string[];

  /**
   * Reason why the rights are unknown, or not all of them are known, such as `neither the bundle nor Kubernetes has ClusterRole other`; an empty
   * string if they are known.
   */
  readonly unknown: string;
}

/** A risk of the rights of one holder, across all rules. */
export interface BundleRbacConcern extends RbacRisk {
  /** Scope of the rights. */
  readonly scope: RbacScope;

  /** Holder, such as `ServiceAccount demo`, or the role if nothing in the bundle binds it. */
  readonly holder: string;
}

/** Rights of one holder that only one of two bundles has. */
export interface BundleRbacGrant {
  /** Scope of the rights. */
  readonly scope: RbacScope;

  /** Holder, such as `ServiceAccount demo`, or the role if nothing in the bundle binds it. */
  readonly holder: string;

  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in the plural. */
  readonly resources: string[];

  /** Resource names that the rights are limited to, or an empty list for all names. */
  readonly resourceNames: string[];

  /** Paths that are not resources. */
  readonly nonResourceUrls: string[];

  /** Bindings that grant the rights, such as `ClusterRoleBinding demo`, or an empty list for rights of the CSV or without a binding. */
  readonly through: string[];
}
