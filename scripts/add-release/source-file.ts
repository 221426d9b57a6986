import type { KubernetesManifest } from '../../lib/schema/kubernetes-manifest';

/** Files by kind, or by kind and name if several files create objects of a kind. */
const FILES: { readonly [object: string]: string } = {
  'CatalogSource': 'lib/olm/objects/default-catalog-source.ts',
  'Certificate': 'lib/olm/objects/cert-manager.ts',
  'ClusterRole': 'lib/olm/objects/rbac.ts',
  'ClusterRoleBinding': 'lib/olm/objects/rbac.ts',
  'ClusterServiceVersion': 'lib/olm/objects/packageserver.ts',
  'CustomResourceDefinition': 'lib/olm/crds; Kubernetes\' own fields: the pin in e2e/tools/kubernetes/go.mod and scripts/kubernetes-types/history.ts',
  'Deployment/catalog-operator': 'lib/olm/objects/catalog-operator.ts, lib/olm/objects/controller-deployment.ts',
  'Deployment/olm-operator': 'lib/olm/objects/olm-operator.ts, lib/olm/objects/controller-deployment.ts',
  'Issuer': 'lib/olm/objects/cert-manager.ts',
  'Namespace': 'lib/olm/objects/namespaces.ts',
  'NetworkPolicy': 'lib/olm/objects/network-policies.ts',
  'OLMConfig': 'lib/olm/objects/olm-config.ts',
  'OperatorGroup': 'lib/olm/objects/operator-groups.ts',
  'ServiceAccount': 'lib/olm/objects/rbac.ts',
};

/** Returns the file that creates an object of a release. */
export function sourceFile({ kind, metadata }: KubernetesManifest): string {
  return FILES[`${kind}/${metadata.name}`] ?? FILES[kind] ?? 'lib/olm/release/release.ts';
}
