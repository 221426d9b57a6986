import type { KubernetesManifest } from '../../lib/formats/schema/kubernetes-manifest';

/** Files by kind, or by kind and name if several files create objects of a kind. */
const FILES: { readonly [object: string]: string } = {
  'CatalogSource': 'lib/olm/v0/objects/catalog-source.ts',
  'Certificate': 'lib/olm/v0/objects/cert-manager.ts',
  'ClusterRole': 'lib/olm/v0/objects/rbac.ts',
  'ClusterRoleBinding': 'lib/olm/v0/objects/rbac.ts',
  'ClusterServiceVersion': 'lib/olm/v0/objects/packageserver.ts',
  'CustomResourceDefinition': 'lib/olm/v0/crds; Kubernetes\' own fields: the pin in e2e/tools/kubernetes/go.mod and scripts/kubernetes-types/history.ts',
  'Deployment/catalog-operator': 'lib/olm/v0/objects/controllers.ts',
  'Deployment/olm-operator': 'lib/olm/v0/objects/controllers.ts',
  'Issuer': 'lib/olm/v0/objects/cert-manager.ts',
  'Namespace': 'lib/olm/v0/objects/namespaces.ts',
  'NetworkPolicy': 'lib/olm/v0/objects/network-policies.ts',
  'OLMConfig': 'lib/olm/v0/objects/olm-config.ts',
  'OperatorGroup': 'lib/olm/v0/objects/namespaces.ts',
  'ServiceAccount': 'lib/olm/v0/objects/rbac.ts',
};

/** Returns the file that creates an object of a release. */
export function sourceFile({ kind, metadata }: KubernetesManifest): string {
  return FILES[`${kind}/${metadata.name}`] ?? FILES[kind] ?? 'lib/olm/v0/release/release.ts';
}
