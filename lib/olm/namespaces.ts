import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import type { OlmVersion } from './olm-version';
import { hasFeature } from './release-features';

type PodSecurityLevel = 'baseline' | 'restricted';

/**
 * The Namespaces of a release: OLM's own, the one for cluster-wide operators, and the global catalogs' when it is a third.
 *
 * One Namespace that plays several parts enforces the level of the most permissive of them, or the pods of that part
 * would be refused. Upstream makes no third Namespace; without it the default catalog could not be applied.
 *
 * Releases before Pod Security levels were invented say nothing about them.
 */
export function namespaceManifests(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const names = new Set([settings.namespace, settings.operatorNamespace, settings.catalogNamespace]);
  return [...names].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, ...podSecurity(settings.version, name === settings.operatorNamespace ? 'baseline' : 'restricted') },
  }));
}

/** Audits and warnings are about the restricted level in every Namespace, as upstream has it. */
function podSecurity(version: OlmVersion, enforced: PodSecurityLevel): { labels?: { [key: string]: string } } {
  if (!hasFeature(version, 'podSecurity')) {
    return {};
  }
  const reported = hasFeature(version, 'podSecurityAudit')
    ? { ...podSecurityLabels('audit', 'restricted'), ...podSecurityLabels('warn', 'restricted') }
    : {};
  return { labels: { ...podSecurityLabels('enforce', enforced), ...reported } };
}

function podSecurityLabels(mode: 'audit' | 'enforce' | 'warn', level: PodSecurityLevel): { [key: string]: string } {
  return {
    [`pod-security.kubernetes.io/${mode}`]: level,
    [`pod-security.kubernetes.io/${mode}-version`]: 'latest',
  };
}
