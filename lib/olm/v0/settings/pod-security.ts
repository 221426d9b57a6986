import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from './complete-settings';

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

/** Mode of Pod Security admission. */
export type PodSecurityMode = 'enforce' | 'audit' | 'warn';

/** A level as a release of Kubernetes defines it. */
export interface VersionedLevel {
  readonly level: PodSecurityLevel;
  readonly version: string;
}

/** Levels of a namespace by mode. */
export type NamespaceLevels = { readonly [Mode in PodSecurityMode]?: VersionedLevel };

/** Modes in the order of their labels. */
export const POD_SECURITY_MODES: readonly PodSecurityMode[] = ['enforce', 'audit', 'warn'];

const FROM_PERMISSIVE_TO_STRICT = [PodSecurityLevel.PRIVILEGED, PodSecurityLevel.BASELINE, PodSecurityLevel.RESTRICTED];

/**
 * Returns the Pod Security levels of a namespace: in each mode the most permissive level of its roles, since a stricter one would reject the
 * pods of a role.
 */
export function namespaceLevels(settings: CompleteReleaseSettings, name: string): NamespaceLevels {
  const { namespace, operatorNamespace, catalogNamespace, podSecurity } = settings;
  const roles = [
    ...(name === namespace || name === catalogNamespace ? [{ given: podSecurity.namespace, enforced: PodSecurityLevel.RESTRICTED }] : []),
    ...(name === operatorNamespace ? [{ given: podSecurity.operatorNamespace, enforced: PodSecurityLevel.BASELINE }] : []),
  ];
  const entries = POD_SECURITY_MODES.flatMap((mode) => {
    const levels = roles.flatMap(({ given, enforced }) => levelOf(settings, mode, given, enforced));
    const chosen = FROM_PERMISSIVE_TO_STRICT.flatMap((level) => levels.filter((candidate) => candidate.level === level))[0];
    return chosen === undefined ? [] : [[mode, chosen] as const];
  });
  return Object.fromEntries(entries);
}

/** By default, audits and warnings use the restricted level in every namespace, as upstream's do. */
function levelOf(
  { version }: CompleteReleaseSettings,
  mode: PodSecurityMode,
  given: PodSecurityLevels | undefined,
  enforced: PodSecurityLevel,
): VersionedLevel[] {
  const byDefault = mode === 'enforce'
    ? { feature: 'podSecurity', level: enforced } as const
    : { feature: 'podSecurityAudit', level: PodSecurityLevel.RESTRICTED } as const;
  const level = given?.[mode] ?? (hasFeature(version, byDefault.feature) ? byDefault.level : undefined);
  return level === undefined ? [] : [{ level, version: given?.version ?? 'latest' }];
}
