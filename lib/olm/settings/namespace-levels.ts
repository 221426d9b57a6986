import { PodSecurityLevel, type PodSecurityLevels } from './pod-security';
import { hasFeature } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

/** What a namespace does about pods that are not up to a level. */
export type PodSecurityMode = 'enforce' | 'audit' | 'warn';

/** A level, as a release of Kubernetes defines it. */
export interface VersionedLevel {
  readonly level: PodSecurityLevel;
  readonly version: string;
}

/** The levels of one namespace; those of which nothing is said are left out. */
export type NamespaceLevels = { readonly [Mode in PodSecurityMode]?: VersionedLevel };

/** The modes, in the order of their labels. */
export const POD_SECURITY_MODES: readonly PodSecurityMode[] = ['enforce', 'audit', 'warn'];

const FROM_PERMISSIVE_TO_STRICT = [PodSecurityLevel.PRIVILEGED, PodSecurityLevel.BASELINE, PodSecurityLevel.RESTRICTED];

/**
 * The Pod Security levels of a namespace, of each mode the most permissive one among those of the parts that it plays, or
 * the pods of that part would be refused.
 */
export function namespaceLevels(settings: CompleteReleaseSettings, name: string): NamespaceLevels {
  const { namespace, operatorNamespace, catalogNamespace, podSecurity } = settings;
  const parts = [
    ...(name === namespace || name === catalogNamespace ? [{ given: podSecurity.namespace, usual: PodSecurityLevel.RESTRICTED }] : []),
    ...(name === operatorNamespace ? [{ given: podSecurity.operatorNamespace, usual: PodSecurityLevel.BASELINE }] : []),
  ];
  const entries = POD_SECURITY_MODES.flatMap((mode) => {
    const levels = parts.flatMap(({ given, usual }) => levelOf(settings, mode, given, usual));
    const chosen = FROM_PERMISSIVE_TO_STRICT.flatMap((level) => levels.filter((candidate) => candidate.level === level))[0];
    return chosen === undefined ? [] : [[mode, chosen] as const];
  });
  return Object.fromEntries(entries);
}

/** Audits and warnings are about the restricted level in every namespace, as upstream has it. */
function levelOf(
  { version }: CompleteReleaseSettings,
  mode: PodSecurityMode,
  given: PodSecurityLevels | undefined,
  enforced: PodSecurityLevel,
): VersionedLevel[] {
  const usual = mode === 'enforce'
    ? { feature: 'podSecurity', level: enforced } as const
    : { feature: 'podSecurityAudit', level: PodSecurityLevel.RESTRICTED } as const;
  const level = given?.[mode] ?? (hasFeature(version, usual.feature) ? usual.level : undefined);
  return level === undefined ? [] : [{ level, version: given?.version ?? 'latest' }];
}
