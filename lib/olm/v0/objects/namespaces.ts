import { OLM_GROUP } from '../../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { namespaceLevels, POD_SECURITY_MODES } from '../settings/pod-security';

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

/** Name of the OperatorGroup for operators that watch all namespaces. */
export const GLOBAL_OPERATOR_GROUP = 'global-operators';

/**
 * Returns the OperatorGroups of a release: one for all namespaces, for operators that watch all of them, and one for OLM's own namespace, for
 * packageserver.
 *
 * OLM installs nothing in a namespace with two OperatorGroups. If both namespaces are the same, only the first one is created: packageserver
 * supports that one, and operators that watch all namespaces need it.
 */
export function operatorGroups(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const { namespace, operatorNamespace } = settings;
  const allNamespaces = operatorGroup(GLOBAL_OPERATOR_GROUP, operatorNamespace);
  const ownNamespace = { ...operatorGroup('olm-operators', namespace), spec: { targetNamespaces: [namespace] } };
  return namespace === operatorNamespace ? [allNamespaces] : [allNamespaces, ownNamespace];
}

function operatorGroup(name: string, namespace: string): KubernetesManifest {
  return { apiVersion: `${OLM_GROUP}/v1`, kind: 'OperatorGroup', metadata: { name, namespace } };
}
