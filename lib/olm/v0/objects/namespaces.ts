import type { CompleteReleaseSettings } from '../settings/complete-settings';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { namespaceLevels, POD_SECURITY_MODES } from '../settings/namespace-levels';

/**
 * Returns the Namespaces of a release: OLM's own, that for operators that watch all namespaces, and that of global catalogs if it is a
 * third one.
 *
 * Upstream does not create the third, but without it, the default catalog could not be applied. Early releases have no Pod Security labels.
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
