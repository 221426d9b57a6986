import type { CompleteReleaseSettings } from '../settings/complete-settings';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { OLM_GROUP } from '../model/olm-names';

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
