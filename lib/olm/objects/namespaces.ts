import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import { namespaceLevels, POD_SECURITY_MODES } from './namespace-levels';

/**
 * The Namespaces of a release: OLM's own, the one for cluster-wide operators, and the global catalogs' when it is a third.
 *
 * Upstream makes no third Namespace; without it the default catalog could not be applied. Releases before Pod Security levels
 * were invented say nothing about them.
 */
export function namespaceManifests(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const names = new Set([settings.namespace, settings.operatorNamespace, settings.catalogNamespace]);
  return [...names].map((name) => {
    const labels = podSecurityLabels(settings, name);
    return {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, ...(Object.keys(labels).length > 0 ? { labels } : {}) },
    };
  });
}

function podSecurityLabels(settings: CompleteReleaseSettings, name: string): { [key: string]: string } {
  const levels = namespaceLevels(settings, name);
  return Object.fromEntries(POD_SECURITY_MODES.flatMap((mode) => {
    const label = `pod-security.kubernetes.io/${mode}`;
    const chosen = levels[mode];
    return chosen === undefined ? [] : [[label, chosen.level], [`${label}-version`, chosen.version]];
  }));
}
