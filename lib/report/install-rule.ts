/** A rule of rbac.authorization.k8s.io/v1 that OLM needs to install a bundle, and what it needs it for. */
export interface InstallRule {
  /** What OLM does with the rights, such as `create the Deployments of the CSV`. */
  readonly purpose: string;

  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in the plural. */
  readonly resources: string[];

  /** Names that the rule is limited to; empty for all names. */
  readonly resourceNames: string[];

  /** Paths that belong to no resource, such as `/metrics`. */
  readonly nonResourceUrls: string[];
}

/** Rules that OLM needs to install a bundle, by the place in which it needs them. */
export interface InstallRules {
  /** Rules in the namespace of the operator. */
  readonly rules: InstallRule[];

  /** Rules in the whole cluster; empty if OLM needs none. */
  readonly clusterRules: InstallRule[];

  /** Rules in the namespace `kube-system`: for operators with webhooks or API services only. */
  readonly kubeSystemRules: InstallRule[];
}
