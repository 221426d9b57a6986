/**
 * What the pods of a namespace may do, from everything to what is proven practice.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export enum PodSecurityLevel {
  /** Everything. */
  PRIVILEGED = 'privileged',

  /** Nothing by which a pod is known to get power over its node. */
  BASELINE = 'baseline',

  /** Only what a pod needs that runs as an ordinary user, without further rights. */
  RESTRICTED = 'restricted',
}

/** What a namespace does about pods that are not up to a level. */
export interface PodSecurityLevels {
  /**
   * The level that pods must be up to. Others are refused.
   *
   * @default - restricted for OLM and its catalogs, baseline for operators; none before OLM 0.22.0
   */
  readonly enforce?: PodSecurityLevel;

  /**
   * The level below which pods are noted in the audit log of the API server.
   *
   * @default - restricted; none before OLM 0.23.1
   */
  readonly audit?: PodSecurityLevel;

  /**
   * The level below which whoever makes a pod is warned.
   *
   * @default - restricted; none before OLM 0.23.1
   */
  readonly warn?: PodSecurityLevel;

  /**
   * The release of Kubernetes whose definition of the levels holds, for example `v1.31`.
   *
   * @default latest
   */
  readonly version?: string;
}

/**
 * The Pod Security levels of the namespaces that an installation makes. A namespace that plays several parts has the most
 * permissive level of them, or the pods of that part would be refused.
 */
export interface PodSecuritySettings {
  /**
   * The levels of OLM's own namespace, and of the global catalogs' where that is another one.
   *
   * @default - those of the release
   */
  readonly namespace?: PodSecurityLevels;

  /**
   * The levels of the namespace for operators that watch the whole cluster.
   *
   * @default - those of the release
   */
  readonly operatorNamespace?: PodSecurityLevels;
}
