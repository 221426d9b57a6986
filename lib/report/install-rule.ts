/** A rule of rbac.authorization.k8s.io/v1 that an installer needs for a bundle, and its purpose. */
export interface InstallRule {
  /** What the installer does with the rights, such as `create the Deployments of the CSV`. */
  readonly purpose: string;

  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in the plural. */
  readonly resources: string[];

  /** Names that the rule is limited to, or an empty list for all names. */
  readonly resourceNames: string[];

  /** Paths that are not resources, such as `/metrics`. */
  readonly nonResourceUrls: string[];
}

/** Rules that an installer needs in one namespace. */
export interface NamespaceInstallRules {
  /** The namespace. */
  readonly namespace: string;

  /** Rules in the namespace; at least one. */
  readonly rules: InstallRule[];
}

/** Rules that an installer needs for a bundle, by the scope in which it needs them. */
export interface InstallRules {
  /** Rules in the namespace of the operator. */
  readonly rules: InstallRule[];

  /** Rules in the whole cluster, or an empty list if the installer needs none. */
  readonly clusterRules: InstallRule[];

  /** Rules in the namespace `kube-system`, which are only needed with OLM v0, for operators with webhooks or API services. */
  readonly kubeSystemRules: InstallRule[];

  /** Rules in other namespaces that the operator watches, sorted by namespace. Always an empty list for OLM v0, which uses its own rights there. */
  readonly namespaceRules: NamespaceInstallRules[];
}
