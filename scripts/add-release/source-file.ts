import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';

/** Files by kind, or by kind and name where several files make objects of a kind. */
const FILES: { readonly [object: string]: string } = {
  'CatalogSource': 'lib/olm/default-catalog.ts',
  'Certificate': 'lib/olm/serving-certificates.ts',
  'ClusterRole': 'lib/olm/rbac.ts',
  'ClusterRoleBinding': 'lib/olm/rbac.ts',
  'ClusterServiceVersion': 'lib/olm/packageserver.ts',
  'CustomResourceDefinition': 'lib/olm/crds; Kubernetes\' own fields: the pin in e2e/tools/kubernetes/go.mod and scripts/kubernetes-types/history.ts',
  'Deployment/catalog-operator': 'lib/olm/catalog-operator.ts, lib/olm/controller-deployment.ts',
  'Deployment/olm-operator': 'lib/olm/olm-operator.ts, lib/olm/controller-deployment.ts',
  'Issuer': 'lib/olm/serving-certificates.ts',
  'Namespace': 'lib/olm/namespaces.ts',
  'NetworkPolicy': 'lib/olm/network-policies.ts',
  'OLMConfig': 'lib/olm/olm-config.ts',
  'OperatorGroup': 'lib/olm/operator-groups.ts',
  'ServiceAccount': 'lib/olm/service-account.ts',
};

/** The file that makes an object of a release. */
export function sourceFile({ kind, metadata }: KubernetesManifest): string {
  return FILES[`${kind}/${metadata.name}`] ?? FILES[kind] ?? 'lib/olm/release.ts';
}
