import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';

/** The OperatorGroup of operators that watch all namespaces. */
export const GLOBAL_OPERATOR_GROUP = 'global-operators';

/**
 * The OperatorGroups of a release: one over all namespaces where cluster-wide operators go, one over OLM's own
 * namespace for packageserver.
 *
 * OLM installs nothing in a namespace with two OperatorGroups. Where both namespaces are one there is only the first:
 * packageserver supports it, and operators that watch the whole cluster need it.
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
