import { PodSecurityLevel, type PodSecurityLevels } from './pod-security';
import { hasFeature } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

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
