/**
 * Pod Security level of a namespace, from the most to the least permissive.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export enum PodSecurityLevel {
  /** Unrestricted. */
  PRIVILEGED = 'privileged',

  /** Minimally restrictive: prevents known privilege escalations. */
  BASELINE = 'baseline',

  /** Heavily restricted, following current best practices for hardening pods. */
  RESTRICTED = 'restricted',
}

/**
 * Pod Security levels of a namespace, by mode.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export interface PodSecurityLevels {
  /**
   * Level to enforce: pods that violate it are rejected.
   *
   * @default - restricted for OLM and its catalogs, baseline for operators; none before OLM 0.22.0
   */
  readonly enforce?: PodSecurityLevel;

  /**
   * Level whose violations are recorded in the audit log of the API server.
   *
   * @default - restricted; none before OLM 0.23.1
   */
  readonly audit?: PodSecurityLevel;

  /**
   * Level whose violations return a warning to the client.
   *
   * @default - restricted; none before OLM 0.23.1
   */
  readonly warn?: PodSecurityLevel;

  /**
   * Minor release of Kubernetes that defines the levels, such as `v1.31`.
   *
   * @default latest
   */
  readonly version?: string;
}

/**
 * Pod Security levels of the namespaces of an installation. A namespace with several roles has the most permissive of their levels, so that
 * the pods of each role are admitted.
 */
export interface PodSecuritySettings {
  /**
   * Levels of the namespace of OLM, and of the namespace of global catalogs if that is a different one.
   *
   * @default - those of the release
   */
  readonly namespace?: PodSecurityLevels;

  /**
   * Levels of the namespace for operators that watch all namespaces.
   *
   * @default - those of the release
   */
  readonly operatorNamespace?: PodSecurityLevels;
}
